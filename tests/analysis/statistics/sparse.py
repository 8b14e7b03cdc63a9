"""Ratings from three sequences of equal length, for tests."""

import numpy as np

from analysis.statistics.sparse import Ratings


def sparse_ratings(units, raters, values) -> Ratings:
    """Return ratings: `values[i]` is the rating of unit `units[i]` by rater `raters[i]`."""
    unit_ids, unit = np.unique(np.asarray(units), return_inverse=True)
    rater_ids, rater = np.unique(np.asarray(raters), return_inverse=True)
    return Ratings(unit, rater, np.asarray(values), unit_ids, rater_ids)
