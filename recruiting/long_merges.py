"""Merging two annotators in a background task, if a merge would take too long for one request."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from hits.background.asking import ask_for_task
from hits.background.performing import gone
from hits.models import Assignment, BackgroundTask, Batch
from people.access import owns
from people.models import User
from recruiting.merging import NotMerged, merge_people, refuse_unlike

# A request moves the responses directly if there are at most this many.
MOST_ANSWERS = 1_000


def is_long_merge(goes: User) -> bool:
    """Return whether this person has too much work to move in one request."""
    return Assignment.objects.filter(annotator=goes)[: MOST_ANSWERS + 1].count() > MOST_ANSWERS


def ask_for_merge(*, batch: Batch, goes: User, stays: User, by: User) -> BackgroundTask:
    """Create a background task that merges `goes` into `stays` in the batch's project, and return
    it. Raises NotMerged if these two people cannot be merged."""
    refuse_unlike(batch.project, goes, stays)
    return ask_for_task(
        kind=BackgroundTask.Kind.MERGE,
        subject=batch,
        by=by,
        parameters={"goes": goes.pk, "stays": stays.pk},
    )


def perform_merge(task: BackgroundTask, tell: Callable[[int], None]) -> dict[str, object]:
    """Run the merge. Raises NotMerged if the person who requested it no longer owns the project,
    because someone else may have restarted the task. Raises RateroomError if the batch or a person
    no longer exists."""
    batch = Batch.objects.select_related("project").filter(pk=task.subject_id).first()
    people = User.objects.in_bulk([task.parameters["goes"], task.parameters["stays"]])
    if batch is None or len(people) < 2:  # noqa: PLR2004 - both
        raise gone(task)
    if not owns(task.created_by, batch.project):
        raise NotMerged(_("Only a project owner can merge annotators."))
    goes, stays = people[task.parameters["goes"]], people[task.parameters["stays"]]
    merge_people(project=batch.project, goes=goes, stays=stays, by=task.created_by, tell=tell)
    return {}
