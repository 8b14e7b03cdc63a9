"""How long the statements of what runs by the clock take, on a large site with fresh answers.

A million HITs are open, 50,000 were answered within minutes, and no table was analysed since they
were published; then the same with no statistics at all. Each task of the schedule runs once, and
what it sends for runs at once. Every statement is timed. Run it alone:
`python -m benchmarks.upkeep`.
"""

import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from benchmarks.command import run
from benchmarks.results import Measure, at_most
from benchmarks.servers import Bench

LIMIT = 1000.0  # ms
CANCELLED = "30s"  # a statement that takes longer is cancelled
SHOWN = 110  # characters of a statement
PEOPLE = 300


@dataclass(frozen=True)
class Scale:
    """How large the site is: batches, open HITs and answers in all, and claims whose time is over
    in each batch."""

    batches: int
    hits: int
    answers: int
    late: int


SCALES = {
    "full": Scale(4, 1_000_000, 50_000, 300),
    "quick": Scale(4, 40_000, 4_000, 50),
    "tiny": Scale(2, 400, 40, 5),
}


def measure(_bench: Bench, scale: str) -> list[Measure]:
    """The slowest statement of each task over a second, with the statistics of the publication and
    without any."""
    from benchmarks import upkeep_fill

    upkeep_fill.stop_autovacuum()
    fill(SCALES[scale])
    measures = _measures("as published", timed_tasks())
    upkeep_fill.forget_statistics()
    forget_folds()
    return measures + _measures("no statistics", timed_tasks())


def fill(chosen: Scale) -> None:
    """Publish the batches and have them answered."""
    from benchmarks import upkeep_fill
    from benchmarks.fill import make_world

    world = make_world(past=min(PEOPLE, chosen.answers // chosen.batches))
    each = (chosen.hits + chosen.answers) // chosen.batches
    batches = upkeep_fill.publish(world, batches=chosen.batches, hits=each)
    answers = chosen.answers // chosen.batches
    upkeep_fill.answer(world, batches, answers=answers, late=chosen.late)
    upkeep_fill.surround(world, batches)


def timed_tasks() -> dict[str, dict[str, float]]:
    """Run each task of the schedule once. By task, the longest that each of its statements took,
    in ms."""
    from django.conf import settings
    from django.db import OperationalError, connection

    found: dict[str, dict[str, float]] = {}
    with complete_site() as tasks:
        for entry in settings.CELERY_BEAT_SCHEDULE.values():
            name = entry["task"]
            with connection.cursor() as cursor:
                cursor.execute(f"set statement_timeout = '{CANCELLED}'")
            with timing() as found[name]:
                try:
                    tasks[name]()
                except OperationalError as error:
                    print(f"{name}: {error}", flush=True)
                    connection.close()
    return found


@contextmanager
def complete_site() -> Iterator[Any]:
    """The tasks of a site that has a mail server and is watched; what a task sends for runs at
    once."""
    from django.test.utils import override_settings

    from annotation.celery import app

    app.loader.import_default_modules()
    before, app.conf.task_always_eager = app.conf.task_always_eager, True
    try:
        with override_settings(
            METRICS_TOKEN="benchmark",  # noqa: S106 - of no site
            EMAIL_URL="smtp://127.0.0.1:1",
            EMAIL_BACKEND="django.core.mail.backends.dummy.EmailBackend",
        ):
            yield app.tasks
    finally:
        app.conf.task_always_eager = before


@contextmanager
def timing() -> Iterator[dict[str, float]]:
    """The longest that each statement takes meanwhile, in ms."""
    from django.db import connection

    longest: dict[str, float] = defaultdict(float)

    def timed(execute: Any, sql: str, *given: Any) -> Any:
        began = time.perf_counter()
        try:
            return execute(sql, *given)
        finally:
            took = (time.perf_counter() - began) * 1000
            longest[str(sql)] = max(longest[str(sql)], took)

    with connection.execute_wrapper(timed):
        yield longest


def forget_folds() -> None:
    """Have all figures be computed again."""
    from analysis.models import RunningFigures
    from quality.models import AnnotatorFold

    RunningFigures.objects.all().delete()
    AnnotatorFold.objects.all().delete()


def _measures(state: str, found: dict[str, dict[str, float]]) -> list[Measure]:
    return [
        at_most(
            f"{task}, {state}",
            max(statements.values(), default=0.0),
            LIMIT,
            "ms",
            1.0,
            slowest=[
                {"ms": round(took, 1), "statement": " ".join(sql.split())[:SHOWN]}
                for sql, took in sorted(statements.items(), key=lambda one: -one[1])[:3]
            ],
        )
        for task, statements in found.items()
    ]


if __name__ == "__main__":
    run({"upkeep": measure}, annotators=lambda _scale: 1, about=__doc__)
