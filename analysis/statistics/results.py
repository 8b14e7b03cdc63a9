"""Arrays of figures, and the quotient of two."""

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def quotient(above: Floats, below: Floats, *, least: float = 0.0) -> Floats:
    """Return `above / below`; NaN if the size of `below` is not over `least`, because the statistic
    is then undefined."""
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(np.abs(below) > least, above / below, np.nan)
