"""Rank correlation from contingency tables: exact with ties, and vectorised over a stack of tables."""

import numpy as np
from numpy.typing import NDArray

from analysis.statistics.results import Floats


def contingency(first: Floats, second: Floats) -> tuple[Floats, NDArray[np.intp], tuple[int, int]]:
    """One-hot cells (units, rows x columns) of two paired variables, their cell index, and the table's shape."""
    rows, row = np.unique(first, return_inverse=True)
    columns, column = np.unique(second, return_inverse=True)
    cell = row * len(columns) + column
    one_hot = np.zeros((len(cell), len(rows) * len(columns)))
    one_hot[np.arange(len(cell)), cell] = 1
    return one_hot, cell, (len(rows), len(columns))


def spearman(tables: Floats) -> Floats:
    """Spearman's rho with midranks, for tables (draws, rows, columns) of counts; NaN where a margin is constant.

    Source: Pearson's correlation of midranks (Kendall and Gibbons 1990, chapter 3). Pitfall: rows and columns must be
    in the order of the values.
    """
    total = tables.sum((1, 2))
    row, column = tables.sum(2), tables.sum(1)
    row_rank = _centred_midranks(row, total)
    column_rank = _centred_midranks(column, total)
    covariance = np.einsum("drc,dr,dc->d", tables, row_rank, column_rank)
    spread = np.sqrt((row * row_rank**2).sum(1) * (column * column_rank**2).sum(1))
    return _ratio(covariance, spread)


def _centred_midranks(counts: Floats, total: Floats) -> Floats:
    midranks = np.cumsum(counts, 1) - counts / 2 + 0.5
    return midranks - (total[:, None] + 1) / 2


def kendall_tau_b(tables: Floats) -> Floats:
    """Kendall's tau-b, for tables (draws, rows, columns) of counts; NaN where a margin is constant.

    Source: Kendall 1945, concordant minus discordant pairs over the root of the pairs not tied in each variable.
    """
    total = tables.sum((1, 2))
    below_right = _after(_after(tables, 1), 2)
    below_left = _after(_before(tables, 2), 1)
    difference = (tables * (below_right - below_left)).sum((1, 2))
    pairs = total * (total - 1) / 2
    tied = [(margin * (margin - 1) / 2).sum(1) for margin in (tables.sum(2), tables.sum(1))]
    return _ratio(difference, np.sqrt((pairs - tied[0]) * (pairs - tied[1])))


def _before(tables: Floats, axis: int) -> Floats:
    """For every cell, the sum of the cells before it along `axis`."""
    return np.cumsum(tables, axis) - tables


def _after(tables: Floats, axis: int) -> Floats:
    return np.flip(_before(np.flip(tables, axis), axis), axis)


def _ratio(above: Floats, below: Floats) -> Floats:
    # Below this the margin is constant but for rounding.
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(below > 1e-9, above / below, np.nan)  # noqa: PLR2004
