"""Benchmarks of importing, publishing and exporting. They are compared with PostgreSQL alone on the
same rows. Imports and publishing run in separate processes, so that their peak memory can be
measured. Exports are downloaded from the site, as a researcher would do."""

import csv
import http.client
import multiprocessing
import re
import resource
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

import psutil
import psycopg

from benchmarks.browser import loopback
from benchmarks.command import run
from benchmarks.material import PARAGRAPH
from benchmarks.results import Measure, at_least, at_most
from benchmarks.servers import Bench

IMPORT_GOAL, PUBLISH_GOAL, EXPORT_GOAL = 0.20, 0.30, 0.50
EXPORT_MEGABYTES, FIRST_BYTE_SECONDS = 150.0, 1.0
ANNOTATORS = 3
IMPORT_ROUNDS = 5
SYSTEMS = ("Heron", "Moss")
PIECE = 1 << 20


# Rows of the import, HITs of the publication, assignments of the export.
SCALES = {"full": 1_000_000, "quick": 30_000, "tiny": 300}


def measure(bench: Bench, scale: str) -> list[Measure]:
    """Run the three benchmarks, and return their measures."""
    rows = SCALES[scale]
    return [*importing(bench, rows), *publishing(bench, rows), *exporting(bench, rows)]


def importing(bench: Bench, rows: int) -> list[Measure]:
    """Measure imports in rows per second (the median), compared with a `COPY` of the file into text
    columns without an index. The two alternate on an idle server, because the disk and the
    write-ahead log affect both."""
    from benchmarks.fill import make_world, tidy

    path = bench.folder / "rows.csv"
    write_rows(path, rows)
    project = make_world().project.pk
    bare, ours, peaks = [], [], []
    for turn in range(IMPORT_ROUNDS):
        tidy(checkpoint=True)
        bare.append(_seconds(lambda: _copy_in(bench.database, path)))
        tidy(checkpoint=True)
        seconds, peak = in_own_process(import_rows, project, str(path), f"imported {turn}")
        ours.append(seconds)
        peaks.append(peak)
    path.unlink()
    name, rates = f"import of {rows:,} rows", (rows / median(ours), rows / median(bare))
    return [
        at_least(name, *rates, "rows/s", IMPORT_GOAL, seconds=ours, bare_seconds=bare),
        Measure("… peak memory", max(peaks), 0, "MB", 0),
    ]


def write_rows(path: Path, rows: int) -> None:
    """Write a CSV file with `rows` outputs, like the tables that researchers upload."""
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["item_id", "system", "output", "topic"])
        for number in range(rows):
            item, system = divmod(number, len(SYSTEMS))
            text = f"{PARAGRAPH[:300]} ({number})"
            writer.writerow([f"item-{item}", SYSTEMS[system], text, f"topic {item % 97}"])


def _copy_in(database: str, path: Path) -> None:
    with psycopg.connect(database) as connection, connection.cursor() as cursor:
        cursor.execute("create table bare_rows (item text, system text, output text, topic text)")
        with (
            cursor.copy("copy bare_rows from stdin with (format csv, header)") as copy,
            path.open("rb") as file,
        ):
            while piece := file.read(PIECE):
                copy.write(piece)
        connection.commit()
        cursor.execute("drop table bare_rows")


def import_rows(project: int, path: str, name: str) -> None:
    """Import the table at `path`, as a worker does. This function runs in a separate process."""
    from people.models import Project
    from stimuli.imports import import_dataset

    import_dataset(project=Project.objects.get(pk=project), name=name, table=Path(path))


def publishing(bench: Bench, hits: int) -> list[Measure]:
    """Measure publishing in assignments per second. It is compared with an `INSERT … SELECT` of the
    same HITs and assignments into tables with the same indexes."""
    from benchmarks.fill import Shape, draft_batch, make_dataset, make_world, tidy
    from hits.batches.publishing import publish_batch

    world = make_world()
    batch = draft_batch(world, make_dataset(world, hits), Shape(hits, ANNOTATORS))
    tidy()
    publish_batch(batch_id=batch.pk)
    seconds, peak = in_own_process(make_hits, batch.pk)
    with psycopg.connect(bench.database) as connection:
        for table in ("hit", "assignment"):
            connection.execute(f"create table bare_{table} (like hits_{table} including all)")
        bare = _seconds(lambda: _insert_again(connection, batch.pk))
        for table in ("assignment", "hit"):
            connection.execute(f"drop table bare_{table}")
    rates = hits * ANNOTATORS / seconds, hits * ANNOTATORS / bare
    name = f"publishing {hits:,} HITs × {ANNOTATORS}"
    return [
        at_least(name, *rates, "assignments/s", PUBLISH_GOAL, seconds=seconds, bare_seconds=bare),
        Measure("… peak memory", peak, 0, "MB", 0),
    ]


def make_hits(batch: int) -> None:
    """Create the batch's HITs, as a worker does after publishing. This function runs in a separate
    process. Raises AssertionError if the batch is not live afterwards."""
    from hits.batches import publishing
    from hits.models import Batch

    publishing.make_hits(batch_id=batch)
    state = Batch.objects.get(pk=batch).state
    if state != Batch.State.LIVE:
        raise AssertionError(f"The batch is {state} after publishing.")


