"""Verdicts on pairs: wins, ties and losses, the pull of the position shown first, and ratios of scores.

A verdict is a number throughout: 1 where output a won, -1 where b won, 0 for a tie, whatever the order shown.
"""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from analysis.statistics.errors import NotEstimableError
from analysis.statistics.results import Estimate, Floats, quotient

TieRule = Literal["half", "drop", "loss"]


@dataclass(frozen=True)
class Tally:
    """K systems; `wins[i, j]` counts how often i beat j, `ties[i, j] == ties[j, i]` how often they tied."""

    systems: NDArray[Any]
    wins: Floats
    ties: Floats

    @property
    def half_wins(self) -> Floats:
        """The (K, K) win matrix in which a tie is half a win for each side."""
        return self.wins + self.ties / 2


def tally(a: ArrayLike, b: ArrayLike, verdicts: ArrayLike) -> Tally:
    """Wins and ties from N verdicts: `a[i]` and `b[i]` are the systems compared in verdict i.

    ValueError for a system against itself and for a verdict other than 1, 0, -1.
    """
    left, right, said = np.asarray(a), np.asarray(b), _verdicts(verdicts)
    if not left.shape == right.shape == said.shape:
        raise ValueError("Systems and verdicts must be of one length.")
    if (left == right).any():
        raise ValueError("A verdict compares two different systems.")
    systems, place = np.unique(np.concatenate([left, right]), return_inverse=True)
    first, second = place[: len(left)], place[len(left) :]
    wins, ties = np.zeros((2, len(systems), len(systems)))
    np.add.at(wins, (np.where(said > 0, first, second), np.where(said > 0, second, first)), np.abs(said))
    np.add.at(ties, (first, second), said == 0)
    return Tally(systems, wins, ties + ties.T)


def win_rates(counts: Tally, *, ties: TieRule) -> Floats:
    """Each system's win rate, shape (K,): NaN for a system without a verdict that counts.

    The rule for ties is part of the figure: "half" gives each side half a win, "drop" leaves ties out of both counts,
    "loss" counts them as not won. Pitfall: a rate over unequal opponents says as much of them; see `bradley_terry`.
    """
    if ties not in ("half", "drop", "loss"):
        raise ValueError(f'The rule for ties is "half", "drop" or "loss", not "{ties}".')
    won, tied, lost = counts.wins.sum(1), counts.ties.sum(1), counts.wins.sum(0)
    above = won + tied / 2 if ties == "half" else won
    below = won + lost if ties == "drop" else won + tied + lost
    return np.divide(above, below, out=np.full(len(won), np.nan), where=below > 0)


def first_position_share(verdicts: ArrayLike, a_was_first: ArrayLike) -> Estimate:
    """Share of the verdicts with a winner that went to the output shown first, with a Wilson 95 % interval.

    0.5 is no pull, if the better output is shown first as often as second: show both orders, or draw the order at
    random. For people and judges alike. Source of the interval: Wilson 1927. Pitfall: it takes verdicts for
    independent; with several per item, resample items instead.
    """
    said, order = _verdicts(verdicts), np.where(np.asarray(a_was_first, dtype=bool), 1, -1)
    decided = int((said != 0).sum())
    if not decided:
        return Estimate(None, 0, reason="Every verdict was a tie, so none went to either position.")
    first = int((said * order == 1).sum())
    interval = stats.binomtest(first, decided).proportion_ci(0.95, method="wilson")
    return Estimate(first / decided, decided, float(interval.low), float(interval.high))


@dataclass(frozen=True)
class OrderConsistency:
    """`across` orders: the chance that two verdicts on a unit, one from each order, agree; mean over `units`.

    `within` is the same for two verdicts of one order, over `units_within`: None for a judge asked once per order. For
    people, whose verdicts come from different raters, only the drop from `within` to `across` is due to the order.
    `one_order_only` counts the units that were seen in one order.
    """

    across: float
    units: int
    within: float | None
    units_within: int
    one_order_only: int


def order_consistency(units: ArrayLike, verdicts: ArrayLike, a_was_first: ArrayLike) -> OrderConsistency:
    """How far the verdict on a unit stands when the order shown is turned round, for a judge or for people.

    Parallel arrays of length N: the unit's id, the verdict in terms of a and b, the order. For a judge with one verdict
    in each order it is the share of units with the same verdict twice. NotEstimableError where no unit has both orders.
    """
    found = order_agreement(units, verdicts, a_was_first)
    both, paired = ~np.isnan(found.across), ~np.isnan(found.within)
    if not both.any():
        raise NotEstimableError("No pair was judged in both orders, so the pull of the order cannot be told.")
    return OrderConsistency(
        across=float(found.across[both].mean()),
        units=int(both.sum()),
        within=float(found.within[paired].mean()) if paired.any() else None,
        units_within=int(paired.sum()),
        one_order_only=int((~both).sum()),
    )


@dataclass(frozen=True)
class OrderAgreement:
    """`OrderConsistency` unit by unit, in the order of `ids`: NaN where a unit has no two verdicts of the kind."""

    ids: NDArray[Any]
    across: Floats
    within: Floats


def order_agreement(units: ArrayLike, verdicts: ArrayLike, a_was_first: ArrayLike) -> OrderAgreement:
    """For each unit, the chance that two of its verdicts agree, across the orders and within one."""
    ids, unit = np.unique(np.asarray(units), return_inverse=True)
    counts = np.zeros((len(ids), 2, 3))
    np.add.at(counts, (unit, np.asarray(a_was_first, dtype=bool).astype(int), _verdicts(verdicts) + 1), 1)
    seen = counts.sum(2)
    return OrderAgreement(
        ids,
        quotient((counts[:, 0] * counts[:, 1]).sum(1), seen.prod(1)),
        quotient((counts * (counts - 1)).sum((1, 2)), (seen * (seen - 1)).sum(1)),
    )


def relative_score(scores: ArrayLike, references: ArrayLike) -> Estimate:
    """Geometric mean of the N ratios score / reference, with a 95 % t interval on the log scale.

    Source: Fleming and Wallace 1986, who show that only the geometric mean ranks ratios the same whichever side is the
    reference. Pitfall: a ratio needs a scale with a true zero; ratings from 1 to 5 have none. A zero or a negative
    score has no logarithm: then, and for no pair at all, the Estimate carries the reason.
    """
    above, below = (np.asarray(values, dtype=np.float64) for values in (scores, references))
    if above.shape != below.shape:
        raise ValueError("Scores and references must be of one length.")
    if not len(above):
        return Estimate(None, 0, reason="There is no score with a reference.")
    if not ((above > 0) & (below > 0)).all():
        return Estimate(None, len(above), reason="A ratio of scores needs scores above zero on both sides.")
    logs = np.log(above / below)
    if len(logs) == 1:
        return Estimate(float(np.exp(logs[0])), 1)
    reach = stats.t.ppf(0.975, len(logs) - 1) * logs.std(ddof=1) / np.sqrt(len(logs))
    low, middle, high = np.exp(logs.mean() + np.array([-reach, 0, reach]))
    return Estimate(float(middle), len(logs), float(low), float(high))


def _verdicts(verdicts: ArrayLike) -> NDArray[np.intp]:
    said = np.asarray(verdicts)
    if not np.isin(said, (-1, 0, 1)).all():
        raise ValueError("A verdict is 1 (a won), -1 (b won) or 0 (a tie).")
    return said.astype(np.intp)
