"""Ratings as parallel arrays, for studies in which no two raters saw the same units."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


@dataclass(frozen=True)
class Ratings:
    """N ratings: `value[i]` is what `raters[rater[i]]` said of `units[unit[i]]`; at most one per rater and unit."""

    unit: NDArray[np.intp]
    rater: NDArray[np.intp]
    value: NDArray[Any]
    units: NDArray[Any]
    raters: NDArray[Any]


def sparse_ratings(units: ArrayLike, raters: ArrayLike, values: ArrayLike) -> Ratings:
    """Ratings from three parallel sequences of length N: the unit's id, the rater's id, the value (number or label).
    Ids are numbers or strings.

    A missing rating is a row that is not there. ValueError for unequal lengths, a NaN, or a unit rated twice by one
    rater: which of the two counts is the caller's decision.
    """
    columns = [np.asarray(column) for column in (units, raters, values)]
    if len({column.shape for column in columns}) != 1 or columns[0].ndim != 1:
        raise ValueError("Units, raters and values must be three sequences of one length.")
    value = columns[2]
    if value.dtype.kind == "f" and np.isnan(value).any():
        raise ValueError("A missing rating must be left out, not given as NaN.")
    unit_ids, unit = np.unique(columns[0], return_inverse=True)
    rater_ids, rater = np.unique(columns[1], return_inverse=True)
    cells, times = np.unique(unit * max(1, len(rater_ids)) + rater, return_counts=True)
    if (times > 1).any():
        twice = cells[times > 1][0]
        where = f"unit {unit_ids[twice // len(rater_ids)]!s} by rater {rater_ids[twice % len(rater_ids)]!s}"
        raise ValueError(f"More than one rating of {where}; keep one before comparing.")
    return Ratings(unit, rater, value, unit_ids, rater_ids)


def judge_on_units(ratings: Ratings, judge: Mapping[Any, Any]) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """The judge's value for each of the U units, and which units it judged; the others hold a filler, never to be read.

    `judge` maps a unit's id to the judge's value. A failed reply is a key that is not there. ValueError where one side
    gives numbers and the other labels.
    """
    known = np.array([unit in judge for unit in ratings.units.tolist()], dtype=bool)
    values = np.zeros(len(ratings.units), dtype=ratings.value.dtype)
    if known.any():
        said = np.array([judge[unit] for unit in ratings.units[known].tolist()])
        if (said.dtype.kind in "iufb") != (values.dtype.kind in "iufb"):
            raise ValueError("The annotators' values and the judge's must both be numbers or both labels.")
        values = values.astype(np.result_type(values.dtype, said.dtype))
        values[known] = said
    return values, known
