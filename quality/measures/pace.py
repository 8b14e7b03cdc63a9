"""Whether a person gets faster as a sitting goes on."""

from collections.abc import Mapping
from math import exp

import numpy as np
from django.utils.translation import gettext_lazy as _

from quality.evidence.arrays import Evidence
from quality.evidence.sittings import difference, thirds
from quality.figures import Figure
from quality.measures import IN_HITS, Measure

LEAST_SECONDS = 0.1  # a time of nothing has no logarithm


class Pace(Measure):
    """By which factor a HIT takes longer in the last third of each sitting than in its first: of
    geometric means."""

    name = "pace"
    title = _("Time, last third to first")
    basis = IN_HITS
    meaning = _(
        "Time per HIT in the last third of each session, divided by that in the first. Slightly "
        "below 1 is practice."
    )
    unit = "factor"
    order = 51

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        log = np.log(np.maximum(evidence.works.seconds, LEAST_SECONDS))
        figures = {}
        for person in range(len(evidence.people)):
            first, last = thirds(evidence, person)
            number = len(first) + len(last)
            ends = difference(log[last], log[first])
            figures[person] = Figure(None, number)
            if ends is not None:
                value, low, high = (exp(end) for end in ends)
                figures[person] = Figure(value, number, low, high)
        return figures


MEASURE = Pace()
