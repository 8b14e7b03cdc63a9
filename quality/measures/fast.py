"""How many of a person's HITs took less time than anybody's should."""

from collections.abc import Mapping

import numpy as np
from django.utils.translation import gettext_lazy as _

from quality.evidence.arrays import Evidence
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
    title = _("Far too fast")
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
        figures = {}
        for person in range(len(evidence.people)):
            others = log[(works.person != person) & works.counted]
            own = log[evidence.works_of(person)]
            if len(others) < FEWEST:
                figures[person] = Figure(None, len(own))
                continue
            bound = others.mean() - DEVIATIONS * others.std(ddof=1)
            seconds = round(float(np.exp(bound)), 2)
            figures[person] = share_of(int((own < bound).sum()), len(own), seconds=seconds)
        return figures


MEASURE = FarTooFast()
