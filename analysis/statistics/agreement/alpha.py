"""Krippendorff's alpha over many resamples, without K x K matrices, for scales of any length."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from analysis.statistics.results import Floats, quotient

AT_ONCE = 1 << 22
ROUNDING = 1e-12


@dataclass(frozen=True)
class AlphaTerms:
    """The terms of alpha, to be summed over units, as a sparse array (units, K + P).

    The first K columns count the pairable ratings of each of the `levels`. The other P columns
    contain the coincidences of each unordered pair of different levels that occur in the same unit.
    `low` and `high` are the indices of the pair's values in `levels`.
    """

    levels: Floats
    low: NDArray[np.intp]
    high: NDArray[np.intp]
    columns: sparse.csr_array


def alpha_terms(unit_of: NDArray[np.intp], values: Floats, units: int) -> AlphaTerms:
    """Return the terms of alpha for ratings `values` (N,) of units `unit_of` (N,), numbered from 0
    to `units` - 1.

    A unit with one rating has no pairs, so its columns are 0. Source: Krippendorff 2011, section C.
    """
    levels, code = np.unique(values, return_inverse=True)
    size = len(levels)
    counts = sparse.csr_array((np.ones(len(code)), (unit_of, code)), shape=(units, size))
    ratings = np.bincount(unit_of, minlength=units).astype(np.float64)
    pairable = sparse.diags_array((ratings > 1).astype(float)) @ counts
    unit, low, high, times = _coincidences(unit_of, code, ratings)
    pairs, place = np.unique(low * size + high, return_inverse=True)
    crossed = sparse.csr_array((times, (unit, place)), shape=(units, len(pairs)))
    return AlphaTerms(
        levels,
        pairs // max(1, size),
        pairs % max(1, size),
        sparse.csr_array(sparse.hstack([pairable, crossed])),
    )


def interval_terms(unit_of: NDArray[np.intp], values: Floats, units: int) -> Floats:
    """Return the terms of alpha at the interval level, to be summed over units: (units, 4).

    Unlike in `alpha_terms`, the number of columns does not depend on the number of values. A
    squared distance needs only the number, the sum and the squares of ratings, and the squares
    within units. Values are shifted close to zero to avoid cancellation.
    """
    counts = np.bincount(unit_of, minlength=units).astype(np.float64)
    near = values - (values.mean() if len(values) else 0)
    unit_mean = np.bincount(unit_of, near, minlength=units) / np.maximum(counts, 1)
    within = np.bincount(unit_of, (near - unit_mean[unit_of]) ** 2, minlength=units)
    several = counts > 1
    columns = [
        counts,
        counts * unit_mean,
        np.bincount(unit_of, near**2, minlength=units),
        2 * counts / np.maximum(counts - 1, 1) * within,
    ]
    return np.stack(columns, axis=1) * several[:, None]


def interval_alpha(sums: Floats) -> Floats:
    """Return alpha (draws,) from the sums (draws, 4) of `interval_terms`. Alpha is NaN if there are
    no pairs or all values are equal."""
    total, values, squares, observed = sums.T
    spread = squares - quotient(values**2, total)
    expected = 2 * total * np.where(spread > ROUNDING * squares, spread, 0)
    return 1 - quotient((total - 1) * observed, expected)


def _coincidences(
    unit_of: NDArray[np.intp], code: NDArray[np.intp], ratings: Floats
) -> tuple[NDArray[np.intp], NDArray[np.intp], NDArray[np.intp], Floats]:
    """Return all pairs of different ratings within a unit, as four arrays: the unit, the lower
    code, the higher code, and the coincidence 2 / (ratings - 1)."""
    order = np.argsort(unit_of, kind="stable")
    unit, codes = unit_of[order], code[order]
    parts = []
    for step in range(1, int(ratings.max(initial=1))):
        near = np.flatnonzero((unit[step:] == unit[:-step]) & (codes[step:] != codes[:-step]))
        parts.append(np.stack([unit[near], codes[near], codes[near + step]]))
    pairs = np.concatenate(parts, axis=1) if parts else np.zeros((3, 0), dtype=np.intp)
    return pairs[0], pairs[1:].min(0), pairs[1:].max(0), 2 / (ratings[pairs[0]] - 1)


def alpha_of_sums(
    sums: Floats, terms: AlphaTerms, *, level: Literal["nominal", "ordinal", "interval", "sets"]
) -> Floats:
    """Return alpha (draws,) from the sums (draws, K + P) of `terms.columns`. Alpha is NaN if there
    are no pairs or all values are equal. Values of level `sets` have a bit for each member, and the
    distances between them are `masi`."""
    count = len(terms.levels)
    step = max(1, AT_ONCE // max(1, sums.shape[1]))
    parts = [
        _alpha(sums[start : start + step], terms, count, level)
        for start in range(0, len(sums), step)
    ]
    return np.concatenate(parts)


def _alpha(sums: Floats, terms: AlphaTerms, count: int, level: str) -> Floats:
    margins, crossed = sums[:, :count], sums[:, count:]
    total = margins.sum(1)
    if level == "nominal":
        observed, expected = crossed.sum(1), total**2 - (margins**2).sum(1)
    elif level == "sets":
        distances = masi(terms.levels[:, None], terms.levels[None, :])
        observed = crossed @ distances[terms.low, terms.high]
        expected = ((margins @ distances) * margins).sum(1)
    else:
        # An ordinal distance is a distance between midranks. The mean is subtracted first, to avoid
        # cancellation.
        scores = (
            np.cumsum(margins, 1) - margins / 2 if level == "ordinal" else terms.levels[None, :]
        )
        scores = scores - quotient((margins * scores).sum(1), total)[:, None]
        observed = (crossed * (scores[:, terms.low] - scores[:, terms.high]) ** 2).sum(1)
        expected = 2 * total * (margins * scores**2).sum(1)
    varied = (margins > 0).sum(1) > 1
    return 1 - quotient((total - 1) * observed, np.where(varied, expected, 0))


def masi(first: Floats, second: Floats) -> Floats:
    """Return the distance between sets whose members are the bits of whole numbers. The arguments
    broadcast. Equal sets have distance 0, and sets that share no member have distance 1.

    The distance is 1 minus the Jaccard index times 2/3 if one set contains the other, or times 1/3
    if each set has members of its own. Two empty sets are equal. Source: Passonneau 2006, LREC,
    "Measuring Agreement on Set-valued Items (MASI) for Semantic and Pragmatic Annotation".
    """
    own, other = first.astype(np.int64), second.astype(np.int64)
    shared, either = np.bitwise_count(own & other), np.bitwise_count(own | other)
    contained = ((own & other) == own) | ((own & other) == other)
    weight = np.where(own == other, 1, np.where(contained, 2 / 3, 1 / 3))
    return np.where(own == other, 0.0, 1 - weight * shared / np.maximum(either, 1))
