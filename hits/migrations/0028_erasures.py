"""The one change that answers allow: a text that is erased becomes blank."""

from django.db import migrations

# Only in the transaction of an erasure.
GUARD = """
create function hits_refuse_change_but_erasure() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' and current_setting('rateroom.erasing', true) = 'on'
       and (old.assignment_id, old.key, old.number, old.data)
           is not distinct from (new.assignment_id, new.key, new.number, new.data)
       and old.text is not null and new.text = '' then
        return new;
    end if;
    raise exception '% is append-only: correct it with a further row', tg_table_name
        using errcode = 'integrity_constraint_violation';
end $$;
drop trigger hits_answer_append_only on hits_answer;
create trigger hits_answer_append_only before update or delete on hits_answer
    for each row execute function hits_refuse_change_but_erasure();
"""
UNDO = """
drop trigger hits_answer_append_only on hits_answer;
create trigger hits_answer_append_only before update or delete on hits_answer
    for each row execute function people_refuse_change();
drop function hits_refuse_change_but_erasure();
"""


class Migration(migrations.Migration):
    dependencies = [('hits', '0027_paid_training'), ('people', '0013_erasures')]

    operations = [migrations.RunSQL(GUARD, UNDO)]
