"""Differences between systems: paired tests and intervals over items, Holm's correction, and
letters that mark systems without a significant difference."""

from collections.abc import Sequence
from string import ascii_lowercase

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from analysis.statistics.estimates import NotEstimableError
from analysis.statistics.results import Floats

FEWEST_ITEMS = 5  # with fewer, there is no test
LEAST_SPREAD = 1e-12  # smaller differences between values are rounding errors of sums


def paired_p(differences: ArrayLike) -> float:
    """Return the two-sided p-value of Student's paired t-test, from one difference per item.

    Equal differences have no variance to divide by. The p-value is then that of the exact sign-flip
    test: 2 to the power of 1 - n, or 1 if all differences are 0. Raises NotEstimableError for fewer
    than `FEWEST_ITEMS` items.
    """
    values = np.asarray(differences, dtype=np.float64)
    if len(values) < FEWEST_ITEMS:
        raise NotEstimableError(f"Fewer than {FEWEST_ITEMS} items have scores of both systems.")
    return float(paired_ps(values[None])[0])


def paired_ps(differences: Floats) -> Floats:
    """Return the result of `paired_p` for each row of (studies, items). The results are NaN for
    fewer than `FEWEST_ITEMS` items."""
    studies, items = differences.shape
    if items < FEWEST_ITEMS:
        return np.full(studies, np.nan)
    same = np.ptp(differences, axis=1) < LEAST_SPREAD
    p_values = np.where(np.abs(differences[:, 0]) < LEAST_SPREAD, 1.0, 2.0 ** (1 - items))
    p_values[~same] = stats.ttest_1samp(differences[~same], 0.0, axis=1).pvalue
    return p_values


def paired_interval(differences: ArrayLike) -> tuple[float, float] | None:
    """Return the 95 % interval of the mean of paired differences, one per item: d ± t s / sqrt(n).
    Here s is the differences' standard deviation, and t the 97.5 % point of Student's t with n - 1
    degrees of freedom (Student 1908). The interval is not adjusted for several pairs.

    Return None for fewer than `FEWEST_ITEMS` items, or if all differences are equal.
    """
    values = np.asarray(differences, dtype=np.float64)
    if len(values) < FEWEST_ITEMS or np.ptp(values) < LEAST_SPREAD:
        return None
    reach = stats.t.ppf(0.975, len(values) - 1) * values.std(ddof=1) / np.sqrt(len(values))
    return float(values.mean() - reach), float(values.mean() + reach)


def holm(p_values: ArrayLike) -> Floats:
    """Return the p-values adjusted for multiple tests (Holm 1979), in the given order. NaN values
    are not counted as tests."""
    return holms(np.asarray(p_values, dtype=np.float64)[None])[0]


def holms(p_values: Floats) -> Floats:
    """Return the p-values (studies, tests), adjusted as by `holm` within each row."""
    order = np.argsort(p_values, axis=1, kind="stable")  # NaN last
    tested = (~np.isnan(p_values)).sum(1, keepdims=True)
    steps = np.take_along_axis(p_values, order, 1) * (tested - np.arange(p_values.shape[1]))
    adjusted = np.empty_like(p_values)
    np.put_along_axis(adjusted, order, np.minimum(1, np.maximum.accumulate(steps, axis=1)), 1)
    return adjusted


def compact_letters(different: NDArray[np.bool_]) -> list[str]:
    """Return the letters (S,) of systems sorted from the best. Two systems share a letter unless
    they are `different` (S, S).

    The algorithm is insert and absorb (Piepho 2004): every letter's set of systems is split at each
    difference, and a set within another set is dropped. After z, the letters are "aa", "ab" and so
    on, separated by spaces.
    """
    count = len(different)
    groups = [frozenset(range(count))] if count else []
    for first in range(count):
        for second in np.flatnonzero(different[first, first + 1 :]) + first + 1:
            groups = _split(groups, first, int(second))
    groups.sort(key=sorted)
    names = _names(len(groups))
    joint = "" if len(groups) <= len(ascii_lowercase) else " "
    return [
        joint.join(name for name, group in zip(names, groups, strict=True) if system in group)
        for system in range(count)
    ]


def _split(groups: Sequence[frozenset[int]], first: int, second: int) -> list[frozenset[int]]:
    split: list[frozenset[int]] = []
    for group in groups:
        both = first in group and second in group
        split += [group - {first}, group - {second}] if both else [group]
    distinct = list(dict.fromkeys(split))
    return [group for group in distinct if not any(group < other for other in distinct)]


def _names(count: int) -> list[str]:
    if count <= len(ascii_lowercase):
        return list(ascii_lowercase[:count])
    pairs = [first + second for first in ascii_lowercase for second in ascii_lowercase]
    return [*ascii_lowercase, *pairs][:count]
