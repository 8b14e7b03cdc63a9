"""Access to submissions at Prolific: the same as to their batch."""

from django.http import Http404

from hits.access import batch_for_researcher
from people.models import User
from recruiting.prolific.models import Submission


def submission_for_researcher(user: User, pk: int, *, write: bool = False) -> Submission:
    """Return the submission, for a person with a role in its project. 404 without one;
    PermissionDenied for a viewer's write."""
    submissions = Submission.objects.select_related("sitting__enrolment", "study__batch__project")
    submission = submissions.filter(pk=pk).first()
    if submission is None:
        raise Http404
    submission.study.batch = batch_for_researcher(user, submission.study.batch_id, write=write)
    return submission
