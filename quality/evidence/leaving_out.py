"""Statistics with the influence of each HIT: first all HITs, then without each in turn."""

from collections.abc import Sequence

import numpy as np

from analysis.data.frame import Codes
from analysis.statistics.estimates import Scale
from analysis.statistics.results import Floats
from quality.evidence.arrays import Evidence, Rated
from quality.figures import Figure

FEWEST_HITS = 3  # for an interval


def rated_with_others(evidence: Evidence, person: int) -> list[tuple[Rated, Codes]]:
    """Return each criterion with the person's ratings of units that others with included answers
    rated too."""
    rows = [(rated, evidence.rows_of(rated, person)) for rated in evidence.criteria]
    return [(rated, own[rated.others.count[own] > 0]) for rated, own in rows]


def works_of_ratings(rows: Sequence[tuple[Rated, Codes]]) -> Codes:
    """Return the works of these ratings, in ascending order."""
    works = [rated.work[own] for rated, own in rows]
    return np.unique(np.concatenate(works)) if works else np.zeros(0, dtype=np.intp)


def sums_without_each(columns: Floats, work: Codes, works: Codes) -> Floats:
    """Return column sums (1 + H, S) of `columns` (R, S), whose row i belongs to the work `work[i]`:
    of all rows, then without each of the H `works`, which are in ascending order."""
    place = np.searchsorted(works, work)
    by_work = np.zeros((len(works), columns.shape[1]))
    np.add.at(by_work, place, columns)
    total = by_work.sum(0)
    return np.vstack([total, total - by_work])


def mean_of_criteria(values: list[Floats]) -> Floats:
    """Return the mean (1 + H,) over criteria with a value for the whole sample; NaN if none."""
    usable = [each for each in values if not np.isnan(each[0])]
    return np.mean(usable, axis=0) if usable else np.full(1, np.nan)


def jackknifed(values: Floats, scale: Scale, *, n: int, **more: object) -> Figure:
    """Return the statistic with the jackknife's t interval (Tukey 1958). The first value is the
    sample's; the others leave out one HIT each."""
    # It imports SciPy, which pages do not need.
    from analysis.statistics.jackknife import LeftOut, jackknife_interval

    if np.isnan(values[0]):
        return Figure(None, n, more=more)
    interval = None
    if len(values) > FEWEST_HITS:
        nothing = np.zeros(0)
        left_out = LeftOut(values[1:], nothing, nothing)
        interval = jackknife_interval(float(values[0]), left_out, scale)
    low, high = interval or (None, None)
    return Figure(float(values[0]), n, low, high, more)
