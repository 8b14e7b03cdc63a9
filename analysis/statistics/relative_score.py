"""How many times as good a score is as its reference. Not on a page yet."""

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from analysis.statistics.estimates import Estimate


def relative_score(scores: ArrayLike, references: ArrayLike) -> Estimate:
    """Geometric mean of the N ratios score / reference, with a 95 % t interval on the log scale.

    Source: Fleming and Wallace 1986, who show that only the geometric mean ranks ratios the same
    whichever side is the reference. Pitfall: a ratio needs a scale with a true zero; ratings from 1
    to 5 have none. A zero or a negative score has no logarithm: then, and for no pair at all, the
    Estimate carries the reason.
    """
    above, below = (np.asarray(values, dtype=np.float64) for values in (scores, references))
    if above.shape != below.shape:
        raise ValueError("Scores and references must be of one length.")
    if not len(above):
        return Estimate(None, 0, reason="There is no score with a reference.")
    if not ((above > 0) & (below > 0)).all():
        return Estimate(
            None, len(above), reason="A ratio of scores needs scores above zero on both sides."
        )
    logs = np.log(above / below)
    if len(logs) == 1:
        return Estimate(float(np.exp(logs[0])), 1)
    reach = stats.t.ppf(0.975, len(logs) - 1) * logs.std(ddof=1) / np.sqrt(len(logs))
    low, middle, high = np.exp(logs.mean() + np.array([-reach, 0, reach]))
    return Estimate(float(middle), len(logs), float(low), float(high))
