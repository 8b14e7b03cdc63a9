"""How many of a person's HITs took less time than anybody's should."""

from collections.abc import Mapping
from math import exp, isnan

import numpy as np
from django.utils.translation import gettext_lazy as _

from analysis.statistics.results import Floats, quotient
from quality.evidence.arrays import Evidence, Works
from quality.figures import Figure
from quality.intervals import share_of
from quality.measures import IN_HITS, Measure

DEVIATIONS = 3
LEAST_SECONDS = 0.1  # a time of nothing has no logarithm
FEWEST = 20  # HITs of the others, for a bound


class FarTooFast(Measure):
    """The share of HITs below the mean less three standard deviations of the logarithm of the
    others' seconds. Of the logarithm: on raw seconds that bound is often below zero."""

    name = "fast"
    title = _("Speeding")
    basis = IN_HITS
    meaning = _(
        "The share of HITs faster than the others’ mean less three standard deviations, both of "
        "the logarithm of seconds."
    )
    unit = "share"
    order = 11

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        works = evidence.works
        log = np.log(np.maximum(works.seconds, LEAST_SECONDS))
        bounds = _bounds(log, works, len(evidence.people))
        figures = {}
        for person, bound in enumerate(bounds.tolist()):
            own = log[evidence.works_of(person)]
            if isnan(bound):
                figures[person] = Figure(None, len(own))
            else:
                seconds = round(exp(bound), 2)
                figures[person] = share_of(int((own < bound).sum()), len(own), seconds=seconds)
        return figures


def _bounds(log: Floats, works: Works, people: int) -> Floats:
    """For each person the bound by the others, NaN where they have too few HITs."""
    person, values = works.person[works.counted], log[works.counted]
    middle = values.mean() if len(values) else 0.0
    # About the middle of all: sums of squares are then free of cancellation.
    number, total, square = (
        terms.sum() - np.bincount(person, terms, minlength=people)
        for terms in (np.ones(len(values)), values - middle, (values - middle) ** 2)
    )
    mean = quotient(total, number)
    variance = np.maximum(quotient(square - total * mean, number - 1), 0)
    return np.where(number < FEWEST, np.nan, middle + mean - DEVIATIONS * np.sqrt(variance))


MEASURE = FarTooFast()
