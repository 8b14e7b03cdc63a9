"""How far a judge's scores lie from people's, on the scale itself: mean absolute error and bias."""

import numpy as np

from analysis.statistics.levels import Resamples, the_sample
from analysis.statistics.results import Floats, quotient


def mean_absolute_error(human: Floats, judge: Floats, resamples: Resamples | None = None) -> Floats:
    """The mean of |judge - human| over the cells that both have, in scale points: (items, systems) give (draws,).

    NaN where no cell is shared.
    """
    return _mean(np.abs(judge - human), resamples)


def bias(human: Floats, judge: Floats, resamples: Resamples | None = None) -> Floats:
    """The mean of judge - human over the cells that both have, in scale points: above zero, the judge is lenient.

    Shapes as in `mean_absolute_error`. Pitfall: errors of both signs cancel, so 0 is no sign of agreement.
    """
    return _mean(judge - human, resamples)


def _mean(differences: Floats, resamples: Resamples | None) -> Floats:
    drawn = the_sample(differences) if resamples is None else resamples
    there = ~np.isnan(differences)
    sums, cells = (
        ((drawn.items @ values) * drawn.systems).sum(1) for values in (np.where(there, differences, 0), there * 1.0)
    )
    return quotient(sums, cells)
