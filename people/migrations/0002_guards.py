"""Database rules for people and projects, and the function that append-only tables share."""

from django.db import migrations

APPEND_ONLY = """
create function people_refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% is append-only: correct it with a further row', tg_table_name
        using errcode = 'integrity_constraint_violation';
end $$;
"""
# In a deletion's transaction, only names can change.
ACTS = """
create function people_refuse_change_but_names() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' and current_setting('rateroom.erasing', true) = 'on'
       and to_jsonb(old) - '{subject_name,before,after}'::text[]
         = to_jsonb(new) - '{subject_name,before,after}'::text[] then
        return new;
    end if;
    raise exception '% is append-only: correct it with a further row', tg_table_name
        using errcode = 'integrity_constraint_violation';
end $$;
create trigger people_act_append_only before update or delete on people_act
    for each row execute function people_refuse_change_but_names();
create trigger people_act_not_emptied before truncate on people_act
    for each statement execute function people_refuse_change();
"""
# Checked at the end of the transaction, so that owners can hand over in one. The lock lets two
# owners who leave at once see each other.
KEEPS_AN_OWNER = """
create function people_project_keeps_an_owner() returns trigger language plpgsql as $$
begin
    perform from people_project p where p.id = old.project_id for no key update;
    if found and not exists (select from people_membership m
                              where m.project_id = old.project_id and m.role = 'owner') then
        raise exception 'project % would be left without an owner', old.project_id
            using errcode = 'check_violation';
    end if;
    return null;
end $$;
create constraint trigger people_membership_keeps_an_owner after update or delete on people_membership
    deferrable initially deferred for each row when (old.role = 'owner')
    execute function people_project_keeps_an_owner();
"""
# Such sessions no longer work, because Django compares them with the password. Do not list them.
SESSIONS = """
create function people_end_sessions() returns trigger language plpgsql as $$
begin
    delete from people_session where user_id = new.id;
    return null;
end $$;
create trigger people_password_ends_sessions after update of password on people_user
    for each row when (old.password is distinct from new.password)
    execute function people_end_sessions();
"""
UNDO = """
drop function people_end_sessions() cascade;
drop function people_project_keeps_an_owner() cascade;
drop function people_refuse_change_but_names() cascade;
drop trigger people_act_not_emptied on people_act;
drop function people_refuse_change();
"""


class Migration(migrations.Migration):
    dependencies = [("people", "0001_initial")]

    operations = [migrations.RunSQL(APPEND_ONLY + ACTS + KEEPS_AN_OWNER + SESSIONS, UNDO)]
