"""Objecting to a rejection, and deciding on it; granting one changes the ledger."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from hits.models import Appeal, Assignment, Batch
from hits.review.decisions import overturn_rejections
from hits.review.notices import tell_of_answer, tell_of_objection
from people.models import User
from tabular.errors import RateroomError

LONGEST = 2000


class NotAppealable(RateroomError):  # noqa: N818 - named for what it is
    """There is no rejection to object to, or no words to object with."""


@transaction.atomic
def make_appeal(*, annotator: User, assignment_id: int, text: str) -> Appeal:
    """Object to the rejection of one's own work. A second objection gives the first one back."""
    assignment = Assignment.objects.select_for_update().get(pk=assignment_id, annotator=annotator)
    if existing := Appeal.objects.filter(assignment=assignment).first():
        return existing
    if assignment.state != Assignment.State.REJECTED:
        raise NotAppealable(
            _("This HIT is not rejected."), remedy=_("There is nothing to object to.")
        )
    if not text.strip():
        raise NotAppealable(
            _("Please say why the rejection is wrong."), remedy=_("A sentence is enough.")
        )
    appeal = Appeal.objects.create(assignment=assignment, text=text.strip()[:LONGEST])
    tell_of_objection(appeal)
    return appeal


@transaction.atomic
def decide_appeal(*, appeal_id: int, granted: bool, answer: str, by: User | None) -> bool:
    """Grant an appeal (the rejection is overturned and paid) or dismiss it, with an answer the
    annotator reads.

    False when it was decided before. Raises NotEnoughMoney, and then nothing is changed.
    """
    appeal = (
        Appeal.objects.select_for_update(of=("self",))
        .select_related("assignment")
        .get(pk=appeal_id)
    )
    if appeal.decision:
        return False
    if not granted and not answer.strip():
        raise NotAppealable(
            _("Dismissing an appeal needs an answer: the annotator will read it."),
            remedy=_("Write one."),
        )
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
