"""People's means, shares and differences, corrected with a judge that rated more items (PPI++)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np

from analysis.comparison.catalogue import because
from analysis.comparison.preferences import systems_of
from analysis.comparison.result_parts import Corrected, CorrectedFigure
from analysis.comparison.systems.asked import Asked, all_asked
from analysis.comparison.systems.means import MOST_OPTIONS, MOST_SYSTEMS
from analysis.data.frame import Codes
from analysis.data.units import UNIT_DECIMALS, Units
from analysis.statistics.correction.prediction_powered import prediction_powered
from analysis.statistics.estimates import Estimate, NotEstimableError
from analysis.statistics.jackknife import Interval as Ends
from analysis.statistics.results import Floats, quotient

# share of people's units; below it, a judge's missing ratings may not be random
LEAST_COVERAGE = 0.9
MOST_IN_PAIRS = 10  # systems; with more, differences are not corrected
NOT_ALL_ASKED = "not corrected: not every output was asked about"
TOO_MANY = f"not corrected: more than {MOST_SYSTEMS} systems or {MOST_OPTIONS} labels"
MISSED = "not corrected: the judge rated {share:.0%} of the outputs that people rated"
Names = tuple[str, str, str]  # two systems and an option, each blank if there is none


@dataclass(frozen=True)
class _Scores:
    """One score per item; a missing score is NaN. `people` has people's scores, `there` the judge's
    scores on the same outputs, and `judge` the judge's scores on all outputs."""

    people: Floats
    there: Floats
    judge: Floats

    def less(self, other: "_Scores") -> "_Scores":
        return _Scores(
            self.people - other.people, self.there - other.there, self.judge - other.judge
        )


def corrected_by_judge(
    units: Units, judges: Sequence[str], openings: Asked
) -> dict[str, Corrected]:
    """Return the corrected statistics for each judge, or the reason why there are none. A judge is
    omitted if people rated every output that the judge rated."""
    merged, corrected = by_output(units), {}
    rated = ~np.isnan(merged(units.people_means()))
    stratum = strata_of(units)
    for name in judges:
        judged = ~np.isnan(merged(units.of_judge(name)))
        if not rated.any() or not (judged & ~rated).any():
            continue
        reason = _why_not(units, float(judged[rated].mean()), name, openings)
        figures = () if reason else tuple(_figures(units, name, stratum))
        corrected[name] = Corrected(figures, reason)
    return corrected


def strata_of(units: Units) -> Codes:
    names, strata = units.frame.item.names, units.frame.strata
    first = np.unique(units.item, return_index=True)[1]
    items = units.frame.item.code[units.row[first]].tolist()
    return np.array([strata.get(names[code], 0) for code in items], dtype=np.intp)


def by_output(units: Units) -> Callable[[Floats], Floats]:
    """Return a function that averages values over all units of the same output. The result has the
    mean at the output's first unit and NaN at its other units. This is needed because people and
    the judge can have rated an output in different HITs."""
    frame, output = units.frame, np.zeros(len(units), dtype=np.intp)
    for column in (frame.item, frame.system, frame.other, frame.target):
        output = output * len(column.names) + column.code[units.row]
    _outputs, first, output = np.unique(output, return_index=True, return_inverse=True)

    def merged(values: Floats) -> Floats:
        there, means = ~np.isnan(values), np.full(len(values), np.nan)
        sums = np.bincount(output[there], values[there], minlength=len(first))
        counts = np.bincount(output[there], minlength=len(first)).astype(np.float64)
        means[first] = np.round(quotient(sums.astype(np.float64), counts), UNIT_DECIMALS)
        return means

    return merged


def _why_not(units: Units, coverage: float, judge: str, openings: Asked) -> str:
    everyone = all(all_asked(units.facts, openings, rater) for rater in ("people", judge))
    if units.facts.opened_by and not everyone:
        return NOT_ALL_ASKED
    systems = systems_of(units) if units.facts.preference else units.systems
    if len(systems) > MOST_SYSTEMS or len(options(units)) > MOST_OPTIONS:
        return TOO_MANY
    return "" if coverage >= LEAST_COVERAGE else MISSED.format(share=coverage)


def options(units: Units) -> list[float]:
    """Return the labels that occur in the ratings, or an empty list if the criterion has means."""
    facts = units.facts
    if facts.level != "nominal" or facts.preference:
        return []
    return [float(value) for value in np.unique(units.frame.value)]


