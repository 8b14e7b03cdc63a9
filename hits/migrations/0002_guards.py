"""What the database refuses of work: other answers, a change to what a HIT uses, and to what a batch promised."""

from django.db import migrations

# The one change that answers allow is a text that becomes blank, only in the transaction of an erasure.
APPEND_ONLY = """
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
create trigger hits_answer_append_only before update or delete on hits_answer
    for each row execute function hits_refuse_change_but_erasure();
create trigger hits_viewing_append_only before update or delete on hits_viewing
    for each row execute function people_refuse_change();
create trigger hits_adjudicatedanswer_append_only before update or delete on hits_adjudicatedanswer
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
    annotators_per_hit extensions consent_text language scheme
    sample_rule sample_count sample_fraction seed order_of_work progress pairing
    pairing_reference_id pairs_per_item
    pilot_id without_pilot_items without_pilot_people
""".split()
# What was promised with a feature of its own, each looked at only when it changes.
PROMISED_APART = {
    "auto_approval": ["auto_approve_days"],
    "sample": ["sample_ids", "stratify_by"],
    "panel_fee": ["fee_rate"],
    "overlap": ["overlap_percent", "overlap_annotators"],
    "objections": ["objection_days"],
    "check_terms": """
        gold_percent retest_percent first_checks most_annotators retest_distance
    """.split(),
    "training_terms": """
        test_threshold test_retries test_length qualification_days tested_qualification_id
        training_pay training_people
    """.split(),
}


def differs(columns: list[str]) -> str:
    """SQL of a trigger's `when`: a published batch's columns are not what they were."""
    old, new = (", ".join(f"{row}.{column}" for column in columns) for row in ("old", "new"))
    return f"old.state <> 'draft' and ({old}) is distinct from ({new})"


