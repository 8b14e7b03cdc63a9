"""How well a person's numbers go up and down with those of the others."""

from collections.abc import Mapping

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


class Correlation(Measure):
    """Pearson's correlation with the mean of the others, the person left out; the mean over
    criteria with numbers. Unlike agreement it leaves out how severe a person is."""

    name = "correlation"
    title = _("Correlation with the others")
    basis = IN_HITS
    meaning = _(
        "Pearson’s correlation with the mean of the others, without this person. People who are "
        "stricter throughout can still reach 1."
    )
    unit = "coefficient"
    order = 21

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        return {person: _of(evidence, person) for person in range(len(evidence.people))}


def _of(evidence: Evidence, person: int) -> Figure:
    rows = [pair for pair in rated_with_others(evidence, person) if not pair[0].is_label]
    works = works_of_ratings(rows)
    if not len(works):
        return Figure(None, 0)
    values = []
    for rated, own in rows:
        # Centred first: sums of squares are then free of cancellation.
        first = rated.value[own] - rated.value[own].mean() if len(own) else rated.value[own]
        second = rated.others.mean[own] - rated.others.mean[own].mean() if len(own) else first
        terms = [np.ones_like(first), first, second, first**2, second**2, first * second]
        values.append(_pearson(sums_without_each(np.column_stack(terms), rated.work[own], works)))
    return jackknifed(mean_of_criteria(values), "correlation", n=len(works))


def _pearson(sums: Floats) -> Floats:
    number, first, second, first_square, second_square, product = sums.T
    spread = (number * first_square - first**2) * (number * second_square - second**2)
    size = np.sqrt(np.maximum(spread, 0))
    return quotient(number * product - first * second, size, least=1e-9)


MEASURE = Correlation()
