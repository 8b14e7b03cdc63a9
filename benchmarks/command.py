"""The command line that every benchmark shares: choose a scale, start the servers, print the table, write the JSON."""

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from benchmarks import results
from benchmarks.results import Measure
from benchmarks.servers import Bench, running

SCALES = ("full", "quick", "tiny")
Benchmark = Callable[[Bench, str], Sequence[Measure]]


def run(benchmarks: Mapping[str, Benchmark], *, raters: Callable[[str], int], about: str) -> None:
    """Run each in turn on the same servers. `raters(scale)` people have sessions."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--quick", dest="scale", action="store_const", const="quick", default="full")
    parser.add_argument("--tiny", dest="scale", action="store_const", const="tiny", help="only shows that it works")
    parser.add_argument("--json", type=Path, help="where to write the figures (default: benchmarks/results/)")
    given = parser.parse_args()
    measures: list[Measure] = []
    with running(raters=raters(given.scale)) as bench:
        machine = results.machine(bench.database)
        for name, benchmark in benchmarks.items():
            began = time.monotonic()
            print(f"{name} …", flush=True)
            measures += benchmark(bench, given.scale)
            print(f"{name}: {time.monotonic() - began:.0f} s", flush=True)
    print(results.table(measures))
    print(results.write(measures, scale=given.scale, machine=machine, path=given.json))
