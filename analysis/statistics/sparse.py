"""Ratings as parallel arrays, for studies in which no two raters saw the same units."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Ratings:
    """N ratings: `value[i]` is what `raters[rater[i]]` said of `units[unit[i]]`; at most one per
    rater and unit."""

    unit: NDArray[np.intp]
    rater: NDArray[np.intp]
    value: NDArray[Any]
    units: NDArray[Any]
    raters: NDArray[Any]


def judge_on_units(
    ratings: Ratings, judge: Mapping[Any, Any]
) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    """The judge's value for each of the U units, and which units it judged; the others hold a
    filler, never to be read.

    `judge` maps a unit's id to the judge's value. A failed reply is a key that is not there.
    ValueError where one side gives numbers and the other labels.
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
