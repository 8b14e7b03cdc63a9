"""Whether a person uses more or less of the scale than the others do on the same HITs."""

from collections.abc import Mapping
from math import exp

import numpy as np
from django.utils.translation import gettext_lazy as _

from analysis.statistics.results import Floats, quotient
from quality.evidence.arrays import Evidence
from quality.evidence.leaving_out import (
    jackknifed,
    mean_of_criteria,
    rated_with_others,
    sums_without_each,
    works_of_ratings,
)
from quality.figures import Figure
from quality.measures import IN_HITS, Measure


class Spread(Measure):
    """The standard deviation of a person's numbers over that of the others' on the same units; the
    geometric mean over criteria with numbers."""

    name = "spread"
    title = _("Spread of numbers")
    basis = IN_HITS
    meaning = _(
        "The standard deviation of the numbers over that of the others’ on the same HITs: below 1 "
        "stays near the middle, above 1 goes to the ends."
    )
    unit = "factor"
    order = 61

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        return {person: _of(evidence, person) for person in range(len(evidence.people))}


def _of(evidence: Evidence, person: int) -> Figure:
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
    """Return the logarithm of the ratio of two standard deviations; NaN where one of them is 0."""
    number, value, own_square, mean, square = sums.T
    own = quotient(own_square, number) - quotient(value, number) ** 2
    others = quotient(square, number) - quotient(mean, number) ** 2
    ratio = quotient(np.where(own > 1e-12, own, np.nan), others, least=1e-12)  # noqa: PLR2004
    return np.log(ratio) / 2


MEASURE = Spread()
