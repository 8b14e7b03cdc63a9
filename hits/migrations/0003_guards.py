"""What the database itself refuses: a ledger that does not balance or is rewritten, and changes to what is in use."""

from django.db import migrations

GUARDS = """
create function hits_refuse_change() returns trigger language plpgsql as $$
begin
    raise exception '% is append-only: correct it with a further row', tg_table_name
        using errcode = 'integrity_constraint_violation';
end $$;

create trigger hits_transaction_append_only before update or delete on hits_transaction
    for each row execute function hits_refuse_change();
create trigger hits_entry_append_only before update or delete on hits_entry
    for each row execute function hits_refuse_change();
create trigger hits_answer_append_only before update or delete on hits_answer
    for each row execute function hits_refuse_change();

create function hits_check_transaction(checked bigint) returns void language plpgsql as $$
declare
    total numeric;
    parts integer;
    strangers integer;
begin
    select coalesce(sum(e.amount), 0), count(*), count(*) filter (where a.project_id <> t.project_id)
      into total, parts, strangers
      from hits_transaction t
      left join hits_entry e on e.transaction_id = t.id
      left join hits_account a on a.id = e.account_id
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

create function hits_transaction_balances() returns trigger language plpgsql as $$
begin
    perform hits_check_transaction(new.id);
    return null;
end $$;
create function hits_entry_balances() returns trigger language plpgsql as $$
begin
    perform hits_check_transaction(new.transaction_id);
    return null;
end $$;
create constraint trigger hits_transaction_balances after insert on hits_transaction
    deferrable initially deferred for each row execute function hits_transaction_balances();
create constraint trigger hits_entry_balances after insert on hits_entry
    deferrable initially deferred for each row execute function hits_entry_balances();

create function hits_refuse_used_version() returns trigger language plpgsql as $$
begin
    if exists (select from hits_batch b join hits_hit h on h.batch_id = b.id where b.rubric_version_id = old.id) then
        raise exception 'rubric version % is used by HITs and frozen: load the changed file as a new version', old.id
            using errcode = 'restrict_violation';
    end if;
    return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger surveys_rubricversion_frozen before update or delete on surveys_rubricversion
    for each row execute function hits_refuse_used_version();

create function hits_refuse_used_item() returns trigger language plpgsql as $$
begin
    if exists (select from hits_hit where item_id = old.id) then
        raise exception 'item % is used by HITs and frozen: import the change as a new dataset', old.id
            using errcode = 'restrict_violation';
    end if;
    return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger hits_item_frozen before update or delete on hits_item
    for each row execute function hits_refuse_used_item();

create function hits_refuse_used_item_medium() returns trigger language plpgsql as $$
begin
    if exists (select from hits_hit where item_id = old.item_id) then
        raise exception 'item % is used by HITs and so are its media', old.item_id
            using errcode = 'restrict_violation';
    end if;
    return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger hits_itemmedium_frozen before update or delete on hits_itemmedium
    for each row execute function hits_refuse_used_item_medium();

create function hits_refuse_used_output() returns trigger language plpgsql as $$
begin
    if exists (select from hits_hit where output_a_id = old.id or output_b_id = old.id) then
        raise exception 'output % is used by HITs and frozen: import the change as a new dataset', old.id
            using errcode = 'restrict_violation';
    end if;
    return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger hits_output_frozen before update or delete on hits_output
    for each row execute function hits_refuse_used_output();

create trigger hits_medium_frozen before update of sha256, url on hits_medium
    for each row when (old.sha256 is distinct from new.sha256 or old.url is distinct from new.url)
    execute function hits_refuse_change();

create function hits_refuse_changed_terms() returns trigger language plpgsql as $$
begin
    raise exception 'batch % is published: its terms are promised and cannot change', old.id
        using errcode = 'restrict_violation';
end $$;
create trigger hits_batch_terms before update on hits_batch for each row
    when (old.state <> 'draft' and (
        old.project_id, old.dataset_id, old.rubric_version_id, old.reward, old.fee_rule, old.flat_fee, old.fee,
        old.raters_per_hit, old.allotted_seconds, old.consent_text, old.sample_rule, old.sample_count,
        old.sample_fraction, old.seed, old.pairing, old.pairing_reference_id, old.pairs_per_item
    ) is distinct from (
        new.project_id, new.dataset_id, new.rubric_version_id, new.reward, new.fee_rule, new.flat_fee, new.fee,
        new.raters_per_hit, new.allotted_seconds, new.consent_text, new.sample_rule, new.sample_count,
        new.sample_fraction, new.seed, new.pairing, new.pairing_reference_id, new.pairs_per_item
    )) execute function hits_refuse_changed_terms();
"""

UNDO = """
drop trigger hits_batch_terms on hits_batch;
drop function hits_refuse_changed_terms();
drop trigger hits_medium_frozen on hits_medium;
drop trigger hits_output_frozen on hits_output;
drop function hits_refuse_used_output();
drop trigger hits_itemmedium_frozen on hits_itemmedium;
drop function hits_refuse_used_item_medium();
drop trigger hits_item_frozen on hits_item;
drop function hits_refuse_used_item();
drop trigger surveys_rubricversion_frozen on surveys_rubricversion;
drop function hits_refuse_used_version();
drop trigger hits_entry_balances on hits_entry;
drop trigger hits_transaction_balances on hits_transaction;
drop function hits_entry_balances();
drop function hits_transaction_balances();
drop function hits_check_transaction(bigint);
drop trigger hits_answer_append_only on hits_answer;
drop trigger hits_entry_append_only on hits_entry;
drop trigger hits_transaction_append_only on hits_transaction;
drop function hits_refuse_change();
"""


class Migration(migrations.Migration):
    dependencies = [
        ("hits", "0002_answers"),
        ("surveys", "0001_initial"),
    ]

    operations = [migrations.RunSQL(GUARDS, UNDO)]