APART = "".join(
    f"""
create trigger hits_batch_{name} before update of {", ".join(columns)} on hits_batch for each row
    when ({differs(columns)}) execute function hits_refuse_changed_terms();
"""
    for name, columns in PROMISED_APART.items()
)
# The time allotted may get longer, and there may be more sittings. A completion code is promised with
# the work that it takes: late, if need be, but it is not withdrawn or changed; the one code, its address
# and the breaks may change, as panels hand them out late.
TERMS = f"""
create function hits_refuse_changed_terms() returns trigger language plpgsql as $$
begin
    raise exception 'batch % is published: its terms are promised and cannot change', old.id
        using errcode = 'restrict_violation';
end $$;
create trigger hits_batch_terms before update on hits_batch for each row
    when ({differs(PROMISED)}) execute function hits_refuse_changed_terms();
create trigger hits_batch_time before update of allotted_seconds on hits_batch for each row
    when (old.state <> 'draft' and new.allotted_seconds < old.allotted_seconds)
    execute function hits_refuse_changed_terms();
create trigger hits_batch_completion before update of completion, code_after on hits_batch for each row
    when (old.state <> 'draft' and old.completion <> 'none'
          and (old.completion, old.code_after) is distinct from (new.completion, new.code_after))
    execute function hits_refuse_changed_terms();
create trigger hits_batch_sitting_terms
    before update of sitting_hits, sitting_paid_from, most_sittings on hits_batch for each row
    when (old.state <> 'draft' and (
        (old.sitting_hits, old.sitting_paid_from) is distinct from (
         new.sitting_hits, new.sitting_paid_from)
        or new.most_sittings < old.most_sittings))
    execute function hits_refuse_changed_terms();
"""
# What belongs to a batch in tables of its own: its sample, its gold, its rules and its masks.
PARTS = """
create function hits_refuse_late_choice() returns trigger language plpgsql as $$
begin
    if exists (select from hits_batch
                where id = coalesce(new.batch_id, old.batch_id) and state <> 'draft') then
        raise exception 'batch % is published: its sample is promised and cannot change',
            coalesce(new.batch_id, old.batch_id) using errcode = 'restrict_violation';
    end if;
    return coalesce(new, old);
end $$;
create trigger hits_leftoutitem_promised before insert or update or delete on hits_leftoutitem
    for each row execute function hits_refuse_late_choice();

create function hits_refuse_changed_gold() returns trigger language plpgsql as $$
declare
    of_batch bigint := case tg_op when 'DELETE' then old.batch_id else new.batch_id end;
begin
    if exists (select from hits_batch where id = of_batch and state <> 'draft') then
        raise exception 'batch % is published: what its gold accepts is promised', of_batch
            using errcode = 'restrict_violation';
    end if;
    return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger hits_goldkey_frozen
    before insert or delete
        or update of batch_id, item_id, output_ids, rules, purpose, place, explanation
    on hits_goldkey for each row execute function hits_refuse_changed_gold();
create trigger hits_goldkey_kind_frozen before update of kind on hits_goldkey
    for each row execute function hits_refuse_changed_gold();

create function hits_refuse_changed_rules() returns trigger language plpgsql as $$
declare
    of_batch bigint := case tg_op when 'INSERT' then new.batch_id else old.batch_id end;
begin
    if exists (select from hits_batch where id = of_batch and state <> 'draft') then
        raise exception 'batch % is published: its rules are promised and cannot change', of_batch
            using errcode = 'restrict_violation';
    end if;
    return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger hits_declaredrule_frozen before insert or update or delete on hits_declaredrule
    for each row execute function hits_refuse_changed_rules();
create trigger hits_judgemargin_frozen before insert or update or delete on hits_judgemargin
    for each row execute function hits_refuse_changed_rules();
create trigger hits_ruleplan_frozen before insert or update or delete on hits_ruleplan
    for each row execute function hits_refuse_changed_rules();
alter table hits_ruleplan add constraint ruleplan_hash_of_its_text
    check (sha256 = encode(sha256(convert_to(text, 'UTF8')), 'hex'));

create function hits_refuse_late_mask() returns trigger language plpgsql as $$
declare
    of_batch bigint := case tg_op when 'DELETE' then old.batch_id else new.batch_id end;
begin
    if exists (select from hits_batch where id = of_batch and state <> 'draft') and (
        tg_op <> 'INSERT' or exists (
            select from hits_hit h join stimuli_output o on o.item_id = h.item_id
             where o.id = new.output_id and h.batch_id = of_batch
               and h.output_ids @> array[o.id])) then
        raise exception 'batch % is published: what its HITs show is promised', of_batch
            using errcode = 'restrict_violation';
    end if;
    return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger hits_maskedoutput_promised before insert or update or delete on hits_maskedoutput
    for each row execute function hits_refuse_late_mask();

create function hits_refuse_worse_copies() returns trigger language plpgsql as $$
begin
    if exists (select from stimuli_system where id = new.system_id and copy_of_id is not null) then
        raise exception 'system % holds worse copies for gold, which no batch compares', new.system_id
            using errcode = 'restrict_violation';
    end if;
    return new;
end $$;
create trigger hits_batch_systems_compared before insert or update on hits_batch_systems
    for each row execute function hits_refuse_worse_copies();
"""
UNDO = """
alter table hits_ruleplan drop constraint ruleplan_hash_of_its_text;
drop function hits_refuse_worse_copies() cascade;
drop function hits_refuse_late_mask() cascade;
drop function hits_refuse_changed_rules() cascade;
drop function hits_refuse_changed_gold() cascade;
drop function hits_refuse_late_choice() cascade;
drop function hits_refuse_changed_hit() cascade;
drop function hits_check_outputs() cascade;
drop function hits_refuse_changed_terms() cascade;
drop function hits_refuse_used_output() cascade;
drop function hits_refuse_used_item_medium() cascade;
drop function hits_refuse_used_item() cascade;
drop function hits_refuse_used_version() cascade;
drop trigger hits_adjudicatedanswer_append_only on hits_adjudicatedanswer;
drop trigger hits_viewing_append_only on hits_viewing;
drop function hits_refuse_change_but_erasure() cascade;
"""


class Migration(migrations.Migration):
    # A site with only some of these refuses to go on.
    replaces = [
        ("hits", "0003_merge_task"),
        ("hits", "0004_judge_margin"),
        ("hits", "0005_expected_people"),
        ("hits", "0006_least_reading_percent"),
        ("hits", "0007_rename_labels"),
    ]
    dependencies = [
        ("hits", "0001_initial"),
        ("people", "0002_guards"),
        ("stimuli", "0002_guards"),
        ("surveys", "0001_initial"),
    ]

    operations = [migrations.RunSQL(APPEND_ONLY + IN_USE + OUTPUTS + TERMS + APART + PARTS, UNDO)]
