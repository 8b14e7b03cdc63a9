"""Arrays of figures, and the quotient of two."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def quotient(above: Floats, below: Floats, *, least: float = 0.0) -> Floats:
    """`above / below`, and NaN if the size of `below` isn't over `least`: there the statistic is
    undefined."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(np.abs(below) > least, above / below, np.nan)
