"""Transactions that the database refuses: unbalanced ones, rewritten ones and inexact reversals."""

from django.db import migrations

# A transaction allows one change: deleting a person can remove their name from a researcher's text,
# in the deletion's transaction. What moved, when, and by whom never changes.
APPEND_ONLY = """
create function payments_refuse_change_but_names() returns trigger language plpgsql as $$
begin
    if tg_op = 'UPDATE' and current_setting('rateroom.erasing', true) = 'on'
       and to_jsonb(old) - '{key,memo}'::text[] = to_jsonb(new) - '{key,memo}'::text[] then
        return new;
    end if;
    raise exception '% is append-only: correct it with a further row', tg_table_name
        using errcode = 'integrity_constraint_violation';
end $$;
create trigger payments_transaction_append_only before update or delete on payments_transaction
    for each row execute function payments_refuse_change_but_names();
create trigger payments_entry_append_only before update or delete on payments_entry
    for each row execute function people_refuse_change();
"""
# Deferred, because the entries are inserted after the transaction.
BALANCED = """
create function payments_check_transaction(checked bigint) returns void language plpgsql as $$
declare
    total numeric;
    parts integer;
    strangers integer;
begin
    select coalesce(sum(e.amount), 0), count(*), count(*) filter (where a.project_id <> t.project_id)
      into total, parts, strangers
      from payments_transaction t
      left join payments_entry e on e.transaction_id = t.id
      left join payments_account a on a.id = e.account_id
     where t.id = checked;
    if total <> 0 or parts < 2 then
        raise exception 'transaction % does not balance: % entries sum to %', checked, parts, total
            using errcode = 'check_violation';
    end if;
    if strangers > 0 then
        raise exception 'transaction % moves money between projects, and so perhaps between currencies', checked
            using errcode = 'check_violation';
    end if;
end $$;

create function payments_transaction_balances() returns trigger language plpgsql as $$
begin
    perform payments_check_transaction(new.id);
    return null;
end $$;
create function payments_entry_balances() returns trigger language plpgsql as $$
begin
    perform payments_check_transaction(new.transaction_id);
    return null;
end $$;
create constraint trigger payments_transaction_balances after insert on payments_transaction
    deferrable initially deferred for each row execute function payments_transaction_balances();
create constraint trigger payments_entry_balances after insert on payments_entry
    deferrable initially deferred for each row execute function payments_entry_balances();
"""
# `reverses_id` is unique, so a transaction is reversed only once.
MIRRORED = """
create function payments_reversal_mirrors() returns trigger language plpgsql as $$
begin
    if exists (select from payments_transaction t where t.id = new.reverses_id
                and (t.kind = 'reversal' or t.project_id <> new.project_id)) then
        raise exception 'transaction % reverses a reversal, or one of another project', new.id
            using errcode = 'check_violation';
    end if;
    if exists (select from payments_entry e where e.transaction_id in (new.id, new.reverses_id)
                group by e.account_id having sum(e.amount) <> 0 or count(*) <> 2) then
        raise exception 'transaction % is not the exact opposite of transaction %', new.id, new.reverses_id
            using errcode = 'check_violation';
    end if;
    return null;
end $$;
create constraint trigger payments_reversal_mirrors after insert on payments_transaction
    deferrable initially deferred for each row when (new.reverses_id is not null)
    execute function payments_reversal_mirrors();
"""
UNDO = """
drop function payments_reversal_mirrors() cascade;
drop function payments_entry_balances() cascade;
drop function payments_transaction_balances() cascade;
drop function payments_check_transaction(bigint);
drop trigger payments_entry_append_only on payments_entry;
drop function payments_refuse_change_but_names() cascade;
"""


class Migration(migrations.Migration):
    # A site that has only some of these migrations refuses to migrate.
    replaces = [
        ("payments", "0003_named_tokens"),
        ("payments", "0004_rename_labels"),
    ]
    dependencies = [("payments", "0001_initial"), ("people", "0002_guards")]

    operations = [migrations.RunSQL(APPEND_ONLY + BALANCED + MIRRORED, UNDO)]
