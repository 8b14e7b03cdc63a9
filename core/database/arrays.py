"""Columns of numbers as arrays, without a Python object for each value: the server sends a column
as one string of bytes.

A statement packs it by `string_agg(int8send(id), '')`, or `float8send`; several of one query are in
the same order. Pitfall: PostgreSQL's longest value is 1 GB, so 128 million numbers.
"""

import numpy as np
from numpy.typing import NDArray


def integers(packed: bytes | None) -> NDArray[np.int64]:
    """Return what `int8send` packed; of no rows at all PostgreSQL gives NULL."""
    return np.frombuffer(packed or b"", dtype=">i8").astype(np.int64)


def floats(packed: bytes | None) -> NDArray[np.float64]:
    """Return what `float8send` packed; NaN stands for a number that is missing."""
    return np.frombuffer(packed or b"", dtype=">f8").astype(np.float64)
