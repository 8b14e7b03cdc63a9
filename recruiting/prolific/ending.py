"""Ending open sittings of people from Prolific. A sitting is ended if a researcher or a failed
check has ended the participation, or if the person did not come back. The person is then asked,
through Prolific, to return the submission."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Max, Q
from django.db.models.functions import Greatest
from django.utils import timezone
from django.utils.translation import gettext as _

from hits.models import Assignment, Enrolment
from hits.queue.enrolments import free_claimed
from recruiting.models import Sitting
from recruiting.prolific.api.shapes import SubmissionState
from recruiting.prolific.deciding import request_return
from recruiting.prolific.models import Study, Submission

# States in which, as far as we know, the person is still working at Prolific.
AT_WORK = (SubmissionState.UNKNOWN, SubmissionState.RESERVED, SubmissionState.ACTIVE)


def end_sittings() -> int:
    """End active sittings of people whose participation was ended, or who were away for longer than
    Prolific allows. Return the number of ended sittings."""
    active = Submission.objects.filter(sitting__state=Sitting.State.ACTIVE)
    stopped = active.filter(sitting__enrolment__status=Enrolment.Status.STOPPED)
    ended = sum(end_stopped(submission_id=pk) for pk in stopped.values_list("pk", flat=True))
    at_work = active.filter(
        state__in=AT_WORK, sitting__enrolment__status=Enrolment.Status.ACTIVE
    ).select_related("study", "sitting")
    return ended + sum(
        end_left(submission_id=submission.pk) for submission in at_work if _is_left(submission)
    )


@transaction.atomic
def end_stopped(*, submission_id: int) -> bool:
    """End the sitting of a person whose participation was ended, and request the return of their
    submission. Prolific shows the reason to the person. Return False if the sitting had already
    ended, or if the person can work again."""
    submission = _locked(submission_id)
    enrolment = submission.sitting.enrolment
    if enrolment.status != Enrolment.Status.STOPPED or not _end(submission.sitting):
        return False
    request_return(submission_id=submission.pk, reason=enrolment.stop_reason, by=None)
    return True


@transaction.atomic
def end_left(*, submission_id: int) -> bool:
    """End the sitting of a person who has not come back, release the HITs that the person claimed,
    and request the return of the submission. Return False if the person is back, if the sitting has
    ended, or if only the completion code is missing."""
    submission = _locked(submission_id)
    enrolment = submission.sitting.enrolment
    done = enrolment.submitted - submission.submitted_before
    if done >= submission.study.hits_per_sitting or not _is_left(submission):
        return False
    if not _end(submission.sitting):
        return False
    if not enrolment.sittings.filter(state=Sitting.State.ACTIVE).exists():
        Enrolment.objects.filter(pk=enrolment.pk).update(cap=F("submitted"))
        free_claimed(enrolment=enrolment)
    reason = _("This session has ended because its time ran out.")
    request_return(submission_id=submission.pk, reason=reason, by=None)
    return True


def longest(study: Study) -> timedelta:
    """Return the longest time that Prolific allows for a session of the study."""
    return timedelta(minutes=study.time_limit)


def _is_left(submission: Submission) -> bool:
    return _last_seen(submission.sitting) < timezone.now() - longest(submission.study)


def _last_seen(sitting: Sitting) -> datetime:
    """Return the time when the person began the sitting or last worked on a HIT. The deadline of a
    claimed HIT counts, so the result can be in the future."""
    latest = Assignment.objects.filter(enrolment=sitting.enrolment_id).aggregate(
        touched=Max(Greatest("accepted_at", "submitted_at", "ended_at")),
        until=Max("deadline_at", filter=Q(state=Assignment.State.CLAIMED)),
    )
    return max(filter(None, [sitting.started_at, latest["touched"], latest["until"]]))


def _locked(submission_id: int) -> Submission:
    """Lock the enrolment and return the submission. Code that claims HITs also locks the enrolment
    first."""
    enrolments = Enrolment.objects.filter(sittings__prolific=submission_id)
    enrolments.select_for_update(of=("self",), no_key=True).get()
    joined = Submission.objects.select_related("sitting__enrolment", "study")
    return joined.get(pk=submission_id)


def _end(sitting: Sitting) -> bool:
    active = Sitting.objects.filter(pk=sitting.pk, state=Sitting.State.ACTIVE)
    return active.update(state=Sitting.State.ENDED, ended_at=timezone.now()) == 1
