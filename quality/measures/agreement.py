"""How well a person agrees with the others who answered the same HITs."""

from collections.abc import Mapping

import numpy as np
from django.utils.translation import gettext_lazy as _

from analysis.data.frame import Codes
from analysis.statistics.results import Floats, quotient
from quality.evidence.arrays import Evidence, Rated
from quality.evidence.leaving_out import (
    jackknifed,
    mean_of_criteria,
    rated_with_others,
    sums_without_each,
    works_of_ratings,
)
from quality.figures import Figure
from quality.measures import IN_HITS, Measure


class Agreement(Measure):
    """Cohen's kappa between the person and the others of each unit, weighted by squares for
    numbers; the mean over criteria. Each unit counts once, however many others it has.

    Cohen 1960 and 1968. A person who always gives the same answer gets 0.
    """

    name = "agreement"
    title = _("Agreement with the others")
    basis = IN_HITS
    meaning = _(
        "Kappa against the others who answered the same HITs, squared for numbers: 1 is always the "
        "same answer, 0 is chance."
    )
    unit = "coefficient"
    order = 20

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        return {person: _of(evidence, person) for person in range(len(evidence.people))}


def _of(evidence: Evidence, person: int) -> Figure:
    rows = rated_with_others(evidence, person)
    works = works_of_ratings(rows)
    if not len(works):
        return Figure(None, 0)
    values = [
        _kappa(rated, sums_without_each(_terms(rated, own), rated.work[own], works))
        for rated, own in rows
        if len(own)
    ]
    return jackknifed(mean_of_criteria(values), "agreement", n=len(works))


def _terms(rated: Rated, rows: Codes) -> Floats:
    """Return the terms of kappa, a row for each rating: columns that are summed."""
    others, value = rated.others, rated.value[rows]
    if rated.is_label:
        labels, code = rated.labels
        own = (code[rows, None] == np.arange(len(labels))).astype(float)
        same = 1 - rated.distance[rows]
        return np.column_stack([np.ones_like(value), same, own, others.shares[rows]])
    mean, square = others.mean[rows], others.square[rows]
    return np.column_stack(
        [np.ones_like(value), value, mean, value**2, square, value * mean],
    )


def _kappa(rated: Rated, sums: Floats) -> Floats:
    number = sums[:, 0]
    if rated.is_label:
        half = (sums.shape[1] - 2) // 2
        own, others = sums[:, 2 : 2 + half], sums[:, 2 + half :]
        chance = quotient((own * others).sum(1), number**2)
        return quotient(quotient(sums[:, 1], number) - chance, 1 - chance, least=1e-12)
    own, mean, own_square, square, product = sums[:, 1:].T
    apart = quotient(own_square - 2 * product + square, number)
    chance = quotient(own_square + square, number) - quotient(2 * own * mean, number**2)
    return 1 - quotient(apart, chance, least=1e-12)


MEASURE = Agreement()
