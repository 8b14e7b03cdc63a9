"""What a comparison of hard tables takes beside an easy one of 100,000 ratings: seconds and memory.

`python -m benchmarks.comparison` runs each case in a process of its own with at most 3 GB of
memory, in turn, and writes `benchmarks/results/comparison.json`. The yardstick is the table of
whole numbers; `--rounds` takes the best of so many turns.

    whole numbers   100,000 ratings 1 to 4 of 4 criteria: 3 people and a judge, 5 systems
    decimals        the same, with as many different values as ratings
    many systems    972 systems and 1,000 images, 5,664 outputs, 3 people and a judge
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path

import analysis  # noqa: F401 - first of all: it settles how many threads NumPy takes

# isort: split
import numpy as np

from analysis.comparison.compare import compare
from analysis.data.facts import Facts
from analysis.data.frame import Frame, Labels
from benchmarks.results import commit, processor

RESULTS = Path(__file__).parent / "results" / "comparison.json"
PEOPLE, RATERS, SEED = 3, 4, 1
MEMORY = 3 << 30
CASES = ("whole numbers", "decimals", "many systems")


def table(case: str) -> Frame:
    """The case's ratings."""
    if case == "many systems":
        outputs = np.random.default_rng(SEED).choice(972 * 1000, 5664, replace=False)
        return _frame(outputs // 972, outputs % 972, criteria=1, whole=True)
    units = np.arange(100_000 // (4 * RATERS))
    return _frame(units // 5, units % 5, criteria=4, whole=case == "whole numbers")


def _frame(item: np.ndarray, system: np.ndarray, *, criteria: int, whole: bool) -> Frame:
    chance = np.random.default_rng(SEED)
    shape = (criteria, RATERS, len(item))
    truth = chance.normal(0.5, 0.25, (criteria, 1, len(item)))
    value = 1 + 3 * (truth + chance.normal(0, 0.15, shape))
    value = np.clip(np.round(value), 1, 4) if whole else value
    criterion, rater, unit = (axis.ravel() for axis in np.indices(shape))
    keys = tuple(f"c{number}" for number in range(criteria))
    return Frame(
        hit=_numbered("hit", unit),
        item=_numbered("item", item[unit]),
        system=_numbered("system", system[unit]),
        other=Labels(np.zeros(value.size, dtype=np.intp), ("",)),
        criterion=Labels(criterion, keys),
        target=Labels(criterion, keys),
        rater=_numbered("rater", rater),
        judge=rater >= PEOPLE,
        position=np.ones(value.size, dtype=np.int8),
        value=value.ravel(),
        facts={key: Facts(key, key, "ordinal" if whole else "interval") for key in keys},
    )


def _numbered(what: str, code: np.ndarray) -> Labels:
    return Labels(code, tuple(f"{what} {number}" for number in range(int(code.max()) + 1)))


def measured(case: str) -> dict[str, float]:
    """Seconds, seconds of processor, and the most memory in MB, of this process."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    frame = table(case)
    start, busy = time.perf_counter(), time.process_time()
    compare(frame)
    return {
        "ratings": len(frame),
        "seconds": time.perf_counter() - start,
        "processor_seconds": time.process_time() - busy,
        "megabytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }


def _in_a_process(case: str) -> dict[str, float]:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks.comparison", "--case", case],
        capture_output=True,
        text=True,
        check=True,
    )
    taken: dict[str, float] = json.loads(done.stdout)
    return taken


def run(rounds: int) -> list[dict]:
    """The best of the rounds of each case, with its ratios to the first case."""
    turns = [{case: _in_a_process(case) for case in CASES} for _round in range(rounds)]
    best = {
        case: {key: round(min(turn[case][key] for turn in turns), 2) for key in turns[0][case]}
        for case in CASES
    }
    yardstick = best[CASES[0]]
    return [
        {
            "case": case,
            **figures,
            "time_ratio": round(figures["processor_seconds"] / yardstick["processor_seconds"], 2),
            "memory_ratio": round(figures["megabytes"] / yardstick["megabytes"], 2),
        }
        for case, figures in best.items()
    ]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path, default=RESULTS)
    parser.add_argument("--case", choices=CASES, help="only this one, in this process")
    options = parser.parse_args()
    if options.case:
        print(json.dumps(measured(options.case)))
        return
    rows = run(options.rounds)
    for row in rows:
        print(
            f"{row['case']:14} {row['seconds']:6.1f} s, {row['processor_seconds']:6.1f} s of "
            f"processor ({row['time_ratio']:.1f}), {row['megabytes']:5.0f} MB "
            f"({row['memory_ratio']:.1f})"
        )
    record = {
        "commit": commit(),
        "processor": processor(),
        "load_average": [round(load, 1) for load in os.getloadavg()],
        "rounds": options.rounds,
        "rows": rows,
    }
    options.json.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
