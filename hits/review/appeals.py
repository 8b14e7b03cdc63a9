"""Appeals against rejections, and decisions on them. Upholding an appeal changes the ledger."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.models import Appeal, Assignment, Batch
from hits.progress.notices import tell_of_answer, tell_of_objection
from hits.progress.webhook_events import tell_of_appeal
from hits.review.decisions import overturn_rejections
from people.models import User

LONGEST = 2000


class NotAppealable(RateroomError):
    """Raised if the response cannot be appealed, or if the appeal has no text."""


def objection_until(assignment: Assignment) -> datetime | None:
    """Return the end of the time allowed for an appeal. Return None if the batch sets no limit, or
    if no decision on the response has been made."""
    days = assignment.batch.objection_days
    if days is None or assignment.decided_at is None:
        return None
    return assignment.decided_at + timedelta(days=days)


def may_object(assignment: Assignment) -> bool:
    """Return whether the response is rejected and can still be appealed."""
    if assignment.state != Assignment.State.REJECTED:
        return False
    until = objection_until(assignment)
    return until is None or timezone.now() <= until


@transaction.atomic
def make_appeal(*, annotator: User, assignment_id: int, text: str) -> Appeal:
    """Store the annotator's appeal against a rejection, and notify the researchers and webhooks. If
    an appeal exists already, return it unchanged.

    Raises NotAppealable if the response is not rejected, the time for an appeal is over, or the
    text is blank.
    """
    own = Assignment.objects.select_for_update(of=("self",)).select_related("batch")
    assignment = own.get(pk=assignment_id, annotator=annotator)
    if existing := Appeal.objects.filter(assignment=assignment).first():
        return existing
    if assignment.state != Assignment.State.REJECTED:
        raise NotAppealable(_("You can only appeal a rejected HIT."))
    if not may_object(assignment):
        raise _too_late(assignment)
    if not text.strip():
        raise NotAppealable(_("Give a reason in a sentence."))
    appeal = Appeal.objects.create(assignment=assignment, text=text.strip()[:LONGEST])
    tell_of_objection(appeal)
    tell_of_appeal(appeal)
    return appeal


def _too_late(assignment: Assignment) -> NotAppealable:
    until = objection_until(assignment) or timezone.now()
    return NotAppealable(
        _("The deadline to appeal this rejection was %(date)s.")
        % {"date": date_format(timezone.localtime(until), "DATE_FORMAT")},
        remedy=_("Message the researcher instead."),
    )


@transaction.atomic
def decide_appeal(*, appeal_id: int, granted: bool, answer: str, by: User | None) -> bool:
    """Uphold or dismiss an appeal, and notify the annotator, who reads `answer`. Upholding an
    appeal overturns the rejection and pays the response.

    Return False if the appeal was already decided. Raises NotAppealable if an appeal is dismissed
    without an answer, and NotEnoughMoney if the balance is too low. In both cases, nothing changes.
    """
    appeal = (
        Appeal.objects.select_for_update(of=("self",))
        .select_related("assignment")
        .get(pk=appeal_id)
    )
    if appeal.decision:
        return False
    if not granted and not answer.strip():
        raise NotAppealable(_("Give a reason. The annotator will see it."))
    if granted:
        batch = Batch.objects.get(pk=appeal.assignment.batch_id)
        overturn_rejections(batch=batch, ids=[appeal.assignment_id], by=by, reason=answer)
    appeal.decision = Appeal.Decision.GRANTED if granted else Appeal.Decision.DISMISSED
    appeal.answer, appeal.decided_at, appeal.decided_by = (
        answer.strip()[:LONGEST],
        timezone.now(),
        by,
    )
    appeal.save(update_fields=["decision", "answer", "decided_at", "decided_by"])
    tell_of_answer(appeal)
    return True
