"""The gate's tests, computed from ratings without Django: whether scores have drifted since the
certificate, and whether the judge agrees with people today."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import special

from analysis.comparison.catalogue import FEWEST_ITEMS, FEWEST_UNITS, ONE_RATING
from analysis.comparison.closeness import LeftOutRows
from analysis.comparison.person_tests import difference_from_people
from analysis.comparison.replicates import Replicates
from analysis.comparison.results import ComparisonSettings
from analysis.data.facts import Facts
from analysis.data.frame import Frame
from analysis.data.units import left_out_groups, make_units, verdicts
from analysis.gate.limits import Limits
from analysis.statistics.closeness.margin import below_margin
from analysis.statistics.drift import Drift, paired_drift, unpaired_drift
from analysis.statistics.estimates import Estimate
from analysis.statistics.jackknife import SIDES
from analysis.statistics.results import Floats

SETTINGS = ComparisonSettings()
MOST_LABELS = 12  # labels of a criterion; if there are more, only the most frequent ones
READ = "read"  # the share of readable replies
Scores = Mapping[str, Mapping[str, float]]  # by item, then by the rated output or target


@dataclass(frozen=True)
class Column:
    """A quantity tested for drift: the mean of a criterion, its spread, or the share of a label."""

    criterion: str
    what: str
    before: Scores
    after: Scores

    @property
    def is_main(self) -> bool:
        """Return whether the declared power applies to this quantity."""
        return self.what == "mean" or self.what.startswith("share")


@dataclass(frozen=True)
class Moved:
    """The change of one quantity, in standard deviations of the certified values."""

    criterion: str
    what: str
    shift: float
    low: float
    high: float
    p: float

    @property
    def in_words(self) -> str:
        """Return the name of the quantity, which is printed after the criterion. The name of a mean
        is ""."""
        return "" if self.what in {"mean", READ} else self.what


@dataclass(frozen=True)
class DriftCheck:
    """A comparison of today's scores with the certified scores, on the same items (`paired`) or on
    different items. `more_items` is roughly how many more items the test needs, or 0."""

    paired: bool
    items: int
    p: float
    power: float
    more_items: int
    moved: Sequence[Moved]


@dataclass(frozen=True)
class AgreementCheck:
    """The difference between the judge's and a person's closeness to people, on new labels. The
    test asks whether the difference is above the negative margin."""

    criterion: str
    difference: Estimate
    items: int = 0
    p: float | None = None
    power: float = 0.0
    more_items: int | None = None


def columns_of(
    facts: Iterable[Facts], before: Frame, after: Frame, read: tuple[Scores, Scores]
) -> list[Column]:
    columns = [Column(READ, READ, *read)]
    for criterion in facts:
        parts = [frame.of_criterion(criterion.key) for frame in (before, after)]
        values = [verdicts(part) if criterion.preference else part.value for part in parts]
        everything = np.concatenate(values)
        if not len(everything):
            continue
        for what, pair in _measured(criterion, everything, values):
            sides = (_scores(part, each) for part, each in zip(parts, pair, strict=True))
            columns.append(Column(criterion.key, what, *sides))
    return columns


def _measured(
    facts: Facts, everything: Floats, values: Sequence[Floats]
) -> Iterable[tuple[str, Sequence[Floats]]]:
    """Yield each compared quantity of a criterion, with the values of both sides' ratings."""
    if facts.level != "nominal" or facts.preference:
        yield "mean", values
        centre = everything.mean()  # of both sides, so that they are treated alike
        yield "spread", [np.abs(side - centre) for side in values]
        return
    labels, counts = np.unique(everything, return_counts=True)
    for label in labels[np.argsort(-counts, kind="stable")][:MOST_LABELS].tolist():
        yield (
            f"share of {facts.label_of(label)}",
            [(side == label).astype(float) for side in values],
        )


def _scores(frame: Frame, values: Floats) -> Scores:
    """Return, by item, each unit's mean value over samples and both presentation orders."""
    sums: dict[str, dict[str, list[float]]] = {}
    names = (frame.item, frame.hit, frame.target, frame.system, frame.other)
    for item, *unit, value in zip(*(each.texts() for each in names), values.tolist(), strict=True):
        sums.setdefault(item, {}).setdefault("\t".join(unit), []).append(value)
    return {
        item: {unit: math.fsum(each) / len(each) for unit, each in units.items()}
        for item, units in sums.items()
    }


