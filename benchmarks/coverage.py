"""Simulation of how often the comparison's 95 % intervals cover the true value.

`nice -n 10 python -m benchmarks.coverage` takes about ten minutes on one core, and `--sets 20` is a
quick check. The command writes `benchmarks/results/coverage.json`, which determines how the pages
describe intervals. `--write docs/statistics/coverage.md` updates the table in that document.

A study has three people and a judge on a scale of 1 to 5. An output's true value is the sum of the
effects of its system, its item and the output itself. People rate the true value with noise. The
judge rates it with other noise, and with errors that all outputs of an item share.

With fixed systems, all studies have the same six systems and new items. With drawn systems, each
study also has eight new systems. A statistic's true value is its value with very many items and, if
systems are drawn, very many systems. For statistics per input, it is the mean over many sets of
eight systems.
"""

import argparse
import json
import resource
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import analysis  # noqa: F401 - first of all: it settles how many threads NumPy takes

# isort: split
import numpy as np

from analysis.comparison.among_people import alpha_figures
from analysis.comparison.catalogue import SAME, STATISTICS
from analysis.comparison.closeness import against_people, figures
from analysis.comparison.replicates import Replicates
from analysis.comparison.results import ComparisonSettings, Systems
from analysis.data.facts import Facts
from analysis.data.frame import Frame, Labels
from analysis.data.units import UnitRatings, Units
from analysis.statistics.estimates import Estimate
from analysis.statistics.results import Floats

RESULTS = Path(__file__).parent / "results" / "coverage.json"
PEOPLE, FIXED_SYSTEMS, DRAWN_SYSTEMS = 3, 6, 8
SETS, ITEMS = 2000, (10, 30, 100)
DESIGNS: tuple[Systems, ...] = ("fixed", "drawn")
SEED = 20261122
MEMORY = 3 << 30
GOAL = (0.93, 0.97)
LATEST = 30  # items; from this number on, intervals must reach the goal or count as approximate
LEVELS = {"input": "per input", "pooled": "pooled", "system": "by system"}
MARK, BEGIN, END = "coverage", "<!-- {} -->", "<!-- end of {} -->"
FACTS = Facts("c", "c", "ordinal", low=1, high=5)


def systems(chance: np.random.Generator, count: int) -> Floats:
    """Return the true means of `count` random systems for people and judge: (systems, 2)."""
    people = chance.normal(0, 0.5, count)
    return np.stack([people, 0.8 * people + chance.normal(0, 0.25, count)], axis=1)


SYSTEMS = systems(np.random.default_rng(5), FIXED_SYSTEMS)


def study(chance: np.random.Generator, items: int, of: Floats) -> tuple[Floats, Floats]:
    """Simulate ratings of systems with the true means `of`. Return the people's ratings, shape
    (PEOPLE, items, systems), and the judge's, shape (items, systems)."""
    shape = (items, len(of))
    item, own = chance.normal(0, 0.6, (items, 1)), chance.normal(0, 0.5, shape)
    seen = 3.2 + of[:, 0] + item + own + chance.normal(0, 0.8, (PEOPLE, *shape))
    shared = chance.normal(0, 0.25, (items, 1))
    judged = 3.4 + of[:, 1] + 0.5 * item + 0.6 * own + shared + chance.normal(0, 0.7, shape)
    return _on_scale(seen), _on_scale(judged)


def _on_scale(values: Floats) -> Floats:
    return np.clip(np.round(values), 1, 5)


def units_of(people: Floats, judge: Floats) -> Units:
    """Return the ratings as the comparison's `Units`. A unit is one system's output for an item."""
    _raters, items, count = people.shape
    size = items * count
    unit = np.arange(size)
    return Units(
        facts=FACTS,
        frame=_nothing(),
        row=unit,
        unit_of=unit,
        item=unit // count,
        cell=unit,
        items=items,
        systems=tuple(f"system {number}" for number in range(count)),
        people=UnitRatings(
            np.tile(unit, PEOPLE), np.repeat(np.arange(PEOPLE), size), people.ravel()
        ),
        raters=tuple(f"rater {number}" for number in range(PEOPLE)),
        judges={"judge": judge.ravel()},
        repeats=0,
    )


