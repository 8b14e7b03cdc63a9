"""Recompute the main table of this bundle from its ratings. Exit with 1 if a value differs.

    pip install numpy scipy krippendorff pyarrow
    python recompute.py

The script reads ratings.csv, and ratings.parquet if that file exists and pyarrow is installed. It
checks table.json against each of them, with public libraries only and no code of Rateroom.

Rows of ratings without a criterion or a value are reasons and steps, and are left out. A row with
system_b is a preference between two systems. A row of the kind "length" has the number of
characters of an output. A row of the kind "metric" has the value of an automatic metric. In a row
of table.json with a "metric", the metric's value replaces a judge's value for every unit of the
output. "turned" is true if the better end of the metric differs from the criterion's. The metric's
values are then multiplied by -1 for correlations.

Terms in the rows of table.json: a unit is a HIT and a target. People's value of a unit is the mean
of their ratings, and a judge's value is the mean of its replies. Only units with both values
count. A cell is an item and a system or, for ratings of no single system, a unit. The value of a
cell is the mean of its units. Values are rounded so that equal means tie: values of units to 13
decimals, of cells to 11, and of systems to 9.

    mean                 The mean of people's ratings (n is ratings), or of the judge's units (n is
                         units).
    krippendorff_alpha   Alpha between people. `level` is the level of measurement. n is units with
                         two ratings or more.
    spearman, kendall_tau_b, pearson
        pooled           The correlation over all cells. n is cells.
        per_input        The correlation of each item over its systems (3 or more), averaged over
                         items. n is items. An item whose values are constant is left out, or
                         counts as zero if the row says "constant": "zero".
        system           The correlation over the systems' means. n is systems.
    mean, system         The mean of the cells of the one system in `systems`. n is items.
    mean_difference, paired_low, paired_high
                         The mean of the first minus the second of two `systems`, and the ends of
                         its 95 % interval.
    paired_p             The p-value of Student's paired t-test of the two `systems`, two-sided and
                         without a correction, over the items that have both. n is items. If all
                         differences are equal, p is 2 ** (1 - n), or 1 if they are 0. There is no
                         p-value for fewer than 5 items.
    length, own_family   The effect on the judge's value of a unit minus people's (half of it for a
                         verdict), by ordinary least squares with a dummy for each item. For
                         length, the regressor is the logarithm to base 2 of the output's length.
                         For own_family, it is 1 for a system of the judge's maker in `makers`,
                         else 0. For a preference, it is the difference between the two outputs,
                         without an intercept. If "turned" is true, the effect is multiplied by -1,
                         because the lowest value is best. n is units of items with different
                         outputs. There is no effect for fewer than 20 units or 10 items.
    alone_, corrected_   People's mean of one system, or of the first minus the second of two,
                         over the items that the judge rated. With an "option", it is the option's
                         share. The value and the low and high end are from people alone, or
                         corrected by PPI++. People rated n of N items. a is each item's influence
                         on people's mean. b is its influence on the judge's mean over the same
                         items, minus that over all items. lambda is sum(a b) / sum(b b), from 0 to
                         1. The variance is sum((a - lambda b)^2) n / df. df is n - 1, or n - 2 if
                         lambda is above 0. n is items. There are no ends for fewer than 10 items.
                         Ends are limited to the row's "ends".
    character_f1         F1 of marked passages: of all, or of those of the `section` whose `member`
                         (category or severity) is `key`. It is twice the number of characters that
                         both of a pair marked, divided by the number that each of them marked.
                         Both numbers are summed over texts, and over pairs of people or of a
                         judge's reply and a person. A mark of missing text is one character. n is
                         texts.

The script does not recompute rows with other statistics or levels, but reports their number.
"""

import contextlib
import csv
import importlib.util
import itertools
import json
import math
import sys
from pathlib import Path
from typing import Any

import krippendorff
import numpy as np
from scipy import stats

