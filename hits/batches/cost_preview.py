"""The cost of a batch before publication. Amounts are exact decimals, and fees per assignment are
rounded half up."""

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import partial

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.batches.designs import hits_per_item
from hits.batches.sampling import Reading, eligible_count, overlap_count, readings
from hits.models import Batch
from hits.models.terms.sampling import MOST_ANNOTATORS
from hits.money.escrow import check_budget
from hits.money.training_pay import training_cost
from payments.fees import fee_per_assignment


@dataclass(frozen=True)
class Cost:
    """The numbers of a batch's HITs, assignments and checks, with their prices. `training` is the
    pay for the training and test."""

    hits: int
    assignments: int
    reward: Decimal
    fee: Decimal
    checks: int = 0
    training: Decimal = Decimal(0)
    sitting_hits: int | None = None

    @property
    def sittings(self) -> int | None:
        """Return the number of sessions, including a shorter last one, or None if pay is not per
        session."""
        paid = self.assignments + self.checks
        return None if self.sitting_hits is None else -(-paid // self.sitting_hits)

    @property
    def total(self) -> Decimal:
        return self.reward + self.fee + self.training


@dataclass(frozen=True)
class PricedReading:
    """An interpretation of the sample size, with its cost."""

    reading: Reading
    cost: Cost


@dataclass(frozen=True)
class CostPreview:
    """The cost of a batch for each interpretation of its sample size. Publishing uses
    `readings[0]`."""

    eligible: int
    per_item: int
    fee: Decimal
    readings: list[PricedReading]

    @property
    def cost(self) -> Cost:
        return self.readings[0].cost


def batch_fee(batch: Batch) -> Decimal:
    """Return the fee per assignment: the promised fee of a published batch, or the current fee for
    a draft."""
    if batch.fee is not None:
        return batch.fee
    return fee_by_rule(batch, batch.annotators_per_hit)


def fee_by_rule(batch: Batch, annotators: int) -> Decimal:
    """Return the fee per assignment for this number of annotators per HIT. If some items get more
    annotators, that larger number is used instead."""
    annotators = max(annotators, batch.overlap_annotators or 0)
    return fee_per_assignment(
        rule=batch.fee_rule,
        reward=batch.reward,
        flat_fee=batch.flat_fee,
        annotators_per_hit=annotators,
        rate=batch.fee_rate,
    )


def cost_of(
    batch: Batch, *, items: int, per_item: int, fee: Decimal, annotators: int | None = None
) -> Cost:
    """Return the cost of `items` items. `annotators` replaces the batch's usual number of
    annotators per HIT. Items that get additional annotators are still included."""
    hits, usual = items * per_item, annotators or batch.annotators_per_hit
    more = max(0, (batch.overlap_annotators or 0) - usual)
    assignments = hits * usual + overlap_count(batch, items) * per_item * more
    return _priced(batch, hits, assignments, check_budget(batch, main=assignments), fee)


def promised_cost(batch: Batch) -> Cost:
    """Return the cost promised by a published batch, including its amendments. This amount was put
    into the batch's escrow."""
    numbers = (batch.hits_planned, batch.assignments_planned, batch.checks_planned)
    return _priced(batch, *numbers, batch_fee(batch))


def _priced(batch: Batch, hits: int, assignments: int, checks: int, fee: Decimal) -> Cost:
    paid = assignments + checks
    money = (paid * batch.reward, paid * fee)
    return Cost(hits, assignments, *money, checks, training_cost(batch), batch.sitting_hits)


def cost_preview(batch: Batch, *, eligible: int | None = None) -> CostPreview:
    """Return the cost for each interpretation of the sample size. `eligible` is the number of
    eligible items if it is known. Raises RateroomError if the batch's systems do not fit its rubric
    or pairing."""
    systems = batch.systems.count()
    per_item = hits_per_item(batch, systems)
    if per_item < 1:
        needed = batch.rubric_version.spec.outputs.per_page
        raise RateroomError(
            _("This rubric shows %(needed)s systems per page. You chose %(systems)s.")
            % {"systems": systems, "needed": needed},
            where=_("Systems"),
        )
    by_reference = (
        batch.pairing == Batch.Pairing.REFERENCE and batch.rubric_version.spec.outputs.per_page > 1
    )
    if by_reference and not batch.systems.filter(pk=batch.pairing_reference_id).exists():
        raise RateroomError(
            _("The reference system %(name)s is not one of the batch's systems.")
            % {"name": batch.pairing_reference},
            where=capfirst(_("outputs shown together")),
        )
    eligible = eligible_count(batch) if eligible is None else eligible
    fee = batch_fee(batch)
    priced = [
        PricedReading(reading, cost_of(batch, items=reading.count, per_item=per_item, fee=fee))
        for reading in readings(batch, eligible)
    ]
    return CostPreview(eligible, per_item, fee, priced)


@dataclass(frozen=True)
class Offer:
    """The number of items that a budget allows with a given number of annotators per HIT, and their
    cost."""

    annotators: int
    items: int
    cost: Cost


OFFERED = (1, 2, 3, 5)  # annotators per HIT


def offers(batch: Batch, preview: CostPreview, budget: Decimal) -> list[Offer]:
    """Return the largest number of items that the budget allows, for several numbers of annotators.
    These are the usual numbers, the batch's own, and the highest number that the budget allows for
    all items. Offers without items are left out."""
    affordable = []
    for annotators in sorted({*OFFERED, batch.annotators_per_hit, _most(batch, preview, budget)}):
        fee = fee_by_rule(batch, annotators)
        cost = partial(_cost_of_items, batch, preview.per_item, fee, annotators)
        items = bisect_right(range(1, preview.eligible + 1), budget, key=partial(_total, cost))
        if items:
            affordable.append(Offer(annotators, items, cost(items)))
    return affordable


def _most(batch: Batch, preview: CostPreview, budget: Decimal) -> int:
    """Return the highest number of annotators per HIT that the budget allows for all items, but at
    least 1."""

    def total(annotators: int) -> Decimal:
        fee = fee_by_rule(batch, annotators)
        cost = _cost_of_items(batch, preview.per_item, fee, annotators, preview.eligible)
        return cost.total

    return max(1, bisect_right(range(1, MOST_ANNOTATORS + 1), budget, key=total))


def _cost_of_items(batch: Batch, per_item: int, fee: Decimal, annotators: int, items: int) -> Cost:
    return cost_of(batch, items=items, per_item=per_item, fee=fee, annotators=annotators)


def _total(cost: Callable[[int], Cost], items: int) -> Decimal:
    return cost(items).total
