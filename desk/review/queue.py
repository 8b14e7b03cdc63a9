"""Order of the review: batch by batch, within one by the responses' number.

Each step reads one row of the index `assignment_batch_state`.
"""

from django.db.models import Exists, OuterRef, Q, QuerySet

from hits.models import Assignment, Batch
from hits.states import State
from people.models import Project

# What is decided on and only not posted yet is left out.
WAITING = Q(state=State.SUBMITTED, held_decision=None)


def first_waiting(projects: QuerySet[Project]) -> Assignment | None:
    """Return an answer that waits for a decision, of the batch that was published first."""
    waiting = Assignment.objects.filter(WAITING, batch=OuterRef("pk"))
    batches = Batch.objects.filter(Exists(waiting), project__in=projects)
    batch = batches.order_by("published_at", "pk").first()
    return None if batch is None else waiting_in(batch).first()


def waiting_in(batch: Batch) -> QuerySet[Assignment]:
    return Assignment.objects.filter(WAITING, batch=batch).order_by("pk")


def next_waiting(assignment: Assignment) -> Assignment | None:
    """After this one in its batch, and then from the batch's beginning."""
    waiting = waiting_in(assignment.batch).exclude(pk=assignment.pk)
    return waiting.filter(pk__gt=assignment.pk).first() or waiting.first()


def previous_answer(assignment: Assignment) -> Assignment | None:
    """Return the one before it in the batch that was answered, whatever was decided on it."""
    before = Assignment.objects.filter(
        batch=assignment.batch, submitted_at__isnull=False, pk__lt=assignment.pk
    )
    return before.order_by("-pk").first()
