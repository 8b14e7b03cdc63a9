"""Tests of a judge's difference from people against a margin that was set before publishing."""

from dataclasses import dataclass

import numpy as np
from scipy import special

from analysis.statistics.jackknife import Spread


@dataclass(frozen=True)
class MarginTest:
    """The p-values of two verdicts about the judge: "not worse by more than the margin" and
    "worse"."""

    not_worse: float
    worse: float


def margin_test(difference: float, spread: Spread, margin: float) -> MarginTest:
    """Test a judge's mean difference from people, D, against 0 and against a margin m > 0.

    Each person k of K is left out in turn. P_k is this person's closeness to the remaining people,
    and J_k the judge's closeness to them, both on the units that person k rated. A higher closeness
    is better, and

        D = sum_k (J_k - P_k) / K

    With SE the jackknife's standard error over items (`jackknife.spread_of`) and df its degrees of
    freedom:

        p(not worse) = 2 P(T_df > (D + m) / SE)    of the null hypothesis D <= -m
        p(worse)     = 2 P(T_df < D / SE)          of the null hypothesis D >= 0

    each at most 1. These are one-sided p-values, multiplied by two, so that at 5 % they agree with
    the 95 % interval. Both null hypotheses cannot hold at once.

    Sources: the test against a margin is one half of Schuirmann's two one-sided tests (1987, J
    Pharmacokinet Biopharm 15:657); leaving each annotator out, Calderon, Reichart and Dror 2025
    (arXiv 2501.10970); the standard error, Tukey 1958. Raises ValueError for a margin of 0 or less.
    """
    if not margin > 0:
        raise ValueError(f"The margin must be more than 0, not {margin:g}.")
    error = spread.variance**0.5
    below = 1 - special.stdtr(spread.freedom, (difference + margin) / error)
    above = special.stdtr(spread.freedom, difference / error)
    return MarginTest(min(1.0, 2 * float(below)), min(1.0, 2 * float(above)))


@dataclass(frozen=True)
class BelowMargin:
    """The p-value `p` of "the judge is within the margin", and the `power` of the test to reject
    this if the judge is `distance` below the margin. To reach the desired power, multiply the
    number of items by `ratio`."""

    p: float
    power: float
    ratio: float


def below_margin(
    difference: float, spread: Spread, margin: float, *, alpha: float, distance: float, power: float
) -> BelowMargin:
    """Test D, as in `margin_test`, against the bound -m from below, one-sided at `alpha`.

    p = P(T_df < (D + m) / SE) of the null hypothesis D >= -m

    Let t be the 1 - alpha quantile of Student's t. If the judge is m + distance below people, the
    test rejects with probability P(T_df < distance / SE - t). SE falls with the square root of the
    number of items.
    """
    error, freedom = spread.variance**0.5, spread.freedom
    limit = float(special.stdtrit(freedom, 1 - alpha))
    wanted = limit + float(special.stdtrit(freedom, power))
    return BelowMargin(
        p=float(special.stdtr(freedom, (difference + margin) / error)),
        power=float(special.stdtr(freedom, distance / error - limit)),
        ratio=float(np.square(wanted * error / distance)),
    )
