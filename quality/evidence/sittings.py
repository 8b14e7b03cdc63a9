"""The first and the last third of a person's sittings."""

import numpy as np

from analysis.data.frame import Codes
from analysis.statistics.results import Floats
from quality.evidence.arrays import Evidence

SMALLEST = 1e-18  # of a variance; smaller ones are rounding errors
FEWEST_OF_SITTING = 6  # HITs, so that a third has two


def thirds(evidence: Evidence, person: int) -> tuple[Codes, Codes]:
    """Return the rows of a person's works in the first and in the last third of each sitting that
    is long enough."""
    rows = evidence.works_of(person)
    sitting = evidence.works.sitting[rows]
    first, last = [np.zeros(0, dtype=np.intp)], [np.zeros(0, dtype=np.intp)]
    for number in np.unique(sitting):
        of_sitting = rows[sitting == number]
        if len(of_sitting) >= FEWEST_OF_SITTING:
            third = len(of_sitting) // 3
            first.append(of_sitting[:third])
            last.append(of_sitting[-third:])
    return np.concatenate(first), np.concatenate(last)


def difference(last: Floats, first: Floats) -> tuple[float, float, float] | None:
    """Return the difference of two means with its interval (Welch 1947); None if one has fewer than
    two values, or if nothing varies."""
    from scipy import special

    if min(len(last), len(first)) < 2:  # noqa: PLR2004 - for a variance
        return None
    parts = np.array([side.var(ddof=1) / len(side) for side in (last, first)])
    if parts.sum() < SMALLEST:
        return None
    freedom = parts.sum() ** 2 / (parts**2 / [len(last) - 1, len(first) - 1]).sum()
    between = float(last.mean() - first.mean())
    reach = float(special.stdtrit(freedom, 0.975) * np.sqrt(parts.sum()))
    return between, between - reach, between + reach