def _nothing() -> Frame:
    none = Labels(np.zeros(0, dtype=np.intp), ())
    empty = np.zeros(0)
    columns = (none, none, none, none, none, none, none)
    return Frame(*columns, empty.astype(bool), empty.astype(np.int8), empty)


def estimates(units: Units, design: Systems, *, draws: int, seed: int) -> dict[str, Estimate]:
    """Return an estimate for each of the judge's statistics and for people's alpha, as the
    comparison computes them."""
    settings = ComparisonSettings(draws=draws, systems=design)
    replicates = Replicates.make(
        units.items, len(units.systems), draws=draws, seed=seed, drawn=design == "drawn"
    )
    direct = against_people(units, units.judges["judge"], replicates, settings)
    by_judge = {
        figure.statistic: figure.judge
        for figure in figures(direct, [], replicates, units.facts, "")
    }
    alpha = alpha_figures(units, replicates)
    return by_judge | {
        "alpha": replicates.estimate(alpha, n=len(units), reason=SAME, scale="agreement")
    }


def truth(design: Systems) -> dict[str, float]:
    """Return the true value of each statistic, estimated from very large simulated studies."""
    chance = np.random.default_rng(SEED)
    if design == "fixed":
        return _point(*study(chance, 60000, SYSTEMS))
    blocks = [_point(*study(chance, 300, systems(chance, 300))) for _ in range(40)]
    panels = [_point(*study(chance, 200, systems(chance, DRAWN_SYSTEMS))) for _ in range(1500)]
    return {
        name: float(np.mean([points[name] for points in (panels if "_input" in name else blocks)]))
        for name in blocks[0]
    }


def _point(people: Floats, judge: Floats) -> dict[str, float]:
    """Return the value of each statistic in one study, without intervals."""
    units = units_of(people, judge)
    none = np.zeros(0, dtype=np.intp)
    alone = Replicates(
        np.zeros(units.items, dtype=np.intp), len(units.systems), none, none, 0, 0, "", ""
    )
    direct = against_people(units, judge.ravel(), alone, ComparisonSettings())
    points = {name: float(values[0]) for name, values in direct.figures.items()}
    return points | {"alpha": float(alpha_figures(units, alone)[0])}


def cover(design: Systems, items: int, *, sets: int, true: dict[str, float]) -> list[dict]:
    """Simulate `sets` studies. Return a row for each statistic: the share of intervals that cover
    the true value, the share's standard error, the mean width, and the number of intervals.
    Statistics without any interval are left out."""
    chance = np.random.default_rng([SEED, items, DESIGNS.index(design)])
    outcomes: dict[str, list[tuple[bool, float]]] = {name: [] for name in true}
    for number in range(sets):
        of = SYSTEMS if design == "fixed" else systems(chance, DRAWN_SYSTEMS)
        units = units_of(*study(chance, items, of))
        for name, estimate in estimates(units, design, draws=1000, seed=number).items():
            if estimate.low is not None and estimate.high is not None:
                inside = estimate.low <= true[name] <= estimate.high
                outcomes[name].append((inside, estimate.high - estimate.low))
    return [
        row(
            {
                "systems": design,
                "items": items,
                "statistic": name,
                "true": round(true[name], 4),
            },
            np.array(pairs, dtype=float),
        )
        for name, pairs in outcomes.items()
        if pairs  # correlations over few systems have no interval
    ]


def row(about: dict, outcomes: Floats) -> dict:
    """Return `about` with the coverage, its standard error, the mean width and the number of
    intervals. `outcomes`, shape (count, 2), contains for each interval whether it covers the true
    value (1 or 0), and its width."""
    count, share = len(outcomes), float(outcomes[:, 0].mean())
    return {
        **about,
        "coverage": round(share, 4),
        "standard_error": round(float(np.sqrt(share * (1 - share) / count)), 4),
        "width": round(float(outcomes[:, 1].mean()), 3),
        "intervals": count,
    }


