"""Correlation from contingency tables: exact with ties, and vectorised over a stack of tables."""

import numpy as np
from numpy.typing import NDArray

from analysis.statistics.results import Floats, quotient


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
    return _product_moment(tables, _centred_midranks(row, total), _centred_midranks(column, total))


def pearson(tables: Floats, rows: Floats, columns: Floats) -> Floats:
    """Pearson's r for tables (draws, rows, columns) of counts over the values `rows` and `columns` of their margins.

    NaN where a margin is constant.
    """
    total = tables.sum((1, 2))
    centred = [
        values - quotient(margin @ values, total)[:, None]
        for values, margin in ((rows, tables.sum(2)), (columns, tables.sum(1)))
    ]
    return _product_moment(tables, centred[0], centred[1])


def _product_moment(tables: Floats, rows: Floats, columns: Floats) -> Floats:
    """The correlation of centred scores (draws, rows) and (draws, columns)."""
    covariance = np.einsum("drc,dr,dc->d", tables, rows, columns)
    row_squares = np.einsum("drc,dr->d", tables, rows**2)
    column_squares = np.einsum("drc,dc->d", tables, columns**2)
    # A constant margin's spread is zero but for rounding.
    spread = np.where(_classes(tables) > 1, np.sqrt(row_squares * column_squares), 0)
    return quotient(covariance, spread)


def _centred_midranks(counts: Floats, total: Floats) -> Floats:
    midranks = np.cumsum(counts, 1) - counts / 2 + 0.5
    return midranks - (total[:, None] + 1) / 2


def kendall_tau_b(tables: Floats) -> Floats:
    """Kendall's tau-b, for tables (draws, rows, columns) of counts; NaN where a margin is constant.

    See `tau_b`.
    """
    pairs = _pairs(tables.sum((1, 2)))
    untied = [pairs - _pairs(margin).sum(1) for margin in (tables.sum(2), tables.sum(1))]
    return tau_b(_concordance(tables), untied[0], untied[1])


def kendall_tau_c(tables: Floats) -> Floats:
    """Stuart's tau-c, for tables (draws, rows, columns) of counts; NaN where a margin is constant.

    See `tau_c`. It can reach 1 where the two scales have different numbers of values, which tau-b cannot.
    """
    return tau_c(_concordance(tables), tables.sum((1, 2)), _classes(tables))


def tau_b(concordance: Floats, untied_first: Floats, untied_second: Floats) -> Floats:
    """Kendall 1945: concordant minus discordant pairs over the root of the pairs not tied in each variable."""
    return quotient(concordance, np.sqrt(untied_first * untied_second))


def tau_c(concordance: Floats, total: Floats, classes: Floats) -> Floats:
    """Stuart 1953: concordant minus discordant pairs over the most that `total` units in a square table of `classes`
    rows could have; `classes` is the smaller number of values that occur.
    """
    return quotient(2 * concordance * classes, total**2 * (classes - 1))


def _pairs(counts: Floats) -> Floats:
    return counts * (counts - 1) / 2


def _classes(tables: Floats) -> Floats:
    """The number of rows or of columns that hold something, whichever is smaller."""
    rows, columns = ((tables.sum(axis) > 0).sum(1) for axis in (2, 1))
    return np.minimum(rows, columns).astype(float)


def _concordance(tables: Floats) -> Floats:
    below_right = _after(_after(tables, 1), 2)
    below_left = _after(_before(tables, 2), 1)
    return (tables * (below_right - below_left)).sum((1, 2))


def _before(tables: Floats, axis: int) -> Floats:
    """For every cell, the sum of the cells before it along `axis`."""
    return np.cumsum(tables, axis) - tables


def _after(tables: Floats, axis: int) -> Floats:
    return np.flip(_before(np.flip(tables, axis), axis), axis)
