"""The command line of all benchmarks. It chooses a scale, starts the servers, prints a table of
results, and writes the JSON file."""

import argparse
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from benchmarks import results
from benchmarks.results import Measure
from benchmarks.servers import Bench, running

SCALES = ("full", "quick", "tiny")
Benchmark = Callable[[Bench, str], Sequence[Measure]]


def run(
    benchmarks: Mapping[str, Benchmark], *, annotators: Callable[[str], int], about: str
) -> None:
    """Run the benchmarks one after another on the same servers, and write the results after each of
    them. `annotators` returns the number of people who need a session at a scale. `about` is the
    help text of the command."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument(
        "--quick", dest="scale", action="store_const", const="quick", default="full"
    )
    parser.add_argument(
        "--tiny", dest="scale", action="store_const", const="tiny", help="only shows that it works"
    )
    parser.add_argument(
        "--json", type=Path, help="where to write the figures (default: benchmarks/results/)"
    )
    given = parser.parse_args()
    measures: list[Measure] = []
    with running(annotators=annotators(given.scale)) as bench:
        record = results.begin(bench.database, scale=given.scale, path=given.json)
        for name, benchmark in benchmarks.items():
            began = time.monotonic()
            print(f"{name} …", flush=True)
            found = benchmark(bench, given.scale)
            print(f"{results.table(found)}\n{name}: {time.monotonic() - began:.0f} s", flush=True)
            measures += found
            # Do not lose an hour's results if the next benchmark fails.
            draft = results.keep(record, measures)
    draft.replace(record.path)
    print(f"{results.table(measures)}\n{record.path}")
