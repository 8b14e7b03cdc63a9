"""Benchmark of the cost of a cycle: processor time of web server and database, write-ahead log,
flushes, and bytes stored.

The command is `python -m benchmarks.cost [--quick] [--json FILE]`. The results have no goal and are
not compared with the floor, but `benchmarks.scale` derives the capacity from them. Annotators work
over HTTP as in `cycle.py`. Autosaves are sent inside this process, and are compared with cycles
sent in the same way.
"""

import json
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import urlsplit

import psutil
import psycopg

from benchmarks.command import run
from benchmarks.load import TEXT, Plan, Played, play
from benchmarks.pages import Form, post_forms
from benchmarks.results import Measure
from benchmarks.servers import Bench
from local.postgres_folder import postmaster

ANNOTATORS = 8
TOLD_AFTER = 11  # seconds until idle connections have reported their counters to the statistics
BLOCKS = 4
KEPT = ("hits_hit", "hits_assignment", "hits_answer")


class Person:
    """An annotator whose requests this process handles itself, without a network."""

    def __init__(self, session: str) -> None:
        from django.test import Client

        self.client = Client(enforce_csrf_checks=True, HTTP_HOST="127.0.0.1")
        self.client.cookies["sessionid"] = session
        self.chance = random.Random(1)
        self.path = ""
        self.form = Form("")
        self.page_bytes = 0  # bytes of the last page

    def begin(self, start: str) -> None:
        page = self.client.get(start)
        entry = next(
            form for form in post_forms(page.content.decode()) if form.action.endswith("/start/")
        )
        self._show(self.client.post(entry.action, entry.served).headers["Location"])

    def cycle(self) -> None:
        """Submit the answers and follow the redirect to the next page."""
        self._show(
            self.client.post(self.path, self.form.filled(self.chance, TEXT)).headers["Location"]
        )

    def _show(self, location: str) -> None:
        self.path = urlsplit(location).path
        page = self.client.get(self.path)
        self.page_bytes = len(page.content)
        self.form = next(form for form in post_forms(page.content.decode()) if form.asks)


@dataclass(frozen=True)
class Scale:
    """The number of cycles, of autosaves, and of HITs in the batch used to measure table sizes."""

    cycles: int
    autosaves: int
    hits: int


SCALES = {
    "full": Scale(2_000, 1_000, 100_000),
    "quick": Scale(500, 300, 100_000),
    "tiny": Scale(24, 4, 200),
}


def measure(bench: Bench, scale: str) -> list[Measure]:
    """Return a measure for each cost, per cycle, autosave or answered HIT."""
    from benchmarks.fill import Shape, make_batch, make_dataset, make_world, tidy

    chosen = SCALES[scale]
    world = make_world()
    dataset = make_dataset(world, chosen.hits)
    with psycopg.connect(bench.database, autocommit=True) as connection:
        kept = _kept(connection)
        make_batch(world, dataset, Shape(chosen.hits, done=100))
        tidy()
        kept = [
            (after - before) / chosen.hits
            for before, after in zip(kept, _kept(connection), strict=True)
        ]
        batch = make_batch(world, dataset, Shape(chosen.hits))
        tidy()
        start = f"/batches/{batch.pk}/"
        _play(bench, start, ANNOTATORS)  # caches query plans and pages
        found = _played(bench, connection, start, chosen.cycles)
        found += _autosaved(bench, connection, start, chosen.autosaves)
    found += [
        _one("kept per answered HIT: tables", kept[0], "bytes"),
        _one("… indexes", kept[1], "bytes"),
    ]
    return found


def _one(name: str, value: float, unit: str, **details: object) -> Measure:
    return Measure(name, value, 0, unit, 0, details=details)


def _played(bench: Bench, connection: psycopg.Connection, start: str, cycles: int) -> list[Measure]:
    """Measure the cost of a cycle twice. The first run follows a checkpoint, so PostgreSQL writes
    whole pages to the write-ahead log (WAL). In the second run, it writes only changes."""
    connection.execute("checkpoint")
    log, flushes = _log_position(connection), _log_flushes(connection)
    web, database = web_seconds(bench), database_seconds(bench)
    played = _play(bench, start, cycles)
    web, database = web_seconds(bench) - web, database_seconds(bench) - database
    acknowledged, summary = played.acknowledged, played.summary()
    whole = (_log_position(connection) - log) / acknowledged
    flushes = (_log_flushes(connection) - flushes) / acknowledged
    with _records_only(connection):
        log = _log_position(connection)
        least = _play(bench, start, cycles)
        bare = (_log_position(connection) - log) / least.acknowledged
    return [
        _one("web's processor time a cycle", 1000 * web / acknowledged, "ms", played=summary),
        _one("PostgreSQL's processor time a cycle", 1000 * database / acknowledged, "ms"),
        _one("WAL a cycle, after a checkpoint", whole, "bytes"),
        _one("WAL a cycle, records only", bare, "bytes"),
        _one("WAL flushes a cycle", flushes, ""),
    ]


