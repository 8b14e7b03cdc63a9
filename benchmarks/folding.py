"""What it takes to compute the figures of a batch's annotators: 500 people with 200 HITs each.

Seconds, processor time, SQL statements and the memory that the process had at most. There is no
yardstick: the task runs in the background, at most once a minute for a batch.
"""

import resource
import time
from typing import Any

from benchmarks.command import run
from benchmarks.results import Measure
from benchmarks.servers import Bench

ANNOTATORS_PER_HIT = 2
SCALES = {"full": (500, 200), "quick": (100, 100), "tiny": (10, 4)}  # people, HITs of each


def measure(_bench: Bench, scale: str) -> list[Measure]:
    """A batch that is done, folded once; everything is computed anew each time."""
    from django.db import connection

    from benchmarks.fill import PAST_ANNOTATORS, Shape, make_batch, make_dataset, make_world, tidy
    from quality.annotators.folding import fold_annotators
    from quality.models import AnnotatorFigures

    people, each = SCALES[scale]
    world = make_world(past=max(people, PAST_ANNOTATORS))
    hits = people * each // ANNOTATORS_PER_HIT
    shape = Shape(hits, annotators=ANNOTATORS_PER_HIT, done=100)
    batch = make_batch(world, make_dataset(world, hits), shape)
    tidy()
    statements = 0

    def count(execute: Any, *given: Any) -> Any:
        nonlocal statements
        statements += 1
        return execute(*given)

    began, worked = time.perf_counter(), time.process_time()
    with connection.execute_wrapper(count):
        fold_annotators(batch_id=batch.pk)
    took, busy = time.perf_counter() - began, time.process_time() - worked
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    name = f"figures of {AnnotatorFigures.objects.count()} people, {hits * 2:,} HITs"
    return [
        Measure(f"{name}: wall", took, 0.0, "s", 0.0),
        Measure("… processor time of the task", busy, 0.0, "s", 0.0),
        Measure("… statements", statements, 0.0, "", 0.0),
        Measure("… most memory of the process", memory, 0.0, "MB", 0.0),
    ]


if __name__ == "__main__":
    run({"folding": measure}, annotators=lambda _scale: 1, about=__doc__)
