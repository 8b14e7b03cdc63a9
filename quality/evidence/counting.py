"""Shares of a person's HITs with an event."""

import numpy as np

from analysis.statistics.results import Floats
from quality.evidence.arrays import Evidence
from quality.figures import Figure
from quality.intervals import share_of


def share_of_works(evidence: Evidence, counts: Floats | None) -> dict[int, Figure]:
    """Return, by person, the share of HITs with a count above 0 among those with a recorded count
    (W,), and the sum of the counts. Empty if none was recorded."""
    if counts is None or np.isnan(counts).all():
        return {}
    figures = {}
    for person in range(len(evidence.people)):
        own = counts[evidence.works_of(person)]
        noted = own[~np.isnan(own)]
        total = int(noted.sum())
        figures[person] = share_of(int((noted > 0).sum()), len(noted), total=total)
    return figures