HERE = Path(__file__).resolve().parent
TOLERANCE = 1e-6
UNIT_DECIMALS, CELL_DECIMALS, SYSTEM_DECIMALS = 13, 11, 9
# for an effect of a covariate, the units and the items with ratings
FEWEST_UNITS, FEWEST_ITEMS = 20, 10
FEWEST = 3  # with two points, a correlation is always 1 or -1
MEASUREMENTS = ("nominal", "ordinal", "interval", "ratio")
CORRELATIONS: dict[str, Any] = {
    "spearman": stats.spearmanr,
    "kendall_tau_b": stats.kendalltau,
    "pearson": stats.pearsonr,
}
COLUMNS = ("hit", "item", "system", "first", "system_b", "criterion", "target", "rater", "kind")

Ratings = dict[str, np.ndarray]
# Metrics by name, then by item and system. The name is blank for the lengths of outputs.
Metrics = dict[str, dict[tuple[str, str], float]]
Marks = dict[tuple[str, str], list[tuple[str, list[dict]]]]  # by HIT and target: raters' marks
Data = tuple[Ratings, Metrics, Marks]
Result = tuple[float | None, int]
Unit = tuple[str, str, str, str]  # item, system, HIT, target


def from_csv(path: Path) -> Data:
    """Return the contents of ratings.csv, without the apostrophe that guards against formulas."""
    with path.open(encoding="utf-8", newline="") as source:
        rows = [
            {name: text.removeprefix("'") for name, text in row.items()}
            for row in csv.DictReader(source)
        ]
    return data_of(rows)


def from_parquet(path: Path) -> Data:
    import pyarrow.parquet

    return data_of(pyarrow.parquet.read_table(path).to_pylist())


def data_of(rows: list[dict]) -> Data:
    marks: Marks = {}
    for row in rows:
        if (row["text"] or "").startswith("[") and not row["criterion"]:
            rater = row["rater"] if row["kind"] == "judge" else ""
            unit = marks.setdefault((str(row["hit"]), row["target"]), [])
            # not JSON, but a comment that began with an apostrophe
            with contextlib.suppress(ValueError):
                unit.append((rater, json.loads(row["text"])))
    return ratings_of(rows), metrics_of(rows), marks


def metrics_of(rows: list[dict[str, Any]]) -> Metrics:
    """Return the values of the metrics and the lengths of the outputs in these rows."""
    metrics: Metrics = {}
    for row in rows:
        if row["kind"] in {"metric", "length"}:
            output = row["item"] or "", row["system"] or ""
            name = row["rater"] if row["kind"] == "metric" else ""
            metrics.setdefault(name, {})[output] = float(row["value"])
    return metrics


def ratings_of(rows: list[dict[str, Any]]) -> Ratings:
    """Return the rows that are ratings, as columns."""
    ratings = [row for row in rows if row["criterion"] and row["value"] not in {None, ""}]
    for row in ratings:
        row["first"] = row["system"]
        row["system"] = "" if row["system_b"] else row["system"]
    columns = {
        name: np.array([str("" if row[name] is None else row[name]) for row in ratings], dtype=str)
        for name in COLUMNS
    }
    return {**columns, "value": np.array([float(row["value"]) for row in ratings])}


def where(ratings: Ratings, mask: np.ndarray) -> Ratings:
    return {name: column[mask] for name, column in ratings.items()}


def of_people(ratings: Ratings) -> Ratings:
    return where(ratings, ratings["kind"] == "human")


def of_judge(ratings: Ratings, judge: str) -> Ratings:
    return where(ratings, (ratings["kind"] == "judge") & (ratings["rater"] == judge))


def mean(values: list[float]) -> Result:
    return (float(np.mean(values)) if values else None), len(values)


def alpha(people: Ratings, measurement: Any) -> Result:
    """Return Krippendorff's alpha, and the number of units with two ratings or more. Alpha is None
    if all ratings are equal."""
    paired = [values for values in by_unit(people).values() if len(values) > 1]
    if len({value for values in paired for value in values}) < 2:
        return None, len(paired)
    matrix = np.full((max(map(len, paired)), len(paired)), np.nan)
    for index, values in enumerate(paired):
        matrix[: len(values), index] = values
    return float(
        krippendorff.alpha(reliability_data=matrix, level_of_measurement=measurement)
    ), len(paired)


