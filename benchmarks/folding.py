"""What it takes to compute the figures of a batch under way: of its annotators, and its agreement.

500 people with 60 and with 200 HITs each. Wall and processor time, SQL statements, and the memory
beyond what a worker process has before it; each fold in a process of its own. There is no
yardstick: the tasks run in the background, and the longer they take the less often.
"""

import gc
import multiprocessing
import resource
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.command import run
from benchmarks.results import Measure
from benchmarks.servers import Bench

ANNOTATORS_PER_HIT = 2
# People, and HITs of each.
SCALES = {"full": ((500, 60), (500, 200)), "quick": ((100, 100),), "tiny": ((10, 4),)}


def measure(_bench: Bench, scale: str) -> list[Measure]:
    """Batches that are done, folded once; everything is computed anew each time."""
    from analysis.running import fold_figures
    from benchmarks.fill import PAST_ANNOTATORS, Shape, make_batch, make_dataset, make_world, tidy
    from quality.annotators.folding import fold_annotators

    world = make_world(past=max(PAST_ANNOTATORS, *(people for people, _each in SCALES[scale])))
    measures = []
    for people, each in SCALES[scale]:
        hits = people * each // ANNOTATORS_PER_HIT
        shape = Shape(hits, annotators=ANNOTATORS_PER_HIT, done=100)
        batch = make_batch(world, make_dataset(world, hits), shape)
        tidy()
        size = f"{people} people, {hits * ANNOTATORS_PER_HIT:,} HITs"
        measures += _fold(f"figures of annotators: {size}", fold_annotators, batch.pk)
        measures += _fold(f"agreement so far: {size}", fold_figures, batch.pk)
    return measures


def _fold(name: str, fold: Callable[..., bool], batch_id: int) -> list[Measure]:
    from django.db import connections

    connections.close_all()  # the process to come opens its own
    context = multiprocessing.get_context("fork")
    here, there = context.Pipe()
    process = context.Process(target=_fold_here, args=(fold, batch_id, there))
    process.start()
    there.close()
    took, busy, statements, memory = here.recv()
    process.join()
    return [
        Measure(f"{name}: wall", took, 0.0, "s", 0.0),
        Measure("… processor time of the task", busy, 0.0, "s", 0.0),
        Measure("… statements", statements, 0.0, "", 0.0),
        Measure("… most memory beyond the process's own", memory, 0.0, "MB", 0.0),
    ]


def _fold_here(fold: Callable[..., bool], batch_id: int, told: Any) -> None:
    from django.db import connection
    from scipy import stats  # noqa: F401 - the worker has it after its first fold

    from quality.measures import measures

    measures()
    statements = 0

    def count(execute: Any, *given: Any) -> Any:
        nonlocal statements
        statements += 1
        return execute(*given)

    connection.ensure_connection()
    gc.collect()
    before = _resident()
    began, worked = time.perf_counter(), time.process_time()
    with connection.execute_wrapper(count):
        fold(batch_id=batch_id)
    took, busy = time.perf_counter() - began, time.process_time() - worked
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    told.send((took, busy, statements, most - before))


def _resident() -> float:
    """MB that the process has now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 2**20


if __name__ == "__main__":
    run({"folding": measure}, annotators=lambda _scale: 1, about=__doc__)
