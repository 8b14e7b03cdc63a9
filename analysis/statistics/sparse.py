"""Ratings as parallel arrays, for raters who share few units or none, and the processing of tables
with many gaps a few rows at a time."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

AT_ONCE = 1 << 20  # numbers in memory at a time


@dataclass(frozen=True)
class Ratings:
    """N ratings: `value[i]` is the rating of `units[unit[i]]` by `raters[rater[i]]`, with at most
    one rating per rater and unit."""

    unit: NDArray[np.intp]
    rater: NDArray[np.intp]
    value: NDArray[Any]
    units: NDArray[Any]
    raters: NDArray[Any]


def judge_on_units(
    ratings: Ratings, judge: Mapping[Any, Any]
) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """Return the judge's value for each of the U units, and a mask of the units that the judge
    rated. The values of other units are fillers that must not be used.

    `judge` maps a unit's id to the judge's value; a unit with a failed reply has no key. Raises
    ValueError if one side gives numbers and the other labels.
    """
    judged = np.array([unit in judge for unit in ratings.units.tolist()], dtype=bool)
    values = np.zeros(len(ratings.units), dtype=ratings.value.dtype)
    if judged.any():
        verdicts = np.array([judge[unit] for unit in ratings.units[judged].tolist()])
        if (verdicts.dtype.kind in "iufb") != (values.dtype.kind in "iufb"):
            raise ValueError(
                "The annotators' values and the judge's must both be numbers or both labels."
            )
        values = values.astype(np.result_type(values.dtype, verdicts.dtype))
        values[judged] = verdicts
    return values, judged


def packed_rows(
    there: NDArray[np.bool_], ways: int = 1
) -> Iterator[tuple[NDArray[np.intp], NDArray[np.intp]]]:
    """Yield a few rows of `there` (rows, columns) at a time and, for each row, the columns that
    have content.

    The yielded arrays are rows (R,) and columns (R, C). Rows with similar numbers of columns are
    together, and C is the largest number of columns. Empty columns fill up shorter rows. R x C x (C
    + `ways`) stays near AT_ONCE unless R is 1, so memory does not grow with the table. Rows with
    fewer than two columns have no pair and are left out.
    """
    counts = there.sum(1)
    order = np.argsort(counts, kind="stable")
    order = order[counts[order] > 1]
    start = 0
    while start < len(order):
        # Later rows are as wide or wider, so each step is as large as its widest row allows.
        stop = start + 1
        while stop < len(order):
            wider = min(len(order), start + 2 * (stop - start))
            width = int(counts[order[wider - 1]])
            if (wider - start) * width * (width + ways) > AT_ONCE:
                break
            stop = wider
        rows = order[start:stop]
        width = int(counts[rows[-1]])
        # A stable sort puts the columns with content first, in their own order.
        yield rows, np.argsort(~there[rows], axis=1, kind="stable")[:, :width]
        start = stop