def by_unit(ratings: Ratings) -> dict[Unit, list[float]]:
    """Return the ratings by unit. A unit includes its item and system."""
    units: dict[Unit, list[float]] = {}
    columns = (ratings[name] for name in ("item", "system", "hit", "target", "value"))
    for item, system, hit, target, value in zip(*columns, strict=True):
        units.setdefault((item, system, hit, target), []).append(value)
    return units


def unit_means(ratings: Ratings) -> dict[Unit, float]:
    return {
        unit: round(float(np.mean(values)), UNIT_DECIMALS)
        for unit, values in by_unit(ratings).items()
    }


def cell_means(values: dict[Unit, float], shared: set[Unit]) -> dict[Unit, float]:
    """Return the mean of each cell over its shared units. Cells are by item and system, or by unit
    if the ratings have no system."""
    cells: dict[Unit, list[float]] = {}
    for item, system, hit, target in shared:
        cell = (item, system, "", "") if system else (item, "", hit, target)
        cells.setdefault(cell, []).append(values[item, system, hit, target])
    return {
        cell: round(float(np.mean(cell_values)), CELL_DECIMALS)
        for cell, cell_values in cells.items()
    }


def correlation(name: str, human: list[float], judge: list[float]) -> float | None:
    if len(set(human)) < 2 or len(set(judge)) < 2:
        return None
    return float(CORRELATIONS[name](human, judge)[0])


def correlated(
    name: str, level: str, people: Ratings, by_judge: dict[Unit, float], constant: str
) -> Result:
    """Return a correlation at a level, and the number of cells, items or systems that it uses."""
    by_people = unit_means(people)
    shared = by_people.keys() & by_judge.keys()
    human, judged = cell_means(by_people, shared), cell_means(by_judge, shared)
    both = sorted(human)
    if level == "pooled":
        return correlation(
            name, [human[cell] for cell in both], [judged[cell] for cell in both]
        ), len(both)
    item, system = 0, 1  # their positions in a cell's key
    groups: dict[str, list[Unit]] = {}
    for cell in both:
        if cell[system]:
            groups.setdefault(cell[item if level == "per_input" else system], []).append(cell)
    pairs = [
        ([human[cell] for cell in cells], [judged[cell] for cell in cells])
        for cells in groups.values()
    ]
    if level == "system":
        means = [
            [round(float(np.mean(pair[side])), SYSTEM_DECIMALS) for pair in pairs]
            for side in (0, 1)
        ]
        enough = len(pairs) >= FEWEST
        return (correlation(name, means[0], means[1]) if enough else None), len(pairs)
    figures = [correlation(name, *pair) for pair in pairs if len(pair[0]) >= FEWEST]
    counted = [
        0.0 if figure is None else figure
        for figure in figures
        if figure is not None or constant == "zero"
    ]
    return (float(np.mean(counted)) if counted else None), len(counted)


def of_system(ratings: Ratings, system: str) -> dict[str, float]:
    """Return the means of one system's cells by item."""
    values = unit_means(ratings)
    cells = cell_means(values, set(values))
    return {cell[0]: value for cell, value in cells.items() if cell[1] == system}


def paired(statistic: str, first: dict[str, float], second: dict[str, float]) -> Result | None:
    """Return a result of comparing two systems over the items that have both, and the number of
    these items. `statistic` says whether it is the mean difference, an end of its interval, or its
    p-value. Return None for another statistic."""
    both = sorted(first.keys() & second.keys())
    differences = np.array([first[item] - second[item] for item in both])
    if statistic == "mean_difference":
        return mean(differences.tolist())
    if statistic not in {"paired_low", "paired_high", "paired_p"}:
        return None
    if len(both) < 5:
        return None, len(both)
    varies = bool(np.ptp(differences) >= 1e-12)
    if statistic != "paired_p":
        ends = stats.ttest_1samp(differences, 0.0).confidence_interval() if varies else None
        return (float(getattr(ends, statistic[7:])) if ends else None), len(both)
    if not varies:
        alike = abs(differences[0]) < 1e-12
        return (1.0 if alike else 2.0 ** (1 - len(both))), len(both)
    return float(stats.ttest_1samp(differences, 0.0).pvalue), len(both)


