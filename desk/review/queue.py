"""The order of the review: batches by publication, and flagged responses first in each batch."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Q, QuerySet

from desk.annotators.figures import Figures
from hits.models import Assignment, Batch
from hits.review.flags import Flag, flags_of, with_flags
from hits.states import State
from people.models import Project
from quality.annotators.flag_rows import FlagRow, flag_rows

# Responses with a decision that is not posted yet are left out.
WAITING = Q(state=State.SUBMITTED, held_decision=None)
LONGEST = 60  # the oldest waiting responses


@dataclass(frozen=True)
class Queued:
    """A response that waits for review, with its own flags and those of its annotator."""

    assignment: Assignment
    flags: Sequence[Flag]
    annotator_flags: Sequence[FlagRow]

    @property
    def words(self) -> str:
        own = (str(flag.label) for flag in self.flags)
        return ", ".join([*own, *(str(flag.title) for flag in self.annotator_flags)])


def first_batch_waiting(projects: QuerySet[Project]) -> Batch | None:
    """Of the batches with responses to review, return the one that was published first. Return None
    if there is none."""
    waiting = Assignment.objects.filter(WAITING, batch=OuterRef("pk"))
    batches = Batch.objects.filter(Exists(waiting), project__in=projects)
    return batches.order_by("published_at", "pk").first()


def waiting_in(batch: Batch) -> QuerySet[Assignment]:
    return Assignment.objects.filter(WAITING, batch=batch).order_by("pk")


def queue_of(batch: Batch, *, median: float | None) -> list[Queued]:
    """Return the oldest responses that wait for review: flagged responses first, then those of
    flagged annotators. Runs one query. `median` is the batch's median time per HIT in seconds."""
    rows = with_flags(waiting_in(batch), median=median).select_related(
        "hit__item", "enrolment__annotator_figures"
    )
    return sorted((_queued(row) for row in rows[:LONGEST]), key=_rank)


def next_in(queue: Sequence[Queued], assignment: Assignment) -> Assignment | None:
    """Return the response after `assignment` in the queue, or the first response if `assignment` is
    the last. Return None if there is no other response."""
    rows = [queued.assignment for queued in queue]
    place = rows.index(assignment) + 1 if assignment in rows else 0
    return next((row for row in rows[place:] + rows[:place] if row != assignment), None)


def before_in(queue: Sequence[Queued], assignment: Assignment) -> Assignment | None:
    """Return the response before `assignment` in the queue. Return None if `assignment` is the
    first or is not in the queue."""
    rows = [queued.assignment for queued in queue]
    place = rows.index(assignment) if assignment in rows else 0
    return rows[place - 1] if place else None


def _queued(row: Assignment) -> Queued:
    flags = [flag for flag in flags_of(row) if flag != Flag.EXCLUDED]
    return Queued(row, flags, flag_rows(Figures.of(row.enrolment).flags) if row.enrolment else [])


def _rank(queued: Queued) -> tuple[bool, bool, int]:
    return (not queued.flags, not queued.annotator_flags, queued.assignment.pk)
