"""Statistics of a person's HITs: the share of HITs with an event, comparisons of the first and last
thirds of sittings, and jackknife estimates."""

from collections.abc import Sequence

import numpy as np

from analysis.data.frame import Codes
from analysis.statistics.estimates import Scale
from analysis.statistics.results import Floats
from quality.evidence.arrays import Evidence, Rated
from quality.figures import Figure, share_of

FEWEST_HITS = 3  # least number of HITs for an interval


def rated_with_others(evidence: Evidence, person: int) -> list[tuple[Rated, Codes]]:
    """Return each criterion with the rows of the person's ratings. Only ratings of units for which
    other people have included ratings are returned."""
    rows = [(rated, evidence.rows_of(rated, person)) for rated in evidence.criteria]
    return [(rated, own[rated.others.count[own] > 0]) for rated, own in rows]


def works_of_ratings(rows: Sequence[tuple[Rated, Codes]]) -> Codes:
    """Return the rows of the HITs (in `Works`) that contain these ratings, in ascending order."""
    works = [rated.work[own] for rated, own in rows]
    return np.unique(np.concatenate(works)) if works else np.zeros(0, dtype=np.intp)


def sums_without_each(columns: Floats, work: Codes, works: Codes) -> Floats:
    """Return column sums of `columns` (R, S), as an array (1 + H, S). The first row sums over all R
    rows. Each further row leaves out one of the H `works`. Row i belongs to the HIT `work[i]`, and
    `works` is in ascending order."""
    place = np.searchsorted(works, work)
    by_work = np.zeros((len(works), columns.shape[1]))
    np.add.at(by_work, place, columns)
    total = by_work.sum(0)
    return np.vstack([total, total - by_work])


def mean_of_criteria(values: list[Floats]) -> Floats:
    """Return the mean (1 + H,) over the criteria whose first value, that of the whole sample, is
    not NaN. Return a single NaN if there is no such criterion."""
    usable = [each for each in values if not np.isnan(each[0])]
    return np.mean(usable, axis=0) if usable else np.full(1, np.nan)


def jackknifed(values: Floats, scale: Scale, *, n: int, **more: object) -> Figure:
    """Return the statistic with the jackknife's t interval (Tukey 1958). The first of `values` is
    from the whole sample. Each of the others is from the sample without one HIT. There is no
    interval if there are too few HITs."""
    # Imported here, because it imports SciPy, which pages do not need.
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


def share_of_works(evidence: Evidence, counts: Floats | None) -> dict[int, Figure]:
    """Return, by person, the share of HITs with a count above 0, and the total count. HITs whose
    count is NaN are ignored. Return an empty dict if no count was recorded."""
    if counts is None or np.isnan(counts).all():
        return {}
    figures = {}
    for person in range(len(evidence.people)):
        own = counts[evidence.works_of(person)]
        noted = own[~np.isnan(own)]
        total = int(noted.sum())
        figures[person] = share_of(int((noted > 0).sum()), len(noted), total=total)
    return figures


SMALLEST = 1e-18  # a variance; smaller values are rounding errors
FEWEST_OF_SITTING = 6  # least number of HITs in a session, so that each third has two


def thirds(evidence: Evidence, person: int) -> tuple[Codes, Codes]:
    """Return the rows of a person's HITs in the first and in the last third of their sittings.
    Short sittings are left out."""
    rows = evidence.works_of(person)
    sitting = evidence.works.sitting[rows]
    first, last = [np.zeros(0, dtype=np.intp)], [np.zeros(0, dtype=np.intp)]
    for number in np.unique(sitting):
        of_sitting = rows[sitting == number]
        if len(of_sitting) >= FEWEST_OF_SITTING:
            third = len(of_sitting) // 3
            first.append(of_sitting[:third])
            last.append(of_sitting[-third:])
    return np.concatenate(first), np.concatenate(last)


def difference(last: Floats, first: Floats) -> tuple[float, float, float] | None:
    """Return the difference of the two means, and the ends of its 95 % interval (Welch 1947).
    Return None if a sample has fewer than two values, or if neither sample varies."""
    from scipy import special

    if min(len(last), len(first)) < 2:  # noqa: PLR2004 - for a variance
        return None
    parts = np.array([side.var(ddof=1) / len(side) for side in (last, first)])
    if parts.sum() < SMALLEST:
        return None
    freedom = parts.sum() ** 2 / (parts**2 / [len(last) - 1, len(first) - 1]).sum()
    between = float(last.mean() - first.mean())
    reach = float(special.stdtrit(freedom, 0.975) * np.sqrt(parts.sum()))
    return between, between - reach, between + reach
