"""A busy project: a large batch with thousands of annotators, and many other batches."""

from dataclasses import dataclass, replace

from django.utils import timezone

from benchmarks.fill import Shape, World, make_batch, make_dataset
from hits.models import Batch

PER_BATCH = 50  # annotators per batch, except in the large one
DONE, APPROVED = 80, 50  # percent of HITs


@dataclass(frozen=True)
class Busy:
    """The size of a busy project. `hits` is the number of HITs in all batches, and `large` is the
    number in the large batch. `annotators` is the number of annotators of the large batch."""

    batches: int
    hits: int
    large: int
    annotators: int


def make_busy_desk(world: World, busy: Busy) -> Batch:
    """Create the batches, and return the large one. Only the large batch has answers. Every tenth
    batch is closed. No one is working on the other batches, as on most days."""
    each = (busy.hits - busy.large) // max(busy.batches - 1, 1)
    dataset = make_dataset(world, max(busy.large, each))
    large = make_batch(world, dataset, Shape(busy.large, done=DONE, approved=APPROVED))
    for number in range(1, busy.batches):
        first = number * PER_BATCH % len(world.past)
        some = replace(world, past=(world.past[first:] + world.past[:first])[:PER_BATCH])
        shape = Shape(each, done=DONE, approved=APPROVED)
        batch = make_batch(some, dataset, shape, answers=False)
        if number % 10 == 9:
            Batch.objects.filter(pk=batch.pk).update(
                state=Batch.State.CLOSED, closed_at=timezone.now()
            )
    return large
