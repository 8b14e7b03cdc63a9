"""The one door to each object: who may see or change it. Nobody learns that a thing they may not see exists."""

from dataclasses import dataclass

from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q
from django.http import Http404

from hits.models import HIT, Assignment, Batch
from people.access import projects_for
from people.models import User


def batch_for_researcher(user: User, pk: int, *, write: bool = False) -> Batch:
    """The batch, for a person with a role in its project. 404 without one; PermissionDenied for a viewer's write."""
    batch = Batch.objects.select_related("project", "rubric_version__rubric", "dataset").filter(pk=pk).first()
    if batch is None or not projects_for(user).filter(pk=batch.project_id).exists():
        raise Http404
    if write and not projects_for(user, write=True).filter(pk=batch.project_id).exists():
        raise PermissionDenied
    return batch


# What an annotator may open: also a closed batch, to read how it ended.
VISIBLE = (Batch.State.LIVE, Batch.State.PAUSED, Batch.State.CLOSED)


def batch_for_annotator(user: User, pk: int) -> Batch:
    """A published batch. A paused or closed one only for those who have worked in it."""
    batches = Batch.objects.select_related("project", "rubric_version").filter(state__in=VISIBLE)
    batch = batches.filter(pk=pk).filter(Q(state=Batch.State.LIVE) | Q(enrolments__annotator=user)).distinct().first()
    if batch is None:
        raise Http404
    return batch


def assignment_for_annotator(user: User, pk: int) -> Assignment:
    """The assignment, for the person who has it."""
    found = (
        Assignment.objects.select_related("batch__project", "batch__rubric_version", "hit__item", "enrolment")
        .filter(pk=pk, annotator=user)
        .first()
    )
    if found is None:
        raise Http404
    return found


@dataclass(frozen=True)
class OpenBatch:
    """A batch as an annotator sees it in the list."""

    batch: Batch
    left: int
    done: int
    held_id: int | None


def open_batches(user: User) -> list[OpenBatch]:
    """The live batches, newest first, with how many HITs are left for `user`, counted in four queries."""
    batches = list(Batch.objects.filter(state=Batch.State.LIVE).select_related("project").order_by("-id"))
    free = _free_hits(batches)
    mine = _own_counts(user)
    blocked = _free_but_had(user, batches)
    return [
        OpenBatch(
            batch,
            left=_within_cap(batch, free.get(batch.pk, 0) - blocked.get(batch.pk, 0), mine.get(batch.pk, (0, None))),
            done=mine.get(batch.pk, (0, None))[0],
            held_id=mine.get(batch.pk, (0, None))[1],
        )
        for batch in batches
    ]


def _within_cap(batch: Batch, left: int, own: tuple[int, int | None]) -> int:
    done, held = own
    if batch.cap_per_rater is not None:
        left = min(left, batch.cap_per_rater - done - (1 if held else 0))
    return max(left, 0) + (1 if held else 0)


def _free_hits(batches: list[Batch]) -> dict[int, int]:
    rows = Assignment.objects.filter(batch__in=batches, state=Assignment.State.FREE).values_list("batch_id")
    return dict(rows.annotate(hits=Count("hit", distinct=True)))


def _own_counts(user: User) -> dict[int, tuple[int, int | None]]:
    rows = Assignment.objects.filter(annotator=user, state__in=Assignment.USED).values_list("batch_id", "state", "pk")
    counts: dict[int, tuple[int, int | None]] = {}
    for batch, state, pk in rows:
        done, held = counts.get(batch, (0, None))
        is_held = state == Assignment.State.HELD
        counts[batch] = (done + (not is_held), pk if is_held else held)
    return counts


def _free_but_had(user: User, batches: list[Batch]) -> dict[int, int]:
    """HITs with a free place that this person has had, and so cannot take again."""
    had = HIT.objects.filter(batch__in=batches, assignments__annotator=user, assignments__state__in=NOT_AGAIN).values(
        "pk"
    )
    rows = Assignment.objects.filter(batch__in=batches, state=Assignment.State.FREE, hit__in=had)
    return dict(rows.values_list("batch_id").annotate(hits=Count("hit", distinct=True)))


# A HIT that this person holds, has answered or gave back is not offered again; an expired one may be.
NOT_AGAIN = (*Assignment.USED, Assignment.State.RETURNED)
