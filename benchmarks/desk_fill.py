"""A busy project in Rateroom's database: many batches, one large with thousands of annotators."""

from dataclasses import dataclass, replace

from django.utils import timezone

from benchmarks.fill import Shape, World, make_batch, make_dataset
from hits.models import Batch

PER_BATCH = 50  # annotators of a batch that is not the large one
DONE, APPROVED = 80, 50  # percent


@dataclass(frozen=True)
class Busy:
    """The numbers of batches, of all HITs, and of the large batch's HITs and annotators."""

    batches: int
    hits: int
    large: int
    annotators: int


def make_busy_desk(world: World, busy: Busy) -> Batch:
    """Create the batches, and return the large batch, which is the only one with answers. Every
    tenth batch is closed, and no one is working on the others, as on most days."""
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