def labels_of(ratings: Ratings, option: float, *, judge: bool) -> dict[Unit, float]:
    """Return the share of each unit's ratings that chose the option. For a judge, return 1 if the
    option is the mode of its ratings, otherwise 0. Units with several modes are left out."""
    shares = {}
    for unit, values in by_unit(ratings).items():
        seen, counts = np.unique(values, return_counts=True)
        most = seen[counts == counts.max()]
        if not judge:
            shares[unit] = values.count(option) / len(values)
        elif len(most) == 1:
            shares[unit] = float(most[0] == option)
    return shares


def by_output(values: dict[Unit, float]) -> dict[Unit, float]:
    """Return the mean of each output over all the HITs that show the output."""
    outputs: dict[Unit, list[float]] = {}
    for (item, system, _hit, target), value in values.items():
        outputs.setdefault((item, system, "", target), []).append(value)
    return {output: round(float(np.mean(some)), UNIT_DECIMALS) for output, some in outputs.items()}


def by_item(values: dict[Unit, float], units: set[Unit], systems: list[str]) -> dict[str, float]:
    """Return one system's mean for each item or, with two systems, the first system's mean minus
    the second's."""
    cells = cell_means(values, units)
    first, *second = (
        {cell[0]: value for cell, value in cells.items() if cell[1] == system} for system in systems
    )
    if not second:
        return first
    return {item: first[item] - second[0][item] for item in first.keys() & second[0].keys()}


def corrected(row: dict, ratings: Ratings) -> Result | None:
    """Return people's statistic, alone or corrected with the judge, or one end of its interval. The
    value is None if people rated too few items."""
    sides = (of_people(ratings), False), (of_judge(ratings, row["judge"]), True)
    if "option" in row:
        human, machine = (labels_of(side, row["option"], judge=judge) for side, judge in sides)
    else:
        human, machine = (unit_means(side) for side, _judge in sides)
    human, machine = by_output(human), by_output(machine)
    shared = human.keys() & machine.keys()
    there, by_judge = (by_item(side, shared, row["systems"]) for side in (human, machine))
    every = by_item(machine, set(machine), row["systems"])
    items = sorted(every, key=lambda item: item not in there)  # items that people rated come first
    count = sum(item in every for item in there)
    if count < 2:
        return None, count
    people = np.array([there[item] for item in items[:count]])
    judge = np.array([by_judge[item] for item in items[:count]])
    scores = np.array([every[item] for item in items])
    own, less = np.zeros(len(items)), -(scores - scores.mean()) / len(items)
    own[:count] = (people - people.mean()) / count
    less[:count] += (judge - judge.mean()) / count
    name, part = row["statistic"].split("_")
    helps = name == "corrected" and less @ less * len(items) >= 1e-12
    power = float(np.clip(own @ less / (less @ less), 0, 1)) if helps else 0.0
    value = float(people.mean() + power * (scores.mean() - judge.mean()))
    freedom = count - 1 - (power > 0)
    if part == "value" or count < 10:
        return (value if part == "value" else None), count
    variance = float(np.sum((own - power * less) ** 2)) * count / freedom
    reach = float(stats.t.ppf(0.975, freedom)) * math.sqrt(variance)
    low, high = row["ends"]
    if part == "low":
        return max(value - reach, -math.inf if low is None else low), count
    return min(value + reach, math.inf if high is None else high), count


def systems_figure(row: dict, ratings: Ratings) -> Result | None:
    """Return a statistic of the systems that the row names. Return None for a statistic that this
    script does not know."""
    if row["statistic"].startswith(("alone_", "corrected_")):
        return corrected(row, ratings)
    judge = row.get("judge") or ""
    ratings = of_judge(ratings, judge) if judge else of_people(ratings)
    means = [of_system(ratings, system) for system in row["systems"]]
    if row["statistic"] == "mean":
        return mean(list(means[0].values()))
    return paired(row["statistic"], *means)


