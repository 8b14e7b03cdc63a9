"""Agreement among raters: Krippendorff's alpha from coincidences, with missing ratings and a stack of resamples."""

from typing import Literal

import numpy as np
from numpy.typing import NDArray

from analysis.statistics.results import Floats

Level = Literal["nominal", "ordinal", "interval", "ratio"]


def coincidences(unit_of: NDArray[np.intp], values: Floats) -> tuple[Floats, Floats]:
    """Each unit's coincidence matrix, shape (units, K, K), and the K values in order.

    `unit_of[i]` is the unit that rating `values[i]` belongs to, 0 to units - 1. A unit with one rating has nothing to
    coincide with and gives a matrix of zeros. Source: Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability",
    section C.
    """
    levels, place = np.unique(values, return_inverse=True)
    units = int(unit_of.max()) + 1 if len(unit_of) else 0
    counts = np.zeros((units, len(levels)))
    np.add.at(counts, (unit_of, place), 1)
    ratings = counts.sum(1)
    pairs = counts[:, :, None] * counts[:, None, :]
    diagonal = np.arange(len(levels))
    pairs[:, diagonal, diagonal] -= counts
    pairable = ratings > 1
    return np.where(pairable, 1 / np.maximum(ratings - 1, 1), 0)[:, None, None] * pairs, levels


def krippendorff_alpha(matrices: Floats, levels: Floats, *, level: Level) -> Floats:
    """Alpha for coincidence matrices (draws, K, K) over the values `levels` (K,).

    NaN where fewer than two ratings pair, or all are the same: expected disagreement is zero then, and alpha undefined.
    Pitfall: "ratio" is meant for values that are 0 or more.
    """
    margins = matrices.sum(2)
    total = margins.sum(1)
    distance = _distances(margins, levels, level)
    observed = (matrices * distance).sum((1, 2))
    expected = np.einsum("dc,dk,dck->d", margins, margins, distance)
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(expected > 0, 1 - (total - 1) * observed / expected, np.nan)


def _distances(margins: Floats, levels: Floats, level: Level) -> Floats:
    """Squared differences between values, shape (draws or 1, K, K)."""
    count = len(levels)
    if level == "nominal":
        return (1 - np.eye(count))[None]
    if level == "interval":
        return ((levels[:, None] - levels[None, :]) ** 2)[None]
    if level == "ratio":
        # Two zeros are the same value: their 0 / 0 is no distance.
        total = levels[:, None] + levels[None, :]
        return (np.divide(levels[:, None] - levels[None, :], total, out=np.zeros_like(total), where=total != 0) ** 2)[
            None
        ]
    # Ordinal: the ratings that lie between two values, each end counted half.
    upto = np.cumsum(margins, 1) - margins / 2
    return (upto[:, :, None] - upto[:, None, :]) ** 2
