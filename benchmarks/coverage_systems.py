"""Simulation of how often intervals of correlations over systems cover the true correlation.

`nice -n 19 python -m benchmarks.coverage_systems` takes about ten minutes on one core, and `--sets
20` is a quick check. The command writes its results to `benchmarks/results/coverage_systems.json`.
`--write docs/statistics/systems.md` updates the table in that document.

Each study draws new systems, three people and a judge. The systems' true means are far apart
(standard deviation 0.5) or close (0.1, like the noise in a mean of a hundred items). The judge is
"right" (with the same true means as people), "good" (with correlated means) or "blind" (with
unrelated means). The true correlation is the correlation of the true means.
"""

import json
import time
from pathlib import Path

import analysis  # noqa: F401 - first of all: it settles how many threads NumPy takes

# isort: split
import numpy as np
from scipy import stats

from analysis.statistics.closeness.system_intervals import system_intervals
from analysis.statistics.results import Floats
from benchmarks import coverage

RESULTS = Path(__file__).parent / "results" / "coverage_systems.json"
SEED, SETS, DRAWS = 20261123, 2000, 400
SYSTEMS, ITEMS = (10, 20), (30, 100)
SPREADS = {"wide": 0.5, "near": 0.1}
JUDGES = ("right", "good", "blind")
TRUE = {
    "pearson": lambda first, second: stats.pearsonr(first, second).statistic,
    "spearman": lambda first, second: stats.spearmanr(first, second).statistic,
    "kendall": lambda first, second: stats.kendalltau(first, second).statistic,
}
TITLES = {"pearson": "Pearson's r", "spearman": "Spearman's rho", "kendall": "Kendall's tau"}
MARK = "coverage over systems"


def study(
    chance: np.random.Generator, systems: int, items: int, spread: float, judge: str
) -> tuple[Floats, Floats, Floats]:
    """Simulate a study. Return the true means for people and for the judge, shape (2, systems),
    people's mean scores, and the judge's scores, both with shape (items, systems)."""
    people = chance.normal(0, spread, systems)
    machine = {
        "right": people,
        "good": 0.8 * people + chance.normal(0, 0.5 * spread, systems),
        "blind": chance.normal(0, spread, systems),
    }[judge]
    shape = (items, systems)
    item, own = chance.normal(0, 0.6, (items, 1)), chance.normal(0, 0.5, shape)
    seen = people + item + own + chance.normal(0, 0.8, (3, *shape)).mean(0)
    shared = chance.normal(0, 0.25, (items, 1))
    judged = machine + 0.5 * item + 0.6 * own + shared + chance.normal(0, 0.7, shape)
    return np.stack([people, machine]), seen, judged


def left_out(scores: Floats) -> Floats:
    """Return the systems' means over all items, then over all but one: (1 + items, systems)."""
    total = scores.sum(0)
    return np.vstack([total / len(scores), (total - scores) / (len(scores) - 1)])


def cover(systems: int, items: int, spread: str, judge: str, sets: int) -> list[dict]:
    """Simulate `sets` studies. Return a row for each coefficient: the share of intervals that cover
    the true value, the share's standard error, the mean width, and the number of intervals."""
    place = list(SPREADS).index(spread), JUDGES.index(judge)
    chance = np.random.default_rng([SEED, systems, items, *place])
    outcomes: dict[str, list[tuple[bool, float]]] = {name: [] for name in TRUE}
    for number in range(sets):
        true, seen, judged = study(chance, systems, items, SPREADS[spread], judge)
        sides = left_out(seen), left_out(judged)
        found = system_intervals(*sides, items=items, draws=DRAWS, seed=number)
        for name, (low, high) in found.items():
            inside = low - 1e-9 <= TRUE[name](*true) <= high + 1e-9
            outcomes[name].append((inside, high - low))
    about = {"systems": systems, "items": items, "spread": spread, "judge": judge}
    return [
        coverage.row(about | {"statistic": name}, np.array(pairs, dtype=float))
        for name, pairs in outcomes.items()
    ]


def run(sets: int, path: Path) -> None:
    """Run the simulation for each combination of conditions that is not yet in the file at `path`.
    Write all results to the file after each combination."""
    rows = coverage.read(path)["rows"] if path.exists() else []
    done = {(row["systems"], row["items"], row["spread"], row["judge"]) for row in rows}
    cells = [
        (systems, items, spread, judge)
        for systems in SYSTEMS
        for items in ITEMS
        for spread in SPREADS
        for judge in JUDGES
    ]
    for cell in cells:
        if cell in done:
            continue
        start = time.process_time()
        rows += cover(*cell, sets)
        print(*cell, f"{time.process_time() - start:.0f} s of processor", flush=True)
        path.write_text(json.dumps({"sets": sets, "seed": SEED, "rows": rows}, indent=1) + "\n")


def table(rows: list[dict]) -> str:
    """Return a Markdown table with a row for each combination of conditions. It gives the coverage
    in per cent, its standard error and the mean width of each coefficient's intervals."""
    lines = [
        "| systems | items | spread | judge | " + " | ".join(TITLES.values()) + " |",
        "| ---: | ---: | --- | --- |" + " ---: |" * len(TITLES),
    ]
    cells: dict[tuple, dict[str, dict]] = {}
    for row in rows:
        key = (row["systems"], row["items"], row["spread"], row["judge"])
        cells.setdefault(key, {})[row["statistic"]] = row
    for key, by_name in cells.items():
        covered = [
            f"{coverage.cell(row)} ({row['width']:.2f})"
            for row in (by_name[name] for name in TITLES)
        ]
        lines.append(f"| {' | '.join(map(str, key))} | {' | '.join(covered)} |")
    return "\n".join(lines)


def main() -> None:
    given = coverage.options(__doc__, SETS, RESULTS)
    if given.write:
        coverage.write(given.write, table(coverage.read(given.json)["rows"]), MARK)
    else:
        run(given.sets, given.json)


if __name__ == "__main__":
    main()