def _insert_again(connection: psycopg.Connection, batch: int) -> None:
    for table in ("hit", "assignment"):
        connection.execute(
            f"insert into bare_{table} select * from hits_{table} where batch_id = %s", [batch]
        )
    connection.commit()


def exporting(bench: Bench, assignments: int) -> list[Measure]:
    """Measure the exports in long and wide form: megabytes per second compared with `COPY TO` of
    the same query, seconds to the first byte, and the web workers' peak memory."""
    from benchmarks.fill import Shape, make_batch, make_dataset, make_world, tidy
    from benchmarks.sign_in import open_sessions
    from hits.exports.choice import ExportChoice
    from hits.exports.streams import rows_of, stream
    from people.models import User

    world = make_world()
    batch = make_batch(world, make_dataset(world, assignments), Shape(assignments, done=100))
    tidy()
    (session,) = open_sessions(1, prefix="bench-researcher-")
    User.objects.filter(username="bench-researcher-0").update(is_superuser=True)
    found = []
    for kind in ("long", "wide"):
        site = bench.rateroom.base.removesuffix("/")
        rows = rows_of(batch, ExportChoice(table=kind, site=site))
        bare, size = _copy_out(bench.database, rows.statement())
        size += len(next(stream(batch, kind, site=site)))  # size of the header
        ours = download(bench, f"/batches/{batch.pk}/export/{kind}.csv", session)
        if ours.size != size:
            raise AssertionError(f"The {kind} export has {ours.size} bytes, COPY TO {size}.")
        details = {"seconds": ours.seconds, "bare_seconds": bare, "bytes": size}
        rates = size / 2**20 / ours.seconds, size / 2**20 / bare
        name = f"{kind} export of {assignments:,} assignments"
        found += [
            at_least(name, *rates, "MB/s", EXPORT_GOAL, **details),
            _bounded("… first byte", ours.first_byte, "s", FIRST_BYTE_SECONDS),
            _bounded("… peak memory of a web worker", ours.peak, "MB", EXPORT_MEGABYTES),
        ]
    return found


def _bounded(name: str, ours: float, unit: str, limit: float) -> Measure:
    return replace(at_most(name, ours, limit, unit, 1), goal=f"≤ {limit:g} {unit}")


def _copy_out(database: str, statement: tuple[Any, ...]) -> tuple[float, int]:
    """Copy a query's result out of the database. Return the seconds and the number of bytes."""
    began, size = time.perf_counter(), 0
    with psycopg.connect(database) as connection, psycopg.ClientCursor(connection) as cursor:
        bound = cursor.mogrify(*statement)
        with cursor.copy(f"copy ({bound}) to stdout (format csv)") as copy:
            for piece in copy:
                size += len(piece)
    return time.perf_counter() - began, size


@dataclass(frozen=True)
class Download:
    """Measurements of a download. `seconds` is the total time, and `first_byte` is the time in
    seconds until the first byte of the body. `size` is in bytes. `peak` is the highest peak memory
    of a web worker in megabytes."""

    seconds: float
    first_byte: float
    size: int
    peak: float


def download(bench: Bench, path: str, session: str) -> Download:
    """Download `path` without storing it, and return the measurements. Raises AssertionError if the
    status is not 200."""
    connection = http.client.HTTPConnection(*loopback(bench.rateroom.base), timeout=600)
    began = time.perf_counter()
    connection.request("GET", path, headers={"Cookie": f"sessionid={session}"})
    answer = connection.getresponse()
    if answer.status != http.client.OK:
        raise AssertionError(f"{answer.status} for {path}: {answer.headers.get('Location')}")
    size = len(answer.read(1))
    first = time.perf_counter() - began
    while piece := answer.read(PIECE):
        size += len(piece)
    seconds = time.perf_counter() - began
    connection.close()
    master = psutil.Process(bench.rateroom.process.process.pid)
    return Download(seconds, first, size, max(map(peak_megabytes, master.children())))


def peak_megabytes(process: psutil.Process) -> float:
    """Return the process's peak resident memory in megabytes, or else its current memory."""
    told = Path(f"/proc/{process.pid}/status")
    found = (
        re.search(r"^VmHWM:\s+(\d+) kB$", told.read_text(), re.MULTILINE) if told.exists() else None
    )
    return int(found[1]) / 1024 if found else process.memory_info().rss / 2**20


def in_own_process(work: Callable[..., None], *given: Any) -> tuple[float, float]:
    """Run `work(*given)` in a separate process, and return the seconds and the peak memory in
    megabytes. Raises AssertionError if the process ends without a result."""
    context = multiprocessing.get_context("spawn")
    receiver, sender = context.Pipe(duplex=False)
    with _joined(context.Process(target=_report, args=(sender, work, given))) as process:
        sender.close()
        try:
            return receiver.recv()
        except EOFError:
            process.join()
            raise AssertionError(f"{work.__name__} ended with code {process.exitcode}.") from None


@contextmanager
def _joined(process: Any) -> Iterator[Any]:
    process.start()
    try:
        yield process
    finally:
        process.join()


def _report(sender: Any, work: Callable[..., None], given: tuple[Any, ...]) -> None:
    import django

    django.setup()
    from annotation.celery import load_addresses

    load_addresses()  # as in a worker before its first task
    seconds = _seconds(lambda: work(*given))
    sender.send((seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024))


def _seconds(work: Callable[[], None]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


if __name__ == "__main__":
    run({"bulk": measure}, annotators=lambda _scale: 1, about=__doc__)
