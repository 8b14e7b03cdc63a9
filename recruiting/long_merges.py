"""Merging of two annotators by a worker, for merges that would take too long for a request."""

from collections.abc import Callable

from django.utils.translation import gettext as _

from hits.background.asking import ask_for_task
from hits.background.performing import gone
from hits.models import Assignment, BackgroundTask, Batch
from people.access import owns
from people.models import User
from recruiting.merging import NotMerged, merge_people, refuse_unlike

# Up to this many responses are moved in the request itself.
MOST_ANSWERS = 1_000


def is_long_merge(goes: User) -> bool:
    """Return whether moving this person's work would take too long for a request."""
    return Assignment.objects.filter(annotator=goes)[: MOST_ANSWERS + 1].count() > MOST_ANSWERS


def ask_for_merge(*, batch: Batch, goes: User, stays: User, by: User) -> BackgroundTask:
    """Create a background task that runs `merge_people` in the batch's project. Raises NotMerged if
    these two people cannot be merged."""
    refuse_unlike(batch.project, goes, stays)
    return ask_for_task(
        kind=BackgroundTask.Kind.MERGE,
        subject=batch,
        by=by,
        parameters={"goes": goes.pk, "stays": stays.pk},
    )


def perform_merge(task: BackgroundTask, tell: Callable[[int], None]) -> dict[str, object]:
    """Run the merge if the person who requested it is still an owner. This is checked because
    someone else may have restarted the task."""
    batch = Batch.objects.select_related("project").filter(pk=task.subject_id).first()
    people = User.objects.in_bulk([task.parameters["goes"], task.parameters["stays"]])
    if batch is None or len(people) < 2:  # noqa: PLR2004 - both
        raise gone(task)
    if not owns(task.created_by, batch.project):
        raise NotMerged(_("Only a project owner can merge annotators."))
    goes, stays = people[task.parameters["goes"]], people[task.parameters["stays"]]
    merge_people(project=batch.project, goes=goes, stays=stays, by=task.created_by, tell=tell)
    return {}
