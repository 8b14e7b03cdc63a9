"""Does a judge order outputs, and systems, as people do? Pairwise accuracy with ties, and its soft
form for systems."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analysis.statistics.resamples import Resamples
from analysis.statistics.results import Floats, NotEstimableError, quotient

ROUNDING = 1e-9


@dataclass(frozen=True)
class PairwiseAccuracy:
    """`accuracy` over `pairs` of outputs in `groups` groups, judge's scores within `epsilon`
    counted as a tie."""

    accuracy: float
    epsilon: float
    pairs: int
    groups: int


@dataclass(frozen=True)
class _Pairs:
    human: Floats
    judge: Floats
    weight: Floats
    groups: int


def calibrate_ties(
    human: ArrayLike, judge: ArrayLike, *, groups: ArrayLike | None = None
) -> PairwiseAccuracy:
    """The epsilon, of 0 and all differences between the judge's scores, with the best accuracy; the
    smallest if many.

    `human` and `judge` are N scores; `groups` are N item ids, and pairs are then formed within an
    item and items weighted alike; without it all N (N - 1) / 2 pairs count, which grows fast.
    Source: Deutsch, Foster and Freitag 2023, "Ties Matter" (tie calibration), searched exactly.
    NotEstimableError where no group holds two outputs; drop missing scores first. Pitfall: an
    epsilon tuned on the data it is reported for flatters the judge; tune it on other items and give
    it to `resampled_pairwise_accuracy`, or compare only judges that were all tuned.
    """
    pairs = _pairs(human, judge, groups)
    order = np.argsort(np.abs(pairs.judge), kind="stable")
    distance = np.abs(pairs.judge)[order]
    people, machine, weight = (
        np.sign(pairs.human)[order],
        np.sign(pairs.judge)[order],
        pairs.weight[order],
    )
    as_tie = weight * (people == 0)
    as_sign = weight * (people == machine)
    # Accuracy once the first k pairs are ties; a k may stand only where the distance rises.
    accuracy = as_sign.sum() + np.cumsum(as_tie - as_sign)
    last = np.append(np.diff(distance) > ROUNDING * _scale(pairs), True)
    thresholds, reached = distance[last], accuracy[last]
    if thresholds[0] > 0:
        thresholds, reached = np.append(0.0, thresholds), np.append(as_sign.sum(), reached)
    best = int(np.flatnonzero(reached >= reached.max() - ROUNDING)[0])
    return PairwiseAccuracy(float(reached[best]), float(thresholds[best]), len(order), pairs.groups)


def _scale(pairs: _Pairs) -> float:
    return float(np.abs(pairs.judge).max())


def _pairs(human: ArrayLike, judge: ArrayLike, groups: ArrayLike | None) -> _Pairs:
    people, machine = (np.asarray(scores, dtype=np.float64) for scores in (human, judge))
    group = np.zeros(len(people), dtype=np.intp) if groups is None else np.asarray(groups)
    if not people.shape == machine.shape == group.shape:
        raise ValueError("Human scores, judge scores and groups must be of one length.")
    if np.isnan(people).any() or np.isnan(machine).any():
        raise ValueError("A missing score must be left out on both sides, not given as NaN.")
    order = np.argsort(group, kind="stable")
    members = np.split(order, np.flatnonzero(group[order][1:] != group[order][:-1]) + 1)
    members = [member for member in members if len(member) > 1]
    if not members:
        raise NotEstimableError("No group holds two scored outputs, so there is no pair to order.")
    indices = [np.triu_indices(len(member), 1) for member in members]
    first = np.concatenate([member[i] for member, (i, _) in zip(members, indices, strict=True)])
    second = np.concatenate([member[j] for member, (_, j) in zip(members, indices, strict=True)])
    sizes = np.array([len(i) for i, _ in indices])
    weight = np.repeat(1 / (sizes * len(sizes)), sizes)
    return _Pairs(
        people[first] - people[second], machine[first] - machine[second], weight, len(members)
    )


@dataclass(frozen=True)
class SoftPairwiseAccuracy:
    """`accuracy` over `pairs` of systems; `unpaired` pairs share no item and are left out.

    `human` and `judge` are the (K, K) p-values that the row's system is not better than the
    column's; NaN if unpaired.
    """

    accuracy: float
    pairs: int
    unpaired: int
    human: Floats
    judge: Floats


def soft_pairwise_accuracy(
    human: Floats, judge: Floats, *, draws: int = 1000, seed: int
) -> SoftPairwiseAccuracy:
    """1 minus the mean distance between people's and the judge's p-values over pairs of systems.

    `human` and `judge` are (items, K) scores, NaN where missing; a pair of systems is tested on the
    items for which all four scores exist. Source: Thompson, Mathur, Deutsch and Khayrallah 2024,
    "Improving Statistical Significance in Human Evaluation of Automatic Metrics via Soft Pairwise
    Accuracy": one-sided paired permutation tests that swap the two systems item by item. Draws
    equal to the observed difference count half, so the figure does not depend on the order of the
    systems. NotEstimableError where no two systems share an item.
    """
    if human.shape != judge.shape or human.ndim != 2:  # noqa: PLR2004
        raise ValueError(
            "Human and judge scores must be two matrices of one shape, items by systems."
        )
    items, systems = human.shape
    first, second = np.triu_indices(systems, 1)
    gaps = [scores[:, first] - scores[:, second] for scores in (human, judge)]
    shared = ~np.isnan(gaps[0] + gaps[1])
    paired = shared.any(0)
    if not paired.any():
        raise NotEstimableError(
            "No two systems share an item that people and the judge both scored."
        )
    signs = np.random.default_rng(seed).choice(np.array([-1.0, 1.0]), size=(draws, items))
    p_values = [_p_values(np.where(shared, gap, 0)[:, paired], signs) for gap in gaps]
    return SoftPairwiseAccuracy(
        accuracy=float(1 - np.abs(p_values[0] - p_values[1]).mean()),
        pairs=int(paired.sum()),
        unpaired=int((~paired).sum()),
        human=_square(p_values[0], first[paired], second[paired], systems),
        judge=_square(p_values[1], first[paired], second[paired], systems),
    )


def _p_values(gaps: Floats, signs: Floats) -> Floats:
    """Per column of `gaps` (items, pairs), the share of sign flips (draws, items) with a sum at or
    above its own."""
    rise = signs @ gaps - gaps.sum(0)
    slack = ROUNDING * np.abs(gaps).sum(0)
    return ((rise > slack).mean(0) + (np.abs(rise) <= slack).mean(0) / 2).astype(np.float64)


def _square(
    p_values: Floats, first: NDArray[np.intp], second: NDArray[np.intp], systems: int
) -> Floats:
    square = np.full((systems, systems), np.nan)
    square[first, second] = p_values
    square[second, first] = 1 - p_values
    return square


def resampled_pairwise_accuracy(
    human: Floats, judge: Floats, resamples: Resamples, *, epsilon: float = 0.0
) -> Floats:
    """Accuracy (draws,) within items, items weighted alike, for scores (items, systems) with NaN
    where missing.

    A system that is drawn more than once forms no pair with itself. People's scores tie when equal,
    the judge's when they differ by `epsilon` or less. Source: Deutsch, Foster and Freitag 2023,
    "Ties Matter" (acc_eq). NaN where no item has two outputs.
    """
    first, second = np.triu_indices(human.shape[1], 1)
    gaps = [scores[:, first] - scores[:, second] for scores in (human, judge)]
    there = ~np.isnan(gaps[0] + gaps[1])
    scale = np.abs(gaps[1][there]).max(initial=0)
    judge_order = np.where(np.abs(gaps[1]) <= epsilon + ROUNDING * scale, 0, np.sign(gaps[1]))
    agree = (there & (np.sign(gaps[0]) == judge_order)).astype(np.float64)
    ways, way = np.unique(resamples.systems, axis=0, return_inverse=True)
    together = (ways[:, first] * ways[:, second]).T
    share = quotient(agree @ together, there.astype(np.float64) @ together)
    comparable = ~np.isnan(share)
    times = resamples.items.T
    above = np.einsum("id,id->d", times, np.where(comparable, share, 0)[:, way])
    return quotient(above, np.einsum("id,id->d", times, comparable.astype(np.float64)[:, way]))
