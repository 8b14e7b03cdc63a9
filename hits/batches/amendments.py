"""Amendments of a published batch: more annotators, items or systems, a longer time limit, or money
for more people's training and first checks.

An amendment never makes the terms worse for annotators: the reward does not change, and the time
limit can only increase.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from django.db import connection, transaction
from django.db.backends.utils import CursorWrapper
from django.db.models import F, Min, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.database.bulk import analyze
from core.database.sql import SQLValue, load
from hits.batch_locks import lock_batch
from hits.batches.designs import PUBLISH, hits_per_item, order_rows
from hits.batches.input_names import find_input_names
from hits.batches.making import (
    STEP,
    Annotators,
    add_credits,
    annotators_of,
    forget_sample,
    main_hits,
    make_step,
    stage,
    stage_sample,
    step_values,
)
from hits.batches.preflight.checks import named_systems
from hits.batches.sampling import eligible_count
from hits.batches.terms.published import add_people, add_time, plan_people, plan_time
from hits.batches.wishes import Kind, NotAmendable, Plan, Wish, needs_one
from hits.models import HIT, Amendment, Assignment, Batch
from hits.models.terms.sampling import MOST_ANNOTATORS
from hits.models.work import OUTPUT_SYSTEMS
from hits.money.escrow import check_budget, escrow_amendment, price
from hits.states import STANDING, State
from people.acts import record
from people.models import Act, User
from stimuli.models import Item, System

MOST_HITS = 20_000  # per amendment, because a person waits for its one transaction


AMENDABLE = frozenset({Batch.State.LIVE, Batch.State.PAUSED})


def plan_amendment(batch: Batch, wish: Wish) -> Plan:
    """Return the plan for the additions in `wish`, with its cost. Raises NotAmendable if they are
    impossible."""
    if batch.state not in AMENDABLE:
        raise NotAmendable(
            _("You can only extend a batch that is live or paused."),
            remedy=_("On the batch’s page, choose “Duplicate batch”. Then change the copy."),
        )
    plan = _PLANS[Kind(wish.kind)](batch, wish)
    if max(plan.hits, plan.assignments) > MOST_HITS:
        raise NotAmendable(
            _(
                "This would add %(number)d assignments. You can add at most %(most)d assignments "
                "at once."
            )
            % {"number": plan.assignments, "most": MOST_HITS},
            remedy=_("Enter a smaller number."),
        )
    return plan


@transaction.atomic
def amend_batch(*, batch_id: int, wish: Wish, key: str, by: User | None) -> Amendment:
    """Make the additions in `wish` to the batch, reserve their cost, and record the amendment. If
    `key` was used before, return the earlier amendment.

    Raises NotAmendable or NotEnoughMoney, and changes nothing, if the amendment is impossible.
    """
    batch = lock_batch(batch_id)
    if existing := batch.amendments.filter(key=key).first():
        return existing
    plan = plan_amendment(batch, wish)
    amendment = Amendment.objects.create(
        batch=batch,
        kind=wish.kind,
        key=key,
        details=plan.details,
        hits=plan.hits,
        assignments=plan.assignments,
        checks=plan.checks,
        cost=plan.cost,
        made_by=by,
    )
    if plan.cost:
        escrow_amendment(batch=batch, amount=plan.cost, number=amendment.pk, by=by)
    _CHANGES[Kind(wish.kind)](batch, wish, plan, by)
    add_credits(batch, plan.checks)
    Batch.objects.filter(pk=batch.pk).update(
        assignments_planned=F("assignments_planned") + plan.assignments,
        checks_planned=F("checks_planned") + plan.checks,
    )
    record(
        by,
        Act.Verb.EXTENDED if wish.kind == Kind.TIME else Act.Verb.AMENDED,
        batch,
        after={**plan.details, "cost": plan.cost},
    )
    return amendment


def added_to_all(batch: Batch) -> int:
    """Return the number of annotators that amendments have added to every HIT of the batch."""
    added = batch.amendments.filter(kind__in=[Kind.ANNOTATORS, Kind.ITEMS])
    return sum(each.details.get("annotators", 0) for each in added if "hits" not in each.details)


def _costing(batch: Batch, hits: int, assignments: int, details: Mapping[str, object]) -> Plan:
    """Return the plan for new HITs and assignments, including the checks that these require."""
    planned = batch.assignments_planned
    checks = check_budget(batch, main=planned + assignments) - check_budget(batch, main=planned)
    return Plan(hits, assignments, checks, (assignments + checks) * price(batch), details)


# ---- more annotators ----


def _chosen_hits(batch: Batch, wish: Wish) -> QuerySet[HIT]:
    hits = main_hits(batch).exclude(availability=HIT.Availability.CLOSED)
    return hits.filter(item__external_id__in=wish.items_named) if wish.items_named else hits


def _plan_annotators(batch: Batch, wish: Wish) -> Plan:
    needs_one(wish.annotators)
    hits = _chosen_hits(batch, wish)
    if wish.items_named:
        names = set(hits.values_list("item__external_id", flat=True))
        unknown = [name for name in wish.items_named if name not in names]
        if unknown:
            raise NotAmendable(
                _("“%(name)s” was not found.") % {"name": unknown[0]}, where=_("Items")
            )
    _has_room(hits, wish.annotators)
    count = hits.count()
    details = {"annotators": wish.annotators}
    if wish.items_named:
        details["hits"] = count
    return _costing(batch, 0, count * wish.annotators, details)


def _has_room(hits: QuerySet[HIT], annotators: int) -> None:
    most = max(hits.values_list("annotators_wanted", flat=True), default=0)
    if most + annotators > MOST_ANNOTATORS:
        raise NotAmendable(
            _("A HIT can have at most %(most)d annotators.") % {"most": MOST_ANNOTATORS},
            remedy=_("Enter a smaller number."),
        )


def _add_annotators(batch: Batch, wish: Wish, _plan: Plan, _by: User | None) -> None:
    """Add free assignments to existing HITs. Each assignment gets the order of outputs that its HIT
    has shown least often. If several orders are equal, it gets the order shown least often for the
    same systems. The frequencies of orders therefore stay balanced."""
    hits = list(_chosen_hits(batch, wish).annotate(systems=OUTPUT_SYSTEMS).order_by("pk"))
    HIT.objects.filter(pk__in=[hit.pk for hit in hits]).update(
        annotators_wanted=F("annotators_wanted") + wish.annotators
    )
    orders: dict[int, Counter[str]] = {}
    standing = batch.assignments.filter(state__in=STANDING, surplus=False)
    for hit_id, order in standing.values_list("hit_id", "shown_order"):
        orders.setdefault(hit_id, Counter())[order] += 1
    of_systems: dict[tuple[str, ...], Counter[str]] = {}
    for hit in hits:
        of_systems.setdefault(tuple(hit.systems), Counter()).update(orders.get(hit.pk, {}))
    fresh = []
    for hit in hits:
        in_hit, in_all = orders.setdefault(hit.pk, Counter()), of_systems[tuple(hit.systems)]
        rows = order_rows(len(hit.output_ids))
        for _nth in range(wish.annotators):
            order = min(rows, key=lambda row: (in_hit[row], in_all[row], rows.index(row)))
            in_hit[order] += 1
            in_all[order] += 1
            fresh.append(_fresh(hit, batch, order))
    Assignment.objects.bulk_create(fresh, batch_size=STEP)


def _fresh(hit: HIT, batch: Batch, order: str) -> Assignment:
    suspended = hit.availability == HIT.Availability.SUSPENDED
    return Assignment(
        hit=hit,
        batch=batch,
        position=hit.position,
        shown_order=order,
        state=State.SUSPENDED if suspended else State.FREE,
    )


# ---- more items ----


def _items_of(batch: Batch) -> QuerySet[Item]:
    return Item.objects.filter(pk__in=main_hits(batch).values("item"))


def no_items_left() -> NotAmendable:
    """Return the error for a batch without any items left to add."""
    return NotAmendable(
        _("No other item of the dataset has an output from every system."),
        remedy=_("Add rows to the dataset first."),
    )


@dataclass(frozen=True)
class Reach:
    """The size of a batch. `items` is its number of items, and `remaining` is the number of items
    that could be added. `per_item` is the number of HITs per item, and `open` is the number of open
    HITs. `added` is the number of annotators that amendments have added to every HIT."""

    items: int
    remaining: int
    per_item: int
    open: int
    added: int


def reach_of(batch: Batch, named: Sequence[str] = ()) -> Reach:
    """Return the batch's current size. If `named` contains item ids, only these items count as
    remaining."""
    return Reach(
        _items_of(batch).count(),
        eligible_count(batch, beyond_its_own=True, named=named),
        hits_per_item(batch, batch.systems.count()),
        _chosen_hits(batch, Wish(Kind.ITEMS)).count(),
        added_to_all(batch),
    )


def plan_more(batch: Batch, reach: Reach, *, items: int, annotators: int = 0) -> Plan:
    """Return the plan for adding `items` items, and `annotators` annotators to each HIT, with its
    cost."""
    added = reach.added + annotators
    new = annotators_of(batch, items, start=reach.items, added=added).assignments(items)
    details = {"items": items, **({"annotators": annotators} if annotators else {})}
    assignments = new * reach.per_item + reach.open * annotators
    return _costing(batch, items * reach.per_item, assignments, details)


def _plan_items(batch: Batch, wish: Wish) -> Plan:
    items = len(wish.items_named) or wish.items
    needs_one(items)
    reach = reach_of(batch, wish.items_named)
    if not reach.remaining and not wish.items_named:
        raise no_items_left()
    if items > reach.remaining:
        raise NotAmendable(
            _(
                "Number of items you can add: %(number)d. Items must be new to the batch and "
                "have an output from every system."
            )
            % {"number": reach.remaining},
            where=_("Items"),
            remedy="" if wish.items_named else _("Enter a smaller number."),
        )
    _has_room(_chosen_hits(batch, Wish(Kind.ITEMS)), wish.annotators)
    return plan_more(batch, reach, items=items, annotators=wish.annotators)


def _add_items(batch: Batch, wish: Wish, plan: Plan, by: User | None) -> None:
    """Add the next items of the sample, masked like the existing items. Their HITs get the
    published number of annotators, plus the number that amendments have added to every HIT. If the
    batch has a share of items with additional annotators, the first new items get these until the
    share is correct."""
    if wish.annotators:
        _add_annotators(batch, Wish(Kind.ITEMS, annotators=wish.annotators), plan, by)
    items, start, added = plan.details["items"], _items_of(batch).count(), added_to_all(batch)
    annotators = annotators_of(batch, items, start=start, added=added)
    steps = range(start, start + items, STEP)
    with connection.cursor() as cursor:
        stage_sample(cursor, batch, items, annotators=annotators, ids=wish.items_named)
        _make(cursor, batch, steps, annotators, by)
    _note_new_hits(batch, plan)


# ---- more systems ----


def _plan_systems(batch: Batch, wish: Wish) -> Plan:
    new = list(_new_systems(batch, wish))
    needs_one(len(new))
    per_page = batch.rubric_version.spec.outputs.per_page
    drawn = {Batch.Pairing.RANDOM, Batch.Pairing.BALANCED}
    if per_page > 1 and batch.pairing in drawn:
        raise NotAmendable(
            _(
                "The outputs shown together were drawn from the published systems, so you "
                "cannot add systems."
            ),
            remedy=_("On the batch’s page, choose “Duplicate batch”. Then change the copy."),
        )
    items = _items_of(batch)
    for system in new:
        lacking = items.exclude(pk__in=system.outputs.values("item")).count()
        if lacking:
            raise NotAmendable(
                ngettext(
                    "“%(system)s” has no output for %(number)d item of the batch.",
                    "“%(system)s” has no output for %(number)d items of the batch.",
                    lacking,
                )
                % {"system": system, "number": lacking},
                where=_("Systems"),
            )
    before = batch.systems.count()
    more = hits_per_item(batch, before + len(new)) - hits_per_item(batch, before)
    per_item = main_hits(batch).values_list("item").annotate(Min("annotators_wanted"))
    assignments = sum(annotators for _item, annotators in per_item) * more
    names = [system.name for system in new]
    return _costing(batch, items.count() * more, assignments, {"systems": names})


def _new_systems(batch: Batch, wish: Wish) -> QuerySet[System]:
    others = System.objects.compared().filter(dataset=batch.dataset_id, pk__in=wish.systems)
    return others.exclude(batches=batch).order_by("name", "pk")


def _add_systems(batch: Batch, wish: Wish, plan: Plan, by: User | None) -> None:
    """Add HITs with the new systems to the existing items, in the positions that they would have
    had at publication."""
    batch.systems.add(*_new_systems(batch, wish))
    systems = list(batch.systems.values_list("pk", flat=True))
    values: dict[str, SQLValue] = {"batch": batch.pk, "seed": batch.seed, "systems": systems}
    with connection.cursor() as cursor:
        stage(cursor, batch, load(PUBLISH, "sample_of_batch"), values)
        steps = range(0, _items_of(batch).count(), STEP)
        usual = batch.annotators_per_hit
        _make(cursor, batch, steps, Annotators(usual, usual), by)
    _note_new_hits(batch, plan)


def _make(
    cursor: CursorWrapper,
    batch: Batch,
    starts: Iterable[int],
    annotators: Annotators,
    by: User | None,
) -> None:
    if batch.masked_outputs.exists():
        named_systems.mask(cursor, batch, by=by)
    for start in starts:
        make_step(cursor, batch, step_values(batch, start, annotators))
    forget_sample(cursor)


def _note_new_hits(batch: Batch, plan: Plan) -> None:
    """Update the batch's counts, and its stored names of fields and media. Raises NotAmendable if
    the number of new HITs differs from the plan."""
    hits = main_hits(batch).count() - batch.hits_planned
    if hits != plan.hits:
        raise NotAmendable(
            f"{hits} HITs were created instead of {plan.hits}.", remedy=_("Try again.")
        )
    transaction.on_commit(partial(analyze, "hits_hit, hits_assignment"))
    Batch.objects.filter(pk=batch.pk).update(
        hits_planned=F("hits_planned") + plan.hits,
        hits_made=F("hits_made") + plan.hits,
        **find_input_names(batch).noted,
    )


_PLANS = {
    Kind.ANNOTATORS: _plan_annotators,
    Kind.ITEMS: _plan_items,
    Kind.SYSTEMS: _plan_systems,
    Kind.TIME: plan_time,
    Kind.PEOPLE: plan_people,
}
_CHANGES = {
    Kind.ANNOTATORS: _add_annotators,
    Kind.ITEMS: _add_items,
    Kind.SYSTEMS: _add_systems,
    Kind.TIME: add_time,
    Kind.PEOPLE: add_people,
}
