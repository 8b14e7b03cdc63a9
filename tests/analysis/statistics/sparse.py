"""Ratings as a test writes them: three sequences of one length, a rating each."""

import numpy as np

from analysis.statistics.sparse import Ratings


def sparse_ratings(units, raters, values) -> Ratings:
    """`values[i]` is what rater `raters[i]` said of unit `units[i]`; ids are numbers or words."""
    unit_ids, unit = np.unique(np.asarray(units), return_inverse=True)
    rater_ids, rater = np.unique(np.asarray(raters), return_inverse=True)
    return Ratings(unit, rater, np.asarray(values), unit_ids, rater_ids)
