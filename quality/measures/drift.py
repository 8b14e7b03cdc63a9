"""Whether a person agrees less with the others as a sitting goes on."""

from collections.abc import Mapping

import numpy as np
from django.utils.translation import gettext_lazy as _

from analysis.statistics.results import Floats, quotient
from quality.evidence.arrays import Evidence
from quality.evidence.sittings import difference, thirds
from quality.figures import Figure
from quality.measures import IN_HITS, Measure


class Drift(Measure):
    """Agreement in the last third of each sitting less that in its first third. A HIT's agreement
    is 1 less the mean distance to the others over that of two ratings at random."""

    name = "drift"
    title = _("Drift of agreement")
    basis = IN_HITS
    meaning = _(
        "Agreement in the last third of each session minus that in the first. Below 0, it falls. "
        "A pause of half an hour starts a new session."
    )
    unit = "difference"
    order = 50

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        score = scores(evidence)
        return {person: _of(evidence, score, person) for person in range(len(evidence.people))}


def scores(evidence: Evidence) -> Floats:
    """Return the agreement of each work (W,), NaN where no one else rated its HIT."""
    size = len(evidence.works.person)
    total, number = np.zeros(size), np.zeros(size)
    for rated in evidence.criteria:
        near = 1 - quotient(rated.distance, np.full(len(rated.value), rated.chance), least=1e-12)
        there = ~np.isnan(near)
        total += np.bincount(rated.work[there], near[there], minlength=size)
        number += np.bincount(rated.work[there], minlength=size)
    return quotient(total, number)


def _of(evidence: Evidence, score: Floats, person: int) -> Figure:
    first, last = (rows[~np.isnan(score[rows])] for rows in thirds(evidence, person))
    number = len(first) + len(last)
    ends = difference(score[last], score[first])
    return Figure(None, number) if ends is None else Figure(ends[0], number, *ends[1:])


MEASURE = Drift()
