"""Access to Prolific submissions, which requires access to their batches."""

from django.http import Http404

from hits.access import batch_for_researcher
from people.models import User
from recruiting.prolific.models import Submission


def submission_for_researcher(user: User, pk: int, *, write: bool = False) -> Submission:
    """Return the submission if the user has a role in its project. Raises Http404 for other people,
    and PermissionDenied if `write` is true and the user is a viewer."""
    submissions = Submission.objects.select_related("sitting__enrolment", "study__batch__project")
    submission = submissions.filter(pk=pk).first()
    if submission is None:
        raise Http404
    submission.study.batch = batch_for_researcher(user, submission.study.batch_id, write=write)
    return submission
