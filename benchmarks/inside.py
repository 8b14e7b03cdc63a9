"""What one cycle of Rateroom asks of PostgreSQL and of the processor, taken inside one process.

`python -m benchmarks.inside` prints the SQL statements of a cycle with how often and how long each
ran, then the functions that cost most over a few hundred cycles. For finding what to make faster;
the figures are no goal.
"""

import argparse
import cProfile
import io
import pstats
import random
import re
import time
from collections import Counter
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from benchmarks.load import TEXT
from benchmarks.pages import Form, post_forms
from benchmarks.servers import running
from local.programs import ROOT

OURS = (
    r"/(hits|surveys|people|annotation|csp|whitenoise|middleware|sessions|auth|messages)/|"
    r"/template/l"
)


class Person:
    """One annotator who talks to the site without a network."""

    def __init__(self, session: str) -> None:
        from django.test import Client

        self.client = Client(enforce_csrf_checks=True, HTTP_HOST="127.0.0.1")
        self.client.cookies["sessionid"] = session
        self.chance = random.Random(1)
        self.path = ""
        self.form = Form("")
        self.page_bytes = 0  # of the page shown last

    def begin(self, start: str) -> None:
        page = self.client.get(start)
        entry = next(
            form for form in post_forms(page.content.decode()) if form.action.endswith("/start/")
        )
        self._show(self.client.post(entry.action, entry.served).headers["Location"])

    def cycle(self) -> None:
        """POST the answers, follow to the next page."""
        self._show(
            self.client.post(self.path, self.form.filled(self.chance, TEXT)).headers["Location"]
        )

    def _show(self, location: str) -> None:
        self.path = urlsplit(location).path
        page = self.client.get(self.path)
        self.page_bytes = len(page.content)
        self.form = next(form for form in post_forms(page.content.decode()) if form.asks)


class Statements:
    """Counts and times every statement of the connection; like ones together."""

    def __init__(self) -> None:
        self.count: Counter[str] = Counter()
        self.seconds: Counter[str] = Counter()

    def __call__(
        self, execute: Callable[..., Any], sql: str, params: Any, many: bool, context: Any
    ) -> Any:
        began = time.perf_counter()
        try:
            return execute(sql, params, many, context)
        finally:
            short = shortened(sql)
            self.count[short] += 1
            self.seconds[short] += time.perf_counter() - began

    def report(self, cycles: int) -> str:
        lines = [
            (
                f"{self.count.total() / cycles:.1f} statements a cycle, as sent (without BEGIN, "
                "COMMIT):"
            )
        ]
        lines += [
            (
                f"{self.count[sql] / cycles:5.2f} ×  "
                f"{1000 * self.seconds[sql] / self.count[sql]:6.2f} ms  {sql}"
            )
            for sql in self.count
        ]
        return "\n".join(lines)


def shortened(sql: str) -> str:
    """The statement without its list of columns, on one line."""
    flat = re.sub(r"\s+", " ", sql).strip()
    flat = re.sub(r"^SELECT .*? FROM ", "SELECT … FROM ", flat)
    return re.sub(r"VALUES .*$", "VALUES …", flat)[:230]


def profiled(cycle: Callable[[], None], cycles: int, lines: int) -> str:
    """The functions that cost most, by time inside them and by time with what they call."""
    profile = cProfile.Profile()
    began = time.process_time()
    profile.enable()
    for _cycle in range(cycles):
        cycle()
    profile.disable()
    told = (
        f"{1000 * (time.process_time() - began) / cycles:.2f} ms of processor time a cycle, "
        "profiler included\n"
    )
    told += (
        "Ours and the middleware's, with what they call:\n"
        f"{functions(profile, 'cumulative', OURS, lines)}"
    )
    return told + f"All, by time inside them:\n{functions(profile, 'tottime', '', lines)}"


def functions(profile: cProfile.Profile, order: str, paths: str, lines: int) -> str:
    """The costliest functions in files whose path matches."""
    out = io.StringIO()
    stats = pstats.Stats(profile, stream=out).sort_stats(order)
    stats.print_stats(paths, lines)
    return out.getvalue().replace(f"{ROOT}/", "")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cycles", type=int, default=300)
    parser.add_argument("--lines", type=int, default=45, help="of each table of functions")
    given = parser.parse_args()
    with running(annotators=2) as bench:
        from django.db import connection

        from benchmarks.fill import Shape, make_batch, make_dataset, make_world, tidy

        world = make_world()
        batch = make_batch(world, make_dataset(world, 20_000), Shape(20_000))
        tidy()
        person = Person(bench.rateroom.sessions[0])
        person.begin(f"/batches/{batch.pk}/")
        for _warm in range(20):
            person.cycle()
        statements = Statements()
        with connection.execute_wrapper(statements):
            for _cycle in range(50):
                person.cycle()
        print(statements.report(50))
        began = time.process_time()
        for _cycle in range(given.cycles):
            person.cycle()
        print(
            f"{1000 * (time.process_time() - began) / given.cycles:.2f} ms of processor time a "
            "cycle, this process"
        )
        print(profiled(person.cycle, given.cycles, given.lines))


if __name__ == "__main__":
    main()
