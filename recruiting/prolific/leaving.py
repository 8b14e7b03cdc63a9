"""Exits to Prolific. Completion codes are only for people who were verifiably sent by Prolific."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from hits.batches.open_list import open_batch
from people.models import User
from recruiting.around.outcomes import CannotLeave, ClosingFirst, early_outcome, outcome_by_status
from recruiting.models import Outcome, Sitting
from recruiting.prolific.ending import end_stopped
from recruiting.prolific.entering import Entry, EntryRefused, check
from recruiting.prolific.models import Submission

COMPLETE_URL = "https://app.prolific.com/submissions/complete?cc={code}"
PATIENCE = 8.0


def latest_submission(*, user: User, batch_id: int) -> Submission | None:
    """Return the person's latest submission in the batch. In a restricted session, return the
    submission of that session."""
    theirs = Submission.objects.filter(
        sitting__enrolment__annotator=user, sitting__enrolment__batch=batch_id
    )
    if user.bound is not None:
        theirs = theirs.filter(sitting=user.bound.sitting)
    joined = theirs.select_related(
        "sitting__enrolment__annotator", "study__batch__project__prolific"
    )
    return joined.order_by("-pk").first()


def leave(*, submission: Submission, outcome: str = "") -> str:
    """End the sitting and return its completion code. Calling the function again returns the same
    code.

    `outcome` is the reason if the sitting ends before its HITs are done. Raises CannotLeave if HITs
    or closing pages are left, or if Prolific does not confirm that it sent the person.
    """
    if submission.sitting.code_given:
        return submission.sitting.code_given
    outcome = outcome or due_outcome(submission)
    if outcome == Outcome.DONE and (page := submission.sitting.enrolment.closing_page):
        raise ClosingFirst(page)
    if submission.verified_at is None:
        _verify(submission)
    if outcome == Outcome.FAILED_CHECK:
        end_stopped(submission_id=submission.pk)
    return _ended(submission_id=submission.pk, outcome=outcome)


def is_due(submission: Submission) -> bool:
    """Return whether the person has ended the sitting or has nothing left to do in it."""
    if submission.sitting.code_given:
        return True
    try:
        due_outcome(submission)
    except CannotLeave:
        return False
    return True


def due_outcome(submission: Submission) -> str:
    """Return the outcome if the sitting has ended or can end now. Raises CannotLeave if HITs are
    left, or if the sitting's time ran out."""
    sitting, study = submission.sitting, submission.study
    if sitting.outcome:
        return sitting.outcome
    enrolment = sitting.enrolment
    done = enrolment.submitted - submission.submitted_before
    if early := early_outcome(enrolment, has_worked=done > 0):
        # Prolific does not allow us to reject people who misunderstood the instructions, so we ask
        # them to return their submission.
        return Outcome.SCREENED_OUT if early == Outcome.FAILED_CHECK else early
    if ended := outcome_by_status(enrolment):
        return ended
    if sitting.state == Sitting.State.ENDED:
        raise CannotLeave(
            _("This session has ended because its time ran out."),
            remedy=_("Return your submission on Prolific."),
        )
    if done >= study.hits_per_sitting:
        return Outcome.DONE
    if open_batch(enrolment.annotator, study.batch).hits_left:
        raise CannotLeave(
            _("You still have HITs to do."),
            remedy=_("Continue with the next HIT, or return your submission on Prolific."),
        )
    return Outcome.DONE if done else Outcome.SCREENED_OUT


def has_declined(submission: Submission) -> bool:
    """Return whether the sitting ends, or has ended, because the person did not give consent."""
    try:
        return due_outcome(submission) == Outcome.NO_CONSENT
    except CannotLeave:
        return False


def _verify(submission: Submission) -> None:
    entry = Entry(submission.participant, submission.study.outside_id, submission.session)
    try:
        verified = check(
            workspace=submission.study.batch.project.prolific, entry=entry, timeout=PATIENCE
        )
    except EntryRefused as refusal:
        raise CannotLeave(refusal.what, remedy=refusal.remedy) from refusal
    if not verified:
        raise CannotLeave(
            _("Prolific is not responding, so we cannot show your code yet."),
            remedy=f"{_('Your submitted HITs are saved and your pay is not affected.')} "
            f"{_('Try again in a minute.')}",
        )
    Submission.objects.filter(pk=submission.pk, verified_at=None).update(verified_at=timezone.now())


@transaction.atomic
def _ended(*, submission_id: int, outcome: str) -> str:
    locked = Submission.objects.select_related("study", "sitting").select_for_update(
        of=("self", "sitting"), no_key=True
    )
    submission = locked.get(pk=submission_id)
    sitting = submission.sitting
    if not sitting.code_given:
        if sitting.state in Sitting.GIVEN_UP:
            raise CannotLeave(
                _("This submission was returned on Prolific, or its time ran out."),
                remedy=_("Your work is saved, but Prolific does not pay the full reward for it."),
            )
        sitting.outcome, sitting.code_given = outcome, submission.study.codes[outcome]
        if sitting.state == Sitting.State.ACTIVE:
            sitting.state, sitting.ended_at = Sitting.State.COMPLETED, timezone.now()
        sitting.save(update_fields=["outcome", "code_given", "state", "ended_at"])
    return sitting.code_given


def way_back(code: str) -> str:
    """Return the URL at Prolific that accepts this completion code."""
    return COMPLETE_URL.format(code=code)
