"""Measures of how a person uses the scale, how severe they are, and whether they prefer the first
position."""

from collections.abc import Mapping
from math import exp

import numpy as np
from django.utils.translation import gettext_lazy as _

from analysis.data.facts import PREFERS_A, TIE
from analysis.data.frame import Codes
from analysis.statistics.estimates import NotEstimableError
from analysis.statistics.results import Floats, quotient
from analysis.statistics.sparse import Ratings
from quality.evidence.arrays import Evidence, Rated
from quality.evidence.statistics import (
    jackknifed,
    mean_of_criteria,
    rated_with_others,
    sums_without_each,
    works_of_ratings,
)
from quality.figures import Z_95, Figure, share_of
from quality.measures import IN_ANSWERS, IN_HITS, Measure

MOST_CLASSES = 11  # a scale with more points is divided into this many equal parts


class Entropy(Measure):
    """Shannon's entropy (1948) of a person's answers, divided by the largest possible entropy and
    averaged over criteria. It is 0 if all answers are the same, and 1 if all possible answers occur
    equally often."""

    name = "entropy"
    title = _("Variety of answers")
    basis = IN_HITS
    meaning = _(
        "Entropy of the answers as a share of the maximum. 0 means always the same answer, and "
        "1 means every answer equally often."
    )
    unit = "coefficient"
    order = 41

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        classes = [_classes(rated) for rated in evidence.criteria]
        return {
            person: _variety(evidence, classes, person) for person in range(len(evidence.people))
        }


def _classes(rated: Rated) -> tuple[Codes, int]:
    """Return the class of each rating as a number, and the number of classes. Labels and points of
    a short scale are classes. A longer scale is divided into MOST_CLASSES equal parts."""
    low, high = rated.facts.low, rated.facts.high
    if rated.is_label or low is None or high is None:
        values, code = rated.labels
        return code, len(values)
    width = high - low
    if width < MOST_CLASSES and (rated.value == np.round(rated.value)).all():
        return np.rint(rated.value - low).astype(np.intp), int(width) + 1
    parts = np.floor((rated.value - low) / width * MOST_CLASSES).astype(np.intp)
    return np.clip(parts, 0, MOST_CLASSES - 1), MOST_CLASSES


def _variety(evidence: Evidence, classes: list[tuple[Codes, int]], person: int) -> Figure:
    rows = [(rated, evidence.rows_of(rated, person)) for rated in evidence.criteria]
    works = works_of_ratings(rows)
    if not len(works):
        return Figure(None, 0)
    values = [
        _share(sums_without_each(_one_hot(code[own], number), rated.work[own], works))
        for (rated, own), (code, number) in zip(rows, classes, strict=True)
        if len(own) and number > 1
    ]
    figure = jackknifed(mean_of_criteria(values), "positive", n=len(works))
    high = None if figure.high is None else min(1.0, figure.high)
    return Figure(figure.value, figure.n, figure.low, high)


def _one_hot(code: Codes, number: int) -> Floats:
    return (code[:, None] == np.arange(number)).astype(float)


def _share(counts: Floats) -> Floats:
    """Return the entropy of each row of counts, divided by the largest possible entropy."""
    shares = quotient(counts, counts.sum(1, keepdims=True))
    logs = np.log(shares, out=np.zeros_like(shares), where=shares > 0)
    return -(shares * logs).sum(1) / np.log(counts.shape[1])


FIRST, SECOND = 1, 2  # possible positions of output a


class FirstPosition(Measure):
    """The share of a person's preferences that are for the output shown first, without ties. The
    order is random, so the share should be near one half."""

    name = "first"
    title = _("First-position preference")
    basis = IN_ANSWERS
    meaning = _(
        "The share of preferences for the first output, without ties. The order was random, so "
        "the share should be near 50 %."
    )
    unit = "share"
    order = 42

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        size = len(evidence.people)
        first, all_of = np.zeros(size, dtype=np.intp), np.zeros(size, dtype=np.intp)
        for rated in evidence.criteria:
            if rated.facts.preference:
                decided, for_first = _preferences(rated)
                first += np.bincount(rated.person[decided & for_first], minlength=size)
                all_of += np.bincount(rated.person[decided], minlength=size)
        pairs = zip(first.tolist(), all_of.tolist(), strict=True)
        return {person: share_of(part, whole) for person, (part, whole) in enumerate(pairs)}


