"""Pilots, main batches created from pilots, and copies of batches."""

from django.db import transaction
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.batches.audience import keep_out_annotators_of, refuse
from hits.models import (
    Batch,
    DeclaredRule,
    GoldKey,
    Hypothesis,
    JudgeMargin,
    LeftOutItem,
    MaskedOutput,
)
from hits.terms import TERMS
from people.acts import record
from people.models import Act, User

PILOT = "pilot"  # the origin of a row that blocks someone who worked on a pilot
LONGEST_TITLE = 160
# Columns that are copied with each known answer.
COPIED = ("item_id", "output_ids", "rules", "kind", "purpose", "place", "explanation")


class NotAPilot(RateroomError):
    """Raised if a main batch cannot be created because the batch is not a published pilot."""


@transaction.atomic
def duplicate_batch(*, batch: Batch, by: User | None) -> Batch:
    """Create a draft with the batch's terms, systems and seed. A fixed completion code is not
    copied, because it belongs to one study on a panel."""
    copy = _copy(batch, _("%(title)s (copy)") % {"title": batch.title}, by)
    record(by, Act.Verb.DUPLICATED, copy, after={"batch": batch.title})
    return copy


@transaction.atomic
def mark_pilot(*, batch: Batch, is_pilot: bool, by: User | None) -> bool:
    """Mark the batch as a pilot, or remove the mark, and record this in the activity. Return False
    if nothing changed."""
    changed = Batch.objects.filter(pk=batch.pk, is_pilot=not is_pilot).update(is_pilot=is_pilot)
    if not changed:
        return False
    record(by, Act.Verb.AMENDED, batch, before={"pilot": not is_pilot}, after={"pilot": is_pilot})
    return True


@transaction.atomic
def make_main_batch(
    *, pilot: Batch, without_items: bool, without_people: bool, by: User | None
) -> Batch:
    """Create the draft of a main batch with the pilot's terms. `without_items` excludes the pilot's
    items from the new sample. With `without_people`, publishing the main batch blocks everyone who
    is enrolled in the pilot then, or works on it later. Raises NotAPilot if `pilot` is not a
    published pilot."""
    if not pilot.is_pilot or pilot.state == Batch.State.DRAFT:
        raise NotAPilot(
            _("You can create a main batch only from a published batch that is marked as a pilot.")
        )
    main = _copy(pilot, _("%(title)s (main)") % {"title": pilot.title}, by)
    main.pilot, main.without_pilot_items = pilot, without_items
    main.without_pilot_people = without_people
    main.save(update_fields=["pilot", "without_pilot_items", "without_pilot_people"])
    record(
        by,
        Act.Verb.CREATED,
        main,
        after={
            "pilot": pilot.title,
            "without_items": without_items,
            "without_people": without_people,
        },
    )
    return main


def refuse_pilot_people(*, batch: Batch, by: User | None) -> int:
    """If the draft sets `without_pilot_people`, block everyone who is enrolled in its pilot or
    works on it later, even people who are allowed by name. Return the number of people blocked by
    name."""
    if not batch.without_pilot_people or batch.pilot is None:
        return 0
    keep_out_annotators_of(batch=batch, other=batch.pilot, by=by)
    people = list(User.objects.filter(enrolments__batch=batch.pilot_id))
    return refuse(batch=batch, users=people, by=by, origin=PILOT) if people else 0


def _copy(batch: Batch, title: str, by: User | None) -> Batch:
    terms = {term.name: getattr(batch, term.name) for term in TERMS if term.in_copy}
    if batch.completion == Batch.Completion.FIXED:  # the copy would need a code of its own
        terms |= {"completion": Batch.Completion.NONE, "code_after": None}
    copy = Batch.objects.create(**terms, title=title[:LONGEST_TITLE], created_by=by)
    copy.systems.set(batch.systems.all())
    left_out = LeftOutItem.objects.filter(batch=batch).values(
        "item_id", "check_name", "left_out_by_id"
    )
    LeftOutItem.objects.bulk_create(LeftOutItem(batch=copy, **row) for row in left_out)
    masked = MaskedOutput.objects.filter(batch=batch)
    mask_values = masked.values("output_id", "text", "check_name", "masked_by_id")
    MaskedOutput.objects.bulk_create(MaskedOutput(batch=copy, **row) for row in mask_values)
    gold = GoldKey.objects.filter(batch=batch, retired_at__isnull=True)
    gold_values = gold.order_by("pk").values(*COPIED)
    GoldKey.objects.bulk_create(GoldKey(batch=copy, **row) for row in gold_values)
    declared = DeclaredRule.objects.filter(batch=batch)
    rule_values = declared.values("effect", "name", "number", "written")
    DeclaredRule.objects.bulk_create(DeclaredRule(batch=copy, **row) for row in rule_values)
    margins = JudgeMargin.objects.filter(batch=batch)
    JudgeMargin.objects.bulk_create(JudgeMargin(batch=copy, margin=row.margin) for row in margins)
    for hypothesis in Hypothesis.objects.filter(batch=batch):
        hypothesis.batch = copy
        hypothesis.save(force_insert=True)
    return copy
