"""Conversion of number columns into arrays. The database server sends a column as one string of
bytes, so Python does not create an object for each value.

A statement packs columns with `string_agg(int8send(id), '')` or `float8send`, all in the same
order. A value in PostgreSQL can have at most 1 GB, which is 128 million numbers.
"""

import numpy as np
from numpy.typing import NDArray


def integers(packed: bytes | None) -> NDArray[np.int64]:
    """Return the integers that `int8send` packed, or an empty array for None (no rows)."""
    return np.frombuffer(packed or b"", dtype=">i8").astype(np.int64)


def floats(packed: bytes | None) -> NDArray[np.float64]:
    """Return the numbers that `float8send` packed, or an empty array for None (no rows). Missing
    numbers are NaN."""
    return np.frombuffer(packed or b"", dtype=">f8").astype(np.float64)
