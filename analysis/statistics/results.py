"""Types of arrays, the quotient of two arrays, and resamples of items with all their HITs."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def quotient(above: Floats, below: Floats, *, least: float = 0.0) -> Floats:
    """Return `above / below`. Return NaN if the absolute value of `below` is at most `least`,
    because the statistic is then undefined."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(np.abs(below) > least, above / below, np.nan)


@dataclass(frozen=True)
class Resamples:
    """The number of times that each item (draws, items) and each system (draws, systems) occurs in
    each draw."""

    items: Floats
    systems: Floats


def the_sample(human: Floats) -> Resamples:
    """Return resamples with a single draw, in which every item and system of `human` (items,
    systems) occurs once."""
    items, systems = human.shape
    return Resamples(np.ones((1, items)), np.ones((1, systems)))
