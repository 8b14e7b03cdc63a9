"""What the database refuses of work: other answers, a change to what a HIT uses, and to what a batch promised."""

from django.db import migrations

APPEND_ONLY = """
create trigger hits_answer_append_only before update or delete on hits_answer
    for each row execute function people_refuse_change();
create trigger hits_viewing_append_only before update or delete on hits_viewing
    for each row execute function people_refuse_change();
"""
# These triggers stand on tables of lower apps, whose rows freeze when a HIT uses them.
IN_USE = """
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
create trigger stimuli_item_frozen before update or delete on stimuli_item
    for each row execute function hits_refuse_used_item();

create function hits_refuse_used_item_medium() returns trigger language plpgsql as $$
begin
    if exists (select from hits_hit where item_id = old.item_id) then
        raise exception 'item % is used by HITs and so are its media', old.item_id
            using errcode = 'restrict_violation';
    end if;
    return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger stimuli_itemmedium_frozen before update or delete on stimuli_itemmedium
    for each row execute function hits_refuse_used_item_medium();

create function hits_refuse_used_output() returns trigger language plpgsql as $$
begin
    if exists (select from hits_hit where item_id = old.item_id and old.id = any(output_ids)) then
        raise exception 'output % is used by HITs and frozen: import the change as a new dataset', old.id
            using errcode = 'restrict_violation';
    end if;
    return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger stimuli_output_frozen before update or delete on stimuli_output
    for each row execute function hits_refuse_used_output();
"""
# A HIT's outputs are an array, so that publishing writes one row a HIT; these hold what a foreign key would. Outputs
# that a HIT uses cannot go (see above), so an insertion is the only moment to look.
OUTPUTS = """
create function hits_check_outputs() returns trigger language plpgsql as $$
declare
    wrong bigint;
begin
    select fresh.id into wrong from fresh
     where cardinality(fresh.output_ids) <> (
        select count(distinct o.id) from stimuli_output o
         where o.id = any(fresh.output_ids) and o.item_id = fresh.item_id)
     limit 1;
    if wrong is not null then
        raise exception 'HIT % names an output twice, or one that is not of its item', wrong
            using errcode = 'foreign_key_violation';
    end if;
    return null;
end $$;
create trigger hits_hit_outputs after insert on hits_hit referencing new table as fresh
    for each statement execute function hits_check_outputs();
create function hits_refuse_changed_hit() returns trigger language plpgsql as $$
begin
    raise exception 'HIT %: what it shows is fixed', old.id using errcode = 'restrict_violation';
end $$;
create trigger hits_hit_frozen before update of batch_id, item_id, output_ids on hits_hit for each row
    when ((old.batch_id, old.item_id, old.output_ids) is distinct from (new.batch_id, new.item_id, new.output_ids))
    execute function hits_refuse_changed_hit();
"""
# What a batch promises when it is published.
PROMISED = """
    project_id dataset_id rubric_version_id reward fee_rule flat_fee fee
    annotators_per_hit allotted_seconds extensions consent_text language scheme
    sample_rule sample_count sample_fraction seed order_of_work progress pairing
    pairing_reference_id pairs_per_item
""".split()


def columns_of(row: str) -> str:
    return ", ".join(f"{row}.{column}" for column in PROMISED)


# A completion code is promised with the work that it takes. That promise may be made late, but not withdrawn or
# changed; the one code, its address and the breaks may change, as panels hand them out late.
TERMS = f"""
create function hits_refuse_changed_terms() returns trigger language plpgsql as $$
begin
    raise exception 'batch % is published: its terms are promised and cannot change', old.id
        using errcode = 'restrict_violation';
end $$;
create trigger hits_batch_terms before update on hits_batch for each row
    when (old.state <> 'draft' and ({columns_of("old")}) is distinct from ({columns_of("new")}))
    execute function hits_refuse_changed_terms();
create trigger hits_batch_completion before update of completion, code_after on hits_batch for each row
    when (old.state <> 'draft' and old.completion <> 'none'
          and (old.completion, old.code_after) is distinct from (new.completion, new.code_after))
    execute function hits_refuse_changed_terms();
"""
UNDO = """
drop function hits_refuse_changed_hit() cascade;
drop function hits_check_outputs() cascade;
drop function hits_refuse_changed_terms() cascade;
drop function hits_refuse_used_output() cascade;
drop function hits_refuse_used_item_medium() cascade;
drop function hits_refuse_used_item() cascade;
drop function hits_refuse_used_version() cascade;
drop trigger hits_viewing_append_only on hits_viewing;
drop trigger hits_answer_append_only on hits_answer;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("hits", "0001_initial"),
        ("people", "0002_guards"),
        ("stimuli", "0002_guards"),
        ("surveys", "0001_initial"),
    ]

    operations = [migrations.RunSQL(APPEND_ONLY + IN_USE + OUTPUTS + TERMS, UNDO)]