def _play(bench: Bench, start: str, cycles: int) -> Played:
    site = bench.rateroom
    played = play(Plan(site.base, [start], ANNOTATORS, site.sessions, cycles, seconds=600))
    if played.errors:
        raise AssertionError(f"Cycles failed, so their cost means nothing: {dict(played.errors)}")
    return played


def _autosaved(
    bench: Bench, connection: psycopg.Connection, start: str, autosaves: int
) -> list[Measure]:
    """Measure the cost of an autosave compared with a cycle. Both are sent inside this process, so
    the web server and the database never work at the same time."""
    person = Person(bench.rateroom.sessions[-1])
    person.begin(start)
    for _warm in range(5):
        person.cycle()
        _autosave(person, 1)
    cycle, save = [0.0, 0.0], [0.0, 0.0]
    log = 0
    for _block in range(BLOCKS):  # alternately, so that other load affects both
        _add(cycle, bench, lambda: [person.cycle() for _cycle in range(autosaves // BLOCKS)])
        before = _log_position(connection)
        _add(save, bench, lambda: _autosave(person, autosaves // BLOCKS))
        log += _log_position(connection) - before
    share = "processor time, autosave over cycle"
    ms = [1000 * seconds / (autosaves // BLOCKS * BLOCKS) for seconds in (*cycle, *save)]
    return [
        _one(f"web's {share}", ms[2] / ms[0], "", cycle_ms=ms[0], autosave_ms=ms[2]),
        # Processor time has steps of 1/100 s, so it can be 0 in a short run.
        _one(f"PostgreSQL's {share}", ms[3] / ms[1] if ms[1] else 0.0, "", cycle_ms=ms[1]),
        _one("WAL an autosave", log / (autosaves // BLOCKS * BLOCKS), "bytes"),
        _one("HIT page, not compressed", person.page_bytes, "bytes"),
    ]


def _add(total: list[float], bench: Bench, work: Callable[[], object]) -> None:
    """Add the processor seconds that `work` takes in this process to `total[0]`, and those in
    PostgreSQL to `total[1]`."""
    database, own = database_seconds(bench), time.process_time()
    work()
    total[0] += time.process_time() - own
    total[1] += database_seconds(bench) - database


def _autosave(person: Person, times: int) -> None:
    """Send an autosave of the person's open HIT `times` times, as the page's script does. Raises
    AssertionError if an autosave is refused."""
    filled = person.form.filled(person.chance, "The awning is green in the picture.")
    token = filled.pop("csrfmiddlewaretoken")
    for revision in range(times):
        answer = person.client.post(
            f"{person.path.rstrip('/')}/draft/",
            json.dumps({"revision": revision, "data": filled}),
            content_type="application/json",
            headers={"X-CSRFToken": token},
        )
        if answer.status_code != 200:
            raise AssertionError(
                f"An autosave was refused: {answer.status_code} {answer.content[:200]!r}"
            )


def _log_position(connection: psycopg.Connection) -> int:
    """Return the current position in the write-ahead log, in bytes."""
    (found,) = connection.execute("select pg_current_wal_lsn() - '0/0'::pg_lsn").fetchone()
    return int(found)


def _log_flushes(connection: psycopg.Connection) -> int:
    """Return the number of write-ahead log flushes by all processes so far."""
    time.sleep(TOLD_AFTER)
    (found,) = connection.execute(
        "select sum(fsyncs) from pg_stat_io where object = 'wal'"
    ).fetchone()
    return int(found)


@contextmanager
def _records_only(connection: psycopg.Connection) -> Iterator[None]:
    """Turn off full-page writes in the `with` block. The WAL then contains only changes, as it does
    long after a checkpoint."""
    connection.execute("alter system set full_page_writes = off")
    connection.execute("select pg_reload_conf()")
    time.sleep(1)
    try:
        yield
    finally:
        connection.execute("alter system reset full_page_writes")
        connection.execute("select pg_reload_conf()")


def _kept(connection: psycopg.Connection) -> tuple[int, int]:
    """Return the total size in bytes of the tables in `KEPT`, and of their indexes."""
    query = (
        "select sum(pg_table_size(name))::bigint, sum(pg_indexes_size(name))::bigint from "
        "unnest(%s::regclass[]) name"
    )
    tables, indexes = connection.execute(query, [list(KEPT)]).fetchone()
    return int(tables), int(indexes)


def web_seconds(bench: Bench) -> float:
    """Return the processor time in seconds that gunicorn and its workers have used so far."""
    return _family_seconds(psutil.Process(bench.rateroom.process.process.pid))


def database_seconds(bench: Bench) -> float:
    """Return PostgreSQL's processor time so far in seconds, with processes that have ended."""
    server = postmaster((bench.folder / "postgres").resolve())
    if server is None:
        raise AssertionError("PostgreSQL is not running.")
    return _family_seconds(server)


def _family_seconds(parent: psutil.Process) -> float:
    times = [one.cpu_times() for one in (parent, *parent.children(recursive=True))]
    ended = times[0].children_user + times[0].children_system
    return ended + sum(one.user + one.system for one in times)


if __name__ == "__main__":
    run({"cost": measure}, annotators=lambda _scale: ANNOTATORS + 1, about=__doc__.splitlines()[0])