def _preferences(rated: Rated) -> tuple[np.ndarray, np.ndarray]:
    """Return two boolean arrays. The first is true for preferences that are not ties and whose
    order is known. The second is true for preferences for the output shown first."""
    placed = (rated.position == FIRST) | (rated.position == SECOND)
    prefers_a = rated.value == PREFERS_A
    return placed & (rated.value != TIE), prefers_a == (rated.position == FIRST)


class Severity(Measure):
    """The person's effect in a model with random effects of units and people, for all numeric
    criteria (see `analysis.statistics.rater_effects`). The ratings of each criterion are
    standardised first."""

    name = "severity"
    title = _("Severity")
    basis = IN_ANSWERS
    meaning = _(
        "How far the person’s scores are above (+) or below (−) other people’s on the same "
        "HITs, in standard deviations (two-way random effects)."
    )
    unit = "difference"
    order = 60

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        # Imported here, because it imports SciPy, which pages do not need.
        from analysis.statistics.rater_effects import rater_effects

        ratings = _standardised([rated for rated in evidence.criteria if not rated.is_label])
        try:
            effects = rater_effects(ratings)
        except NotEstimableError:
            return {}
        numbers = np.bincount(ratings.rater)
        return {
            person: _figure(effects.severity[place], effects.error[place], numbers[place])
            for place, person in enumerate(ratings.raters.tolist())
        }


def _figure(effect: float, error: float, number: int) -> Figure:
    reach = Z_95 * float(error)
    return Figure(float(effect), int(number), float(effect) - reach, float(effect) + reach)


def _standardised(criteria: list[Rated]) -> Ratings:
    """Return the included ratings of all criteria together, standardised for each criterion. The
    same unit counts as a different unit for each criterion."""
    unit: list[Codes] = [np.zeros(0, dtype=np.intp)]
    person: list[Codes] = [np.zeros(0, dtype=np.intp)]
    value = [np.zeros(0)]
    start = 0
    for rated in criteria:
        rows = np.flatnonzero(rated.counted)
        spread = rated.value[rows].std() if len(rows) else 0
        if spread > 0:
            unit.append(start + rated.unit[rows])
            person.append(rated.person[rows])
            value.append((rated.value[rows] - rated.value[rows].mean()) / spread)
            start += int(rated.unit.max()) + 1
    people, rater = np.unique(np.concatenate(person), return_inverse=True)
    units, code = np.unique(np.concatenate(unit), return_inverse=True)
    return Ratings(code.reshape(-1), rater.reshape(-1), np.concatenate(value), units, people)


class Spread(Measure):
    """The standard deviation of a person's ratings divided by that of other people's ratings of the
    same units. It is the geometric mean over numeric criteria."""

    name = "spread"
    title = _("Spread of scores")
    basis = IN_HITS
    meaning = _(
        "Standard deviation of the person’s scores divided by that of other people on the same "
        "HITs. Below 1, the person’s scores vary less than other people’s. Above 1, they vary "
        "more."
    )
    unit = "factor"
    order = 61

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        return {person: _spread_of(evidence, person) for person in range(len(evidence.people))}


def _spread_of(evidence: Evidence, person: int) -> Figure:
    rows = [pair for pair in rated_with_others(evidence, person) if not pair[0].is_label]
    works = works_of_ratings(rows)
    values = []
    for rated, own in rows:
        if len(own):
            value, mean, square = rated.value[own], rated.others.mean[own], rated.others.square[own]
            terms = np.column_stack([np.ones_like(value), value, value**2, mean, square])
            values.append(_log_ratio(sums_without_each(terms, rated.work[own], works)))
    if not values:
        return Figure(None, len(works))
    figure = jackknifed(mean_of_criteria(values), "free", n=len(works))
    factor, low, high = (
        None if end is None else exp(end) for end in (figure.value, figure.low, figure.high)
    )
    return Figure(factor, figure.n, low, high)


def _log_ratio(sums: Floats) -> Floats:
    """Return the logarithm of the ratio of two standard deviations for each row of sums, or NaN if
    either is 0."""
    number, value, own_square, mean, square = sums.T
    own = quotient(own_square, number) - quotient(value, number) ** 2
    others = quotient(square, number) - quotient(mean, number) ** 2
    ratio = quotient(np.where(own > 1e-12, own, np.nan), others, least=1e-12)  # noqa: PLR2004
    return np.log(ratio) / 2