def places(marks: list[dict], member: str, key: str) -> set[int]:
    """Return the character positions of the marks whose `member` is `key` or, if `member` is "", of
    all marks."""
    chosen = [mark for mark in marks if not member or mark[member] == key]
    return {
        place
        for mark in chosen
        for place in range(mark["start"], max(mark["end"], mark["start"] + 1))
    }


def character_f1(row: dict, marks: Marks) -> Result:
    """Return F1 over all pairs of two people, or of a judge's reply and a person, and the number of
    texts."""
    both = either = texts = 0
    for (_hit, target), raters in marks.items():
        if target.split(".")[-1] != row["section"]:
            continue
        marked = [(name, places(own, row["member"], row["key"])) for name, own in raters]
        people = [own for name, own in marked if not name]
        replies = [own for name, own in marked if name and name == row["judge"]]
        two_of = itertools.combinations
        pairs = itertools.product(people, replies) if row["judge"] else two_of(people, 2)
        sums = [(2 * len(first & other), len(first) + len(other)) for first, other in pairs]
        both += sum(shared for shared, _all in sums)
        either += sum(of_both for _shared, of_both in sums)
        texts += bool(sums)
    return (both / either if either else None), texts


def covariate(row: dict, lengths: dict[tuple[str, str], float], item: str, system: str) -> float:
    """Return the row's covariate for one output, or NaN if it is unknown."""
    if row["statistic"] == "length":
        length = lengths.get((item, system), 0)
        return math.log2(length) if length > 0 else math.nan
    own = row["makers"][row["judge"]]
    return float(row["makers"][system] == own) if system in row["makers"] else math.nan


def outputs_rated(ratings: Ratings, *, one_rater: bool) -> dict[tuple[str, ...], float]:
    """Return the mean rating for each combination of item, system, system_b, HIT and target. A
    verdict counts as 1 for system, -1 for system_b and 0 for a tie. With `one_rater`, the mean of
    the verdicts is replaced by its sign."""
    units: dict[tuple[str, ...], list[float]] = {}
    names = ("item", "first", "system_b", "hit", "target")
    for *unit, value in zip(*(ratings[name] for name in names), ratings["value"], strict=True):
        verdict = {1.0: 1.0, 2.0: -1.0}.get(value, 0.0)
        units.setdefault(tuple(unit), []).append(verdict if unit[2] else value)
    return {
        unit: float(np.sign(np.mean(values)) if unit[2] and one_rater else np.mean(values))
        for unit, values in units.items()
    }


def effect(row: dict, ratings: Ratings, lengths: dict[tuple[str, str], float]) -> Result:
    """Return the slope, within items, of a regression on a covariate, and the number of units. The
    dependent variable is the judge's value minus people's mean. The slope is None if there are too
    few units or items."""
    people = outputs_rated(of_people(ratings), one_rater=False)
    judge = outputs_rated(of_judge(ratings, row["judge"]), one_rater=True)
    by_item: dict[str, list[tuple[float, float]]] = {}
    for unit in people.keys() & judge.keys():
        item, first, second = unit[:3]
        beyond = (judge[unit] - people[unit]) * (-1 if row["turned"] else 1)
        x = covariate(row, lengths, item, first)
        if second:
            x, beyond = x - covariate(row, lengths, item, second), beyond / 2
        if not math.isnan(x) and (x or not second):
            by_item.setdefault(item, []).append((x, beyond))
    pairs = any(unit[2] for unit in people)
    parts = [np.array(part) for part in by_item.values()]
    if not pairs:
        parts = [part - part.mean(0) for part in parts if np.ptp(part[:, 0]) > 0]
    n = sum(map(len, parts))
    if n < FEWEST_UNITS or len(parts) < FEWEST_ITEMS:
        return None, n
    x, y = np.concatenate(parts).T
    return float(x @ y / (x @ x)), n


