"""Updates of submissions from their state at Prolific. If a submission was returned or timed out,
its open assignments become available again. Its submitted work is kept but excluded from the
results."""

import logging

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from hits.models import Assignment, Enrolment, Exclusion
from hits.queue.enrolments import free_claimed
from hits.review.decisions import approve_assignments
from hits.review.exclusions import exclude_assignments, take_back_exclusions
from hits.states import State
from payments.paying import record_panel_payment
from payments.posting import NotEnoughMoney
from recruiting.models import Sitting
from recruiting.prolific.api.client import Client
from recruiting.prolific.api.shapes import Submission as SubmissionShape
from recruiting.prolific.api.shapes import SubmissionState
from recruiting.prolific.models import OutgoingCall, Study, Submission
from recruiting.prolific.studies.planning import note_study
from recruiting.sittings.work import work_of

logger = logging.getLogger(__name__)
# States in which the participation has ended without pay and someone else gets the place.
GIVEN_UP = {
    SubmissionState.RETURNED: Sitting.State.RETURNED,
    SubmissionState.TIMED_OUT: Sitting.State.TIMED_OUT,
}
# States that Prolific does not change automatically.
FINAL = (
    SubmissionState.APPROVED,
    SubmissionState.PARTIALLY_APPROVED,
    SubmissionState.REJECTED,
    SubmissionState.SCREENED_OUT,
)


@transaction.atomic
def note_submission(*, session: str, shape: SubmissionShape) -> bool:
    """Store the new state of a submission, and update its sitting, its work and its payments.
    Return False if the state is already known, or if the submission does not belong to our
    studies."""
    # Lock the enrolment first, in the same order as a claim.
    enrolments = Enrolment.objects.filter(sittings__prolific__session=session)
    enrolment = enrolments.select_for_update(of=("self",), no_key=True).first()
    if enrolment is None:
        return False
    submission = Submission.objects.select_related(
        "sitting__enrolment__annotator", "study__batch__project"
    ).get(session=session)
    state_before, state = submission.state, shape.status
    if state in {state_before, SubmissionState.UNKNOWN}:
        return False
    submission.state = state
    submission.save(update_fields=["state"])
    if state in GIVEN_UP:
        _give_up(submission, enrolment, GIVEN_UP[SubmissionState(state)])
    elif state_before in GIVEN_UP:
        _take_up_again(submission)
    if state == SubmissionState.APPROVED:
        _note_paid(submission)
    return True


def _give_up(submission: Submission, enrolment: Enrolment, state: str) -> None:
    sitting = submission.sitting
    sitting.state, sitting.ended_at = state, sitting.ended_at or timezone.now()
    sitting.save(update_fields=["state", "ended_at"])
    going_on = Sitting.objects.filter(enrolment=enrolment, state=Sitting.State.ACTIVE)
    if not going_on.exists():
        Enrolment.objects.filter(pk=enrolment.pk).update(cap=enrolment.submitted)
        free_claimed(enrolment=enrolment)
    exclude_assignments(
        batch=submission.study.batch,
        ids=list(work_of(sitting).values_list("pk", flat=True)),
        rule=Exclusion.RETURNED,
        by=None,
        reason="Returned or timed out at Prolific",
    )


def _take_up_again(submission: Submission) -> None:
    """Mark the sitting as completed and include its work in the results again, because the
    submission's return was undone at Prolific. Drop unsent part pay."""
    sitting = submission.sitting
    sitting.state = Sitting.State.COMPLETED
    sitting.save(update_fields=["state"])
    take_back_exclusions(
        batch=submission.study.batch,
        ids=list(work_of(sitting).values_list("pk", flat=True)),
        rule=Exclusion.RETURNED,
        by=None,
    )
    _drop_part(submission)


def _drop_part(submission: Submission) -> None:
    """Drop the unsent part pay of a submission whose return was undone. Prolific will decide on the
    whole submission again, and the same work would be paid for twice."""
    parts = submission.calls.filter(key__startswith=OutgoingCall.PART)
    parts.filter(state=OutgoingCall.State.WAITING).update(
        state=OutgoingCall.State.DROPPED,
        problem=_("The return was undone on Prolific."),
        ended_at=timezone.now(),
    )


def _note_paid(submission: Submission) -> None:
    """Approve the submitted work of a submission that Prolific has approved. Also record Prolific's
    payment, so that we do not pay for the work again."""
    batch, sitting = submission.study.batch, submission.sitting
    waiting = work_of(sitting).filter(state=State.SUBMITTED)
    approve_assignments(batch=batch, ids=list(waiting.values_list("pk", flat=True)), by=None)
    for assignment in work_of(sitting).filter(state=State.APPROVED).order_by("pk"):
        if batch.reward:
            _post_panel_payment(submission, assignment)


def _post_panel_payment(submission: Submission, assignment: Assignment) -> None:
    batch = submission.study.batch
    try:
        record_panel_payment(
            project=batch.project,
            annotator=submission.sitting.enrolment.annotator,
            amount=batch.reward,
            key=f"panel:{assignment.pk}",
            work={"batch_id": batch.pk, "assignment_id": assignment.pk},
        )
    except NotEnoughMoney:
        logger.exception("Prolific's payment for assignment %s could not be posted.", assignment.pk)


def to_follow() -> QuerySet[Study]:
    """Return the studies that have submissions whose state can still change."""
    open_ones = Submission.objects.exclude(state__in=FINAL)
    return (
        Study.objects.filter(submissions__in=open_ones)
        .select_related("batch__project__prolific")
        .distinct()
        .order_by("pk")
    )


def follow_study(*, study: Study) -> int:
    """Fetch the study and all its submissions from Prolific, and store their states. Return the
    number of submissions that changed. Raises PanelError."""
    with Client(study.batch.project.prolific.token) as client:
        shape = client.study(study.outside_id)
        submissions = list(client.submissions(study.outside_id))
    note_study(study=study, shape=shape)
    return sum(note_submission(session=shape.id, shape=shape) for shape in submissions)
