"""Decisions of researchers on reported HITs: hand the HIT out again, or close it permanently."""

from collections.abc import Sequence
from decimal import Decimal

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from hits.batch_locks import lock_batch
from hits.broken.holding import hand_out_again, lock_twins, open_reports
from hits.models import HIT, Assignment, Batch, BrokenReport
from hits.money.bonuses import pay_goodwill_of_many
from hits.money.escrow import refund
from hits.queue.prefetched import take_out_unbegun
from hits.states import State
from payments.fees import FeeRule
from people.acts import record
from people.models import Act, User

Decision = BrokenReport.Decision


@transaction.atomic
def put_back(*, hit: HIT, by: User | None) -> bool:
    """Hand the HIT out again and settle its reports; later reports are counted from zero. Return
    False if nothing waited for a decision."""
    batch = lock_batch(hit.batch_id)
    hit_ids = lock_twins(hit)
    reports = _settle(hit_ids, Decision.PUT_BACK, by)
    if not reports:
        return False
    hand_out_again(hit_ids)
    _note(Act.Verb.PUT_BACK, batch, hit, by, {"reports": reports})
    return True


@transaction.atomic
def close_hit(*, hit: HIT, pay_reporters: bool, by: User | None) -> bool:
    """Stop handing the HIT out: cancel its unclaimed assignments and refund their escrow. Existing
    answers stay, and people who are working on it can still submit it.

    `pay_reporters`: pay its reward as goodwill to people who reported and returned it; a panel does
    not pay for that. Return False if nothing waited for a decision. Raises NotEnoughMoney, and then
    changes nothing.
    """
    batch = lock_batch(hit.batch_id)
    hit_ids = lock_twins(hit)
    unpaid = list(unpaid_reports(hit_ids)) if pay_reporters and pays_reporters(batch) else []
    reports = _settle(hit_ids, Decision.CLOSED, by)
    if not reports:
        return False
    HIT.objects.filter(pk__in=hit_ids).update(availability=HIT.Availability.CLOSED)
    withdrawn = take_out_unbegun(hit_ids=hit_ids, state=State.WITHDRAWN)
    if withdrawn:
        refund(batch=batch, assignments=withdrawn, key=f"refund:hit:{hit_ids[0]}", by=by)
    for report in unpaid:
        _pay(batch, report.assignment, by)
    paid = len(unpaid) * batch.reward
    _note(
        Act.Verb.HIT_CLOSED,
        batch,
        hit,
        by,
        {"reports": reports, "withdrawn": withdrawn, "paid to reporters": paid},
    )
    return True


def pays_reporters(batch: Batch) -> bool:
    """Return whether the project itself can pay people who report a HIT."""
    return batch.fee_rule != FeeRule.PANEL and batch.reward > 0


def unpaid_reports(hit_ids: Sequence[int]) -> QuerySet[BrokenReport]:
    """Return the open reports by people who returned the HIT, and so get no other pay for it."""
    reports = open_reports(hit_ids).filter(assignment__state=State.RETURNED)
    return reports.select_related("assignment__annotator").order_by("pk")


def _settle(hit_ids: Sequence[int], decision: Decision, by: User | None) -> int:
    return open_reports(hit_ids).update(decision=decision, decided_at=timezone.now(), decided_by=by)


def _pay(batch: Batch, assignment: Assignment, by: User | None) -> None:
    if assignment.annotator is None:
        return
    pay_goodwill_of_many(
        project=batch.project,
        annotator=assignment.annotator,
        amount=Decimal(batch.reward),
        reason=_("You reported a HIT of “%(batch)s” that was broken.") % {"batch": batch.title},
        key=f"broken:{assignment.pk}",
        by=by,
    )


def _note(
    verb: Act.Verb, batch: Batch, hit: HIT, by: User | None, after: dict[str, object]
) -> None:
    record(by, verb, batch, after={"HIT": hit.pk, **after})