def _figures(units: Units, judge: str, stratum: np.ndarray) -> Iterator[CorrectedFigure]:
    share = units.facts.preference or units.facts.level == "nominal"
    ends = (0.0, 1.0) if share else units.facts.ends
    for names, scores in _subjects(units, judge):
        bounds = (-np.inf, np.inf) if names[1] else ends
        yield _figure(names, scores, stratum, bounds)


def _subjects(units: Units, judge: str) -> Iterator[tuple[Names, _Scores]]:
    """Yield the names and the scores by item for each quantity to estimate."""
    merged, machine = by_output(units), units.of_judge(judge)
    human, scored = merged(units.people_means()), merged(machine)
    if units.facts.preference:
        yield from _of_pairs(units, human, scored)
        return
    labels = options(units)
    if not labels:
        yield from _of_systems(units, human, scored)
    for option in labels:
        chosen = merged(share_of(units, option))
        by_judge = merged(chosen_by(machine, option))
        yield from _of_systems(units, chosen, by_judge, units.facts.label_of(option))


def _of_systems(
    units: Units, human: Floats, machine: Floats, label: str = ""
) -> Iterator[tuple[Names, _Scores]]:
    """Yield the scores of each system for its mean or, with a `label`, for its share of that label.
    If there are few systems, also yield the differences between them."""
    systems = sorted(range(len(units.systems)), key=units.systems.__getitem__)
    columns = {units.systems[index]: _scores(units, human, machine, index) for index in systems}
    yield from (((name, "", label), scores) for name, scores in columns.items())
    if len(columns) <= MOST_IN_PAIRS:
        for first, second in combinations(columns, 2):
            yield (first, second, label), columns[first].less(columns[second])


def share_of(units: Units, option: float) -> Floats:
    chosen = (units.people.value == option).astype(np.float64)
    counts = np.bincount(units.people.unit, minlength=len(units)).astype(np.float64)
    sums = np.bincount(units.people.unit, chosen, minlength=len(units)).astype(np.float64)
    return quotient(sums, counts)


def chosen_by(machine: Floats, option: float) -> Floats:
    """Return 1 if the judge chose the option and 0 if the judge chose another option. NaN means
    that the judge gave no rating."""
    return np.where(np.isnan(machine), np.nan, machine == option)


def _of_pairs(units: Units, human: Floats, machine: Floats) -> Iterator[tuple[Names, _Scores]]:
    """Yield the scores for each system's win rate. If there are few systems, also yield scores for
    each pair: the share that the first system won minus the share it lost."""
    frame, systems = units.frame, systems_of(units)
    first, second = (
        np.array(column.names, dtype=object)[column.code[units.row]]
        for column in (frame.system, frame.other)
    )
    for name in systems:
        side = np.where(first == name, 1.0, np.where(second == name, -1.0, np.nan))
        yield (name, "", ""), _scores(units, (1 + side * human) / 2, (1 + side * machine) / 2)
    if 2 < len(systems) <= MOST_IN_PAIRS:
        for winner, loser in combinations(systems, 2):
            side = np.where((first == winner) & (second == loser), 1.0, np.nan)
            side[(first == loser) & (second == winner)] = -1.0
            yield (winner, loser, ""), _scores(units, side * human, side * machine)


def _scores(units: Units, human: Floats, machine: Floats, system: int = 0) -> _Scores:
    """Return one system's scores for each item: people's, the judge's on the same outputs, and the
    judge's on all outputs."""
    both = ~np.isnan(human + machine)
    sides = np.where(both, human, np.nan), np.where(both, machine, np.nan), machine
    return _Scores(*(units.matrix(side)[:, system] for side in sides))


def _figure(names: Names, scores: _Scores, stratum: np.ndarray, bounds: Ends) -> CorrectedFigure:
    judged = ~np.isnan(scores.judge)
    rated = int((~np.isnan(scores.people[judged])).sum())
    columns = (scores.people, scores.there, scores.judge, stratum)
    try:
        powered = prediction_powered(*(column[judged] for column in columns))
    except NotEstimableError as error:
        none = Estimate(None, rated, reason=because(error))
        return CorrectedFigure(*names, none, none, judged=int(judged.sum()))
    return CorrectedFigure(
        *names,
        _bounded(powered.alone, bounds),
        _bounded(powered.corrected, bounds),
        powered.power,
        powered.judged,
        powered.needed,
    )


def _bounded(figure: Estimate, bounds: Ends) -> Estimate:
    if figure.low is None or figure.high is None:
        return figure
    return replace(figure, low=max(figure.low, bounds[0]), high=min(figure.high, bounds[1]))