def run(sets: int, path: Path) -> None:
    """Run the simulation. Write all results to `path` after each design and number of items."""
    rows: list[dict] = []
    for design in DESIGNS:
        true = truth(design)
        for count in ITEMS:
            start = time.process_time()
            rows += cover(design, count, sets=sets, true=true)
            took = time.process_time() - start
            print(f"{design}, {count} items: {took:.0f} s of processor", flush=True)
            path.write_text(json.dumps({"sets": sets, "seed": SEED, "rows": rows}, indent=1) + "\n")


def read(path: Path) -> dict[str, Any]:
    """Return the results that a simulation wrote to `path`."""
    recorded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return recorded


def enough(rows: Sequence[dict]) -> dict[str, int]:
    """Return the smallest number of items for each design: with this number or more, the coverage
    of all statistics meets the goal. Statistics that still miss the goal at LATEST or more items
    are ignored."""
    off, counts = missed(rows), sorted({row["items"] for row in rows})
    return {
        systems: min(
            count
            for count in counts
            if {pair for pair in missed(rows, from_items=count) if pair[0] == systems}
            <= {pair for pair in off if pair[0] == systems}
        )
        for systems in DESIGNS
    }


def missed(rows: Sequence[dict], *, from_items: int = LATEST) -> set[tuple[str, str]]:
    """Return the (design, statistic) pairs whose coverage is outside the goal for any number of
    items from `from_items` on."""
    low, high = GOAL
    return {
        (row["systems"], row["statistic"])
        for row in rows
        if row["items"] >= from_items and not low <= row["coverage"] <= high
    }


def table(rows: Sequence[dict]) -> str:
    """Return a Markdown table with a row for each design and statistic: the coverage in per cent,
    with its standard error, for each number of items."""
    cells = {(row["systems"], row["statistic"], row["items"]): row for row in rows}
    items = sorted({row["items"] for row in rows})
    off = missed(rows)
    lines = [
        "| systems | statistic | " + " | ".join(f"{count} items" for count in items) + " | said |",
        "| --- | --- |" + " ---: |" * len(items) + " --- |",
    ]
    for systems, statistic in dict.fromkeys((row["systems"], row["statistic"]) for row in rows):
        covered = [cell(cells[systems, statistic, count]) for count in items]
        said = "approximate" if (systems, statistic) in off else "95 %"
        lines.append(f"| {systems} | {_title(statistic)} | {' | '.join(covered)} | {said} |")
    return "\n".join(lines)


def cell(row: dict) -> str:
    """Return the text of a table cell: the coverage in per cent with its standard error."""
    return f"{100 * row['coverage']:.1f} ± {100 * row['standard_error']:.1f}"


def _title(statistic: str) -> str:
    if statistic not in STATISTICS:
        return "Krippendorff's alpha"
    entry = STATISTICS[statistic]
    return f"{entry.title}, {LEVELS[entry.at]}" if entry.at else entry.title


def tables_in(page: str, mark: str = MARK) -> str:
    """Return the text in `page` between the begin and end markers of `mark`."""
    return page.split(BEGIN.format(mark))[1].split(END.format(mark), maxsplit=1)[0].strip()


def write(page: Path, text: str, mark: str = MARK) -> None:
    """Replace the text between the markers of `mark` in the file `page` with `text`."""
    old = page.read_text(encoding="utf-8")
    begin, end = BEGIN.format(mark), END.format(mark)
    before, after = old.split(begin)[0], old.split(end)[1]
    page.write_text(f"{before}{begin}\n\n{text}\n\n{end}{after}", encoding="utf-8")


def options(about: str, sets: int, recorded: Path) -> argparse.Namespace:
    """Return the options `sets`, `json` and `write`. `sets` and `recorded` are defaults."""
    parser = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sets", type=int, default=sets)
    parser.add_argument("--json", type=Path, default=recorded)
    parser.add_argument("--write", type=Path, help="only put the recorded table into this page")
    return parser.parse_args()


def main() -> None:
    given = options(__doc__, SETS, RESULTS)
    if given.write:
        write(given.write, table(read(given.json)["rows"]))
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    run(given.sets, given.json)


if __name__ == "__main__":
    main()