def check_drift(columns: Sequence[Column], limits: Limits) -> DriftCheck:
    """Test for drift on the same items if there are enough of them. Otherwise, compare two
    different samples of items. If these are too small as well, return a result without a test."""
    same = sorted(set().union(*(column.before.keys() & column.after.keys() for column in columns)))
    if len(same) >= FEWEST_ITEMS:
        drift, items = _paired(columns, same, limits), len(same)
    else:
        earlier, later = (_means(columns, same, late=late) for late in (False, True))
        items = min(len(earlier), len(later))
        if items < FEWEST_ITEMS:
            return DriftCheck(len(same) > 0, items, 1.0, 0.0, FEWEST_ITEMS - items, ())
        drift = unpaired_drift(earlier, later, limits.alpha_each, SETTINGS.seed)
    scales = [_scale(column.before) for column in columns]
    main = [
        (drift.power(place, limits.shift * scale), limits.shift * scale, place)
        for place, (column, scale) in enumerate(zip(columns, scales, strict=True))
        if column.is_main
    ]
    power, distance, place = min(main, default=(0.0, 1.0, 0))
    more = _more(items, drift.ratio(place, distance, limits.power)) if power < limits.power else 0
    moved = [
        _moved(column, drift, place, scale)
        for place, (column, scale) in enumerate(zip(columns, scales, strict=True))
    ]
    return DriftCheck(len(same) >= FEWEST_ITEMS, items, drift.p, power, more, moved)


def _paired(columns: Sequence[Column], items: Sequence[str], limits: Limits) -> Drift:
    sums, counts = np.zeros((2, len(items), len(columns)))
    for place, column in enumerate(columns):
        for row, item in enumerate(items):
            before, after = column.before.get(item, {}), column.after.get(item, {})
            changes = [after[unit] - before[unit] for unit in before if unit in after]
            sums[row, place], counts[row, place] = math.fsum(changes), len(changes)
    return paired_drift(sums, counts, limits.alpha_each, SETTINGS.seed)


def _means(columns: Sequence[Column], same: Sequence[str], *, late: bool) -> Floats:
    """Return the means (G, K) of the K quantities for the G items that only one side has."""
    sides = [column.after if late else column.before for column in columns]
    items = sorted(set().union(*sides) - set(same))
    return np.array(
        [
            [np.mean([*side[item].values()]) if item in side else np.nan for side in sides]
            for item in items
        ]
    ).reshape(len(items), len(columns))


def _scale(scores: Scores) -> float:
    """Return the standard deviation of the certified values, or 1 if they do not vary."""
    values = [value for units in scores.values() for value in units.values()]
    return float(np.std(values)) or 1.0 if values else 1.0


def _moved(column: Column, drift: Drift, place: int, scale: float) -> Moved:
    shift, error = drift.shift[place] / scale, drift.error[place] / scale
    reach = float(special.stdtrit(drift.freedom, SIDES)) * error
    return Moved(
        column.criterion,
        column.what,
        float(shift),
        float(shift - reach),
        float(shift + reach),
        float(drift.adjusted[place]),
    )


def check_agreement(
    facts: Sequence[Facts], frame: Frame, judge: str, margin: float, limits: Limits
) -> list[AgreementCheck]:
    """Test on fresh labels of each criterion whether the judge is less close to people than
    `margin` allows. The criteria share the alpha for agreement equally (Bonferroni)."""
    alpha = limits.alpha_each / max(1, len(facts))
    return [_agreement(each, frame, judge, margin, limits, alpha) for each in facts]


def _agreement(
    facts: Facts, frame: Frame, judge: str, margin: float, limits: Limits, alpha: float
) -> AgreementCheck:
    units = make_units(frame.of_criterion(facts.key), facts)
    replicates = Replicates.make(
        units.items,
        len(units.systems),
        draws=SETTINGS.draws,
        seed=SETTINGS.seed,
        pairs=facts.preference,
    )
    people, names, _leave_out = left_out_groups(units, SETTINGS.seed)
    rows = LeftOutRows(units, people, names, replicates, SETTINGS).rows(units.of_judge(judge))
    result, figures = difference_from_people(rows, replicates, facts.level, ONE_RATING)
    check = AgreementCheck(facts.key, result.difference, result.items)
    if figures is None or result.units < FEWEST_UNITS or result.items < FEWEST_ITEMS:
        return check
    if (spread := replicates.spread(figures, items=result.items)) is None:
        return check
    test = below_margin(
        float(figures[0]), spread, margin, alpha=alpha, distance=limits.distance, power=limits.power
    )
    more = 0 if test.power >= limits.power else _more(result.items, test.ratio)
    return AgreementCheck(facts.key, result.difference, result.items, test.p, test.power, more)


def _more(items: int, ratio: float) -> int:
    """Return roughly how many more items (at least 1) are needed for the declared power."""
    return max(1, math.ceil(items * ratio) - items)
