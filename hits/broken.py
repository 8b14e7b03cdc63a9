"""Annotators' reports that a claimed HIT is broken, and researchers' decisions to make the HIT
available again or to close it. A report does not count against its annotator. A decision applies to
all HITs with the same content."""

from collections.abc import Sequence
from decimal import Decimal

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.batch_locks import lock_batch, lock_batch_shared
from hits.models import HIT, Assignment, Batch, BrokenReport, Enrolment
from hits.money.bonuses import pay_goodwill_of_many
from hits.money.escrow import refund
from hits.queue.prefetched import take_out_unbegun
from hits.queue.releasing import end_reported, has_others_draft
from hits.states import State
from payments.fees import FeeRule
from people.acts import record
from people.models import Act, User


def lock_twins(hit: HIT) -> Sequence[int]:
    """Lock the batch's HITs with the same content as `hit`, including `hit` itself, and return
    their ids. None of their assignments can be reopened until the transaction ends."""
    # All purposes are listed, so that the query uses the index `hit_once`.
    twins = HIT.objects.filter(
        batch=hit.batch_id, purpose__in=HIT.Purpose.values, output_ids=hit.output_ids
    )
    return [twin.pk for twin in twins.select_for_update(of=("self",), no_key=True).order_by("pk")]


def suspend(hit_ids: Sequence[int]) -> None:
    """Suspend the HITs that are open, and their assignments that no one has started. Call this only
    while `lock_twins` holds its lock."""
    open_now = HIT.objects.filter(pk__in=hit_ids, availability=HIT.Availability.OPEN)
    if open_now.update(availability=HIT.Availability.SUSPENDED):
        take_out_unbegun(hit_ids=hit_ids, state=State.SUSPENDED)


def hand_out_again(hit_ids: Sequence[int]) -> None:
    """Make the HITs available again, and free their suspended assignments. Call this only while
    `lock_twins` holds its lock."""
    HIT.objects.filter(pk__in=hit_ids).update(availability=HIT.Availability.OPEN)
    suspended = Assignment.objects.filter(hit__in=hit_ids, state=State.SUSPENDED)
    suspended.update(state=State.FREE)


def open_reports(hit_ids: Sequence[int]) -> QuerySet[BrokenReport]:
    return BrokenReport.objects.filter(
        assignment__hit__in=hit_ids, decision=BrokenReport.Decision.OPEN
    )


LONGEST = 2000
Category = BrokenReport.Category


class NotReportable(RateroomError):
    """Raised if a HIT cannot be reported, because the person is not working on it or the report is
    incomplete."""


@transaction.atomic
def report_broken(
    *, annotator: User, assignment_id: int, category: str, text: str, give_back: bool
) -> BrokenReport:
    """Report that the HIT that `annotator` is working on is broken. With `give_back`, also return
    the HIT. This does not count as one of the annotator's returns.

    After reports by `reports_to_suspend` people, the HIT is on hold until a researcher decides. If
    this assignment was already reported, return the first report. Raises NotReportable if the
    person is not working on the HIT or the report is incomplete.
    """
    # Every function that ends an assignment locks in this order: enrolment, assignment, batch, HIT.
    enrolment = (
        Enrolment.objects.select_for_update(of=("self",), no_key=True)
        .filter(assignments=assignment_id, annotator=annotator)
        .first()
    )
    in_work = Assignment.objects.in_work().filter(pk=assignment_id, annotator=annotator)
    assignment = in_work.select_for_update(of=("self",), no_key=True).select_related("hit").first()
    if enrolment is None or assignment is None:
        raise NotReportable(
            _("This HIT is no longer yours."), remedy=_("Message the researcher instead.")
        )
    report = BrokenReport.objects.filter(assignment=assignment).first()
    if report is None:
        report = _store(assignment, category, text.strip()[:LONGEST])
    if give_back and not has_others_draft(annotator, assignment):
        end_reported(assignment=assignment)
    return report


def _store(assignment: Assignment, category: str, text: str) -> BrokenReport:
    if category not in Category.values:
        raise NotReportable(
            _("Please say what is wrong."), remedy=_("Choose an option from the list.")
        )
    if category == Category.OTHER and not text:
        raise NotReportable(_("Please say what is wrong."))
    batch = lock_batch_shared(assignment.batch_id)
    hit_ids = lock_twins(assignment.hit)
    report = BrokenReport.objects.create(assignment=assignment, category=category, text=text)
    people = open_reports(hit_ids).values("assignment__annotator").distinct().count()
    if batch.reports_to_suspend is not None and people >= batch.reports_to_suspend:
        suspend(hit_ids)
    return report


Decision = BrokenReport.Decision


@transaction.atomic
def put_back(*, hit: HIT, by: User | None) -> bool:
    """Make the HIT available again, and mark its reports as decided. Only new reports count towards
    another suspension. Return False if there were no open reports."""
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
    """Close the HIT permanently: cancel its unclaimed assignments, and refund their escrow.
    Existing responses are kept, and people who are working on the HIT can still submit it.

    With `pay_reporters`, pay the HIT's reward as goodwill to people who reported and returned it,
    unless a panel pays the annotators. Return False if there were no open reports. Raises
    NotEnoughMoney, and changes nothing, if the balance is too low.
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
    """Return whether the project itself, rather than a panel, can pay people who report a HIT."""
    return batch.fee_rule != FeeRule.PANEL and batch.reward > 0


def unpaid_reports(hit_ids: Sequence[int]) -> QuerySet[BrokenReport]:
    """Return the open reports by people who have returned the HIT, and so have not been paid for
    it."""
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
        reason=_("You reported a broken HIT in “%(batch)s”.") % {"batch": batch.title},
        key=f"broken:{assignment.pk}",
        by=by,
    )


def _note(
    verb: Act.Verb, batch: Batch, hit: HIT, by: User | None, after: dict[str, object]
) -> None:
    record(by, verb, batch, after={"HIT": hit.pk, **after})