def recomputed(row: dict, data: Data) -> Result | None:
    """Return the row's statistic and n, computed from the ratings. Return None for a statistic or
    level that this script does not know."""
    ratings, metrics, _marks = data
    here = where(ratings, ratings["criterion"] == row["criterion"])
    if row.get("metric"):
        return of_metric(row, here, metrics.get(row["metric"], {}))
    judge, statistic, level = row.get("judge") or "", row["statistic"], row.get("level") or ""
    side = of_judge(here, judge) if judge else of_people(here)
    if level == "within_item" or row.get("systems"):
        is_effect = level == "within_item"
        return effect(row, here, metrics.get("", {})) if is_effect else systems_figure(row, here)
    if statistic == "mean":
        return mean(list(unit_means(side).values()) if judge else side["value"].tolist())
    if statistic == "krippendorff_alpha" and level in MEASUREMENTS and not judge:
        return alpha(of_people(here), level)
    if statistic in CORRELATIONS and level in {"pooled", "per_input", "system"} and judge:
        by_judge = unit_means(of_judge(here, judge))
        return correlated(statistic, level, of_people(here), by_judge, row.get("constant", "skip"))
    return None


def of_metric(row: dict, ratings: Ratings, values: dict[tuple[str, str], float]) -> Result | None:
    """Return a metric's correlation with people, or its mean over the rated outputs of a system.
    Return None for another statistic or level."""
    statistic, level, sign = row["statistic"], row["level"], -1 if row.get("turned") else 1
    by_metric = {unit: sign * values[unit[:2]] for unit in by_unit(ratings) if unit[:2] in values}
    if statistic in CORRELATIONS and level in {"pooled", "per_input", "system"}:
        constant = row.get("constant", "skip")
        return correlated(statistic, level, of_people(ratings), by_metric, constant)
    if statistic == "mean" and level == "system":
        cells = cell_means(by_metric, set(by_metric))
        return mean([value for cell, value in cells.items() if cell[1] == row["systems"][0]])
    return None


def same(printed: float | None, recomputed: float | None) -> bool:
    if printed is None or recomputed is None:
        return printed is recomputed
    return math.isclose(printed, recomputed, rel_tol=0, abs_tol=TOLERANCE)


def written(value: float | None) -> str:
    return "not estimable" if value is None else f"{value:.6f}"


def check(source: str, data: Data, table: list[dict]) -> int:
    """Print each row of the table with the recomputed value, and return how many rows differ."""
    print(f"{source}: {len(data[0]['value'])} ratings")
    different = unknown = 0
    for row in table:
        is_of_marks = row["statistic"] == "character_f1"
        result = character_f1(row, data[2]) if is_of_marks else recomputed(row, data)
        if result is None:
            unknown += 1
            continue
        value, n = result
        fits = same(row["value"], value) and row.get("n", n) == n
        different += not fits
        rater = "metric" if row.get("metric") else "judge"
        keys = ("criterion", "section", "key", rater, "statistic", "level")
        columns = [str(row[key] or "") for key in keys if key in row]
        name = " · ".join([*columns, *row.get("systems", [])])
        note = (
            ""
            if fits
            else f"   DIFFERS: table.json has {written(row['value'])}, n {row.get('n', '')}"
        )
        print(f"  {name}: {written(value)}, n {n}{note}")
    done = len(table) - unknown
    print(f"{source}: {done} recomputed, {different} differ, {unknown} not recomputed")
    return different


def main() -> int:
    table = json.loads((HERE / "table.json").read_text(encoding="utf-8"))
    different = check("ratings.csv", from_csv(HERE / "ratings.csv"), table)
    if not (HERE / "ratings.parquet").exists():
        pass  # the site that wrote the bundle could not write Parquet
    elif importlib.util.find_spec("pyarrow"):
        different += check("ratings.parquet", from_parquet(HERE / "ratings.parquet"), table)
    else:
        print("ratings.parquet: not read, because pyarrow is not installed")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
