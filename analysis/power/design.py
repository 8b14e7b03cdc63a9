"""A design, and assumptions about its annotators. The assumptions are shares of variance on a
standard normal scale, which cut points divide into the criterion's values."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import combinations

import numpy as np
from scipy import optimize, special, stats

from analysis.data.facts import Facts
from analysis.statistics.results import Floats

MOST_LATENT = 8.0  # standard deviations between the best and the worst system
NODES, WEIGHTS = np.polynomial.hermite_e.hermegauss(61)
WEIGHTS = WEIGHTS / WEIGHTS.sum()


class TooFarError(ValueError):
    """Raised if the distance between two systems is too large for the criterion's scale."""


@dataclass(frozen=True)
class Design:
    """The design of a study: the number of items, the number of systems, and the number of
    annotators for each HIT. Each HIT shows outputs of `per_page` systems, and each item has
    `hits_per_item` HITs. With `reference`, every HIT includes the last system.

    `people` is the total number of annotators. A judge rates each output `judge_samples` times,
    including the outputs of `judged_items` additional items.
    """

    facts: Facts
    items: int
    annotators: int
    systems: int = 2
    per_page: int = 1
    hits_per_item: int = 2
    reference: bool = False
    people: int = 20
    judge_samples: int = 0
    judged_items: int = 0

    @property
    def sets(self) -> list[tuple[int, ...]]:
        if not self.reference:
            return list(combinations(range(self.systems), self.per_page))
        last = self.systems - 1
        return [(*others, last) for others in combinations(range(last), self.per_page - 1)]


@dataclass(frozen=True)
class Effects:
    """Shares of the variance of one rating, without the effects of systems; they sum to 1. The
    sources of variance are the item, the output (`own`), the person, the person with this item, and
    the residual.

    A rating is the value whose cut points enclose the sum of these effects. Without cut points, it
    is `mean` plus `spread` times the sum. For a preference, the sum is a difference between two
    outputs, and the values are -1, 0 and 1.
    """

    item: float
    own: float
    person: float
    person_item: float
    rest: float
    cuts: tuple[float, ...] = ()
    values: tuple[float, ...] = ()
    mean: float = 0.0
    spread: float = 1.0

    def rated(self, latent: Floats) -> Floats:
        if not self.cuts:
            return self.mean + self.spread * latent
        return np.asarray(self.values)[np.searchsorted(self.cuts, latent)]

    def expected(self, shift: Floats, share: float = 1.0) -> Floats:
        """Return the mean rating at each `shift` on the standard scale if the random effects have
        `share` of the variance."""
        if not self.cuts:
            return self.mean + self.spread * shift
        beyond = special.ndtr((np.asarray(shift)[..., None] - self.cuts) / np.sqrt(share))
        return self.values[0] + beyond @ np.diff(self.values)

    def observed(self, correlation: float) -> float:
        """Return the correlation (at least 0) of two ratings whose sums of effects have this
        correlation."""
        if not self.cuts:
            return correlation
        shared = self.expected(np.sqrt(correlation) * NODES, max(1 - correlation, 1e-9))
        every = np.diff(special.ndtr([-np.inf, *self.cuts, np.inf]))
        mean = every @ np.asarray(self.values)
        variance = every @ (np.asarray(self.values) - mean) ** 2
        return float((WEIGHTS @ (shared - mean) ** 2) / variance)

    def latent(self, correlation: float) -> float:
        """Return the correlation of two sums of effects whose ratings have this correlation. This
        is the inverse of `observed`."""
        return turned_round(self.observed, correlation)


def observed_in_ranks(systems: int, correlation: float) -> float:
    """Return the correlation of two people's ranks of equally good systems, from the correlation of
    their ratings (Moran 1948)."""
    tau, rho = 2 / np.pi * np.arcsin(correlation), 6 / np.pi * np.arcsin(correlation / 2)
    return float((3 * tau + (systems - 2) * rho) / (systems + 1))


def turned_round(observed: Callable[[float], float], value: float) -> float:
    """Return the correlation, from 0 to 0.995, for which the increasing function `observed` returns
    `value`. If there is none in this range, return the nearer end."""
    low, high = 0.0, 0.995
    if value <= observed(low):
        return low
    if value >= observed(high):
        return high
    return float(optimize.brentq(lambda at: observed(at) - value, low, high, xtol=1e-6))


def cuts_of(shares: Floats) -> tuple[float, ...]:
    """Return the cut points between values that occur with these shares."""
    return tuple(float(cut) for cut in stats.norm.ppf(np.cumsum(shares)[:-1]))


def shifts_of(design: Design, effects: Effects, distance: float) -> Floats:
    """Return each system's position on the standard scale, (systems,). The first and the last
    system are `distance` apart in the criterion's units, and the other systems are halfway between
    them.

    For a preference, the distance is the share won minus the share lost. For a ranking, it is in
    ranks. Raises TooFarError if the distance is too large for the criterion's scale.
    """
    apart = partial(_apart, design, effects)
    if apart(MOST_LATENT) < distance:
        raise TooFarError
    step = optimize.brentq(lambda latent: apart(latent) - distance, 0, MOST_LATENT, xtol=1e-6)
    shifts = np.zeros(design.systems)
    shifts[0], shifts[-1] = step / 2, -step / 2
    return shifts


def _apart(design: Design, effects: Effects, latent: float) -> float:
    if design.facts.ranking:
        # All outputs on a page have the same effects of item and person, so these cancel out.
        spread = np.sqrt(2 * (effects.own + effects.rest))
        ahead = 2 * special.ndtr(latent / np.array([1, 2]) / spread) - 1
        share = (design.per_page - 1) / (design.systems - 1)
        return float(share * (ahead[0] + (design.systems - 2) * ahead[1]))
    if design.facts.preference:
        return float(effects.expected(np.array(latent)))
    ends = effects.expected(np.array([latent / 2, -latent / 2]))
    return float(ends[0] - ends[1])
