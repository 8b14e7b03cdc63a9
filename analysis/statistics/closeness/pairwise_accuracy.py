"""Pairwise accuracy with ties, which measures whether a judge orders outputs as people do."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analysis.statistics.estimates import NotEstimableError
from analysis.statistics.results import Floats, Resamples, quotient
from analysis.statistics.sparse import packed_rows

ROUNDING = 1e-9
MOST_PAIRS = 1 << 21  # pairs in memory at a time
STEPS = 1 << 16
Places = NDArray[np.intp]


@dataclass(frozen=True)
class PairwiseAccuracy:
    """The `accuracy` over `pairs` of outputs in `groups` groups. Two scores of the judge count as
    tied if they differ by at most `epsilon`."""

    accuracy: float
    epsilon: float
    pairs: int
    groups: int


@dataclass(frozen=True)
class _Pairs:
    human: Floats
    judge: Floats
    weight: Floats


def calibrate_ties(
    human: ArrayLike, judge: ArrayLike, *, groups: ArrayLike | None = None
) -> PairwiseAccuracy:
    """Return the epsilon with the best accuracy among 0 and all differences between the judge's
    scores; the smallest if several are best.

    `human` and `judge` are N scores. With `groups`, N item ids, pairs are formed within an item,
    and items have equal weight. Without `groups`, all N (N - 1) / 2 pairs count, whose number grows
    fast. Source: Deutsch, Foster and Freitag 2023, "Ties Matter" (tie calibration), searched
    exactly. With more than MOST_PAIRS pairs, differences closer than 1 / STEPS of the largest
    difference are tried together, a few items at a time. Drop missing scores first. Raises
    NotEstimableError if no group has two outputs. Pitfall: an epsilon tuned on the reported data
    flatters the judge. Tune it on other items and pass it to `resampled_pairwise_accuracy`, or
    compare only judges that were all tuned.
    """
    people, machine, members = _grouped(human, judge, groups)
    sizes = np.array([len(member) * (len(member) - 1) // 2 for member in members])
    if sizes.sum() <= MOST_PAIRS:
        thresholds, reached = _at_every_distance(_pairs(people, machine, members, len(members)))
    else:
        thresholds, reached = _at_every_step(people, machine, members, sizes)
    best = int(np.flatnonzero(reached >= reached.max() - ROUNDING)[0])
    return PairwiseAccuracy(
        float(reached[best]), float(thresholds[best]), int(sizes.sum()), len(members)
    )


def _at_every_distance(pairs: _Pairs) -> tuple[Floats, Floats]:
    """Return each distance between the judge's scores, in increasing order from 0, and the accuracy
    if all distances up to it count as ties."""
    order = np.argsort(np.abs(pairs.judge), kind="stable")
    distance = np.abs(pairs.judge)[order]
    as_tie, as_sign = (right[order] for right in _right(pairs))
    # The accuracy if the first k pairs are ties. A threshold is possible only where the distance
    # rises.
    accuracy = as_sign.sum() + np.cumsum(as_tie - as_sign)
    last = np.append(np.diff(distance) > ROUNDING * distance[-1], True)
    thresholds, reached = distance[last], accuracy[last]
    if thresholds[0] > 0:
        thresholds, reached = np.append(0.0, thresholds), np.append(as_sign.sum(), reached)
    return thresholds, reached


def _at_every_step(
    human: Floats, judge: Floats, members: list[Places], sizes: Places
) -> tuple[Floats, Floats]:
    """Divide the distances between the judge's scores into STEPS equal steps. Return the largest
    distance in each step, and the accuracy with this distance as epsilon."""
    widest = max(float(np.ptp(judge[member])) for member in members)
    steps, gain, signs = np.full(STEPS + 1, -1.0), np.zeros(STEPS + 1), 0.0
    ends = np.searchsorted(np.cumsum(sizes), np.arange(0, sizes.sum(), MOST_PAIRS))
    for start, stop in pairwise([*np.unique(ends).tolist(), len(members)]):
        pairs = _pairs(human, judge, members[start:stop], len(members))
        distance = np.abs(pairs.judge)
        step = np.rint(distance * (STEPS / widest if widest else 0)).astype(np.intp)
        as_tie, as_sign = _right(pairs)
        np.maximum.at(steps, step, distance)
        gain += np.bincount(step, as_tie - as_sign, minlength=len(gain))
        signs += as_sign.sum()
    there = steps >= 0
    there[0], steps[0] = True, max(steps[0], 0)
    return steps[there], signs + np.cumsum(gain)[there]


def _right(pairs: _Pairs) -> tuple[Floats, Floats]:
    """Return two values for each pair: how much it adds to the accuracy if the judge's scores count
    as a tie, and how much if they do not."""
    people = np.sign(pairs.human)
    return pairs.weight * (people == 0), pairs.weight * (people == np.sign(pairs.judge))


def _grouped(
    human: ArrayLike, judge: ArrayLike, groups: ArrayLike | None
) -> tuple[Floats, Floats, list[Places]]:
    """Return both sides' scores, and the scores' indices in each group of at least two outputs.
    Raises ValueError if scores are missing or the lengths differ, and NotEstimableError if there is
    no such group."""
    people, machine = (np.asarray(scores, dtype=np.float64) for scores in (human, judge))
    group = np.zeros(len(people), dtype=np.intp) if groups is None else np.asarray(groups)
    if not people.shape == machine.shape == group.shape:
        raise ValueError("Human scores, judge scores and groups must have the same length.")
    if np.isnan(people).any() or np.isnan(machine).any():
        raise ValueError("Leave out a missing score on both sides. Do not give it as NaN.")
    order = np.argsort(group, kind="stable")
    members = np.split(order, np.flatnonzero(group[order][1:] != group[order][:-1]) + 1)
    members = [member for member in members if len(member) > 1]
    if not members:
        raise NotEstimableError("No group has two scored outputs, so there is no pair to order.")
    return people, machine, members


def _pairs(human: Floats, judge: Floats, members: list[Places], groups: int) -> _Pairs:
    """Return the pairs within each group of `members`. `groups` is the total number of groups,
    which have equal weight."""
    indices = [np.triu_indices(len(member), 1) for member in members]
    first = np.concatenate([member[i] for member, (i, _) in zip(members, indices, strict=True)])
    second = np.concatenate([member[j] for member, (_, j) in zip(members, indices, strict=True)])
    sizes = np.array([len(i) for i, _ in indices])
    weight = np.repeat(1 / (sizes * groups), sizes)
    return _Pairs(human[first] - human[second], judge[first] - judge[second], weight)


def resampled_pairwise_accuracy(
    human: Floats, judge: Floats, resamples: Resamples, *, epsilon: float = 0.0
) -> Floats:
    """Return the pairwise accuracy (draws,) within items, which have equal weight, from scores
    (items, systems) with NaN for missing scores.

    A system drawn more than once forms no pair with itself. People's scores tie if equal, the
    judge's if they differ by at most `epsilon`. Source: Deutsch, Foster and Freitag 2023, "Ties
    Matter" (acc_eq). The result is NaN if no item has two outputs. To save memory, a few items are
    processed at a time, each with only its own systems.
    """
    near = epsilon + ROUNDING * _widest(judge)
    ways, way = np.unique(resamples.systems, axis=0, return_inverse=True)
    above, below = np.zeros((2, len(resamples.items)))
    for rows, systems in packed_rows(~np.isnan(human + judge), len(ways)):
        share = _shares(
            np.take_along_axis(human[rows], systems, 1),
            np.take_along_axis(judge[rows], systems, 1),
            ways[:, systems],
            near,
        )
        comparable = ~np.isnan(share)
        times = resamples.items[:, rows]
        above += np.einsum("di,id->d", times, np.where(comparable, share, 0)[:, way])
        below += np.einsum("di,id->d", times, comparable.astype(np.float64)[:, way])
    return quotient(above, below)


def _widest(judge: Floats) -> float:
    """Return the largest difference between two scores of the judge within one item."""
    there = ~np.isnan(judge)
    low = np.min(judge, axis=1, initial=np.inf, where=there)
    high = np.max(judge, axis=1, initial=-np.inf, where=there)
    return float((high - low).max(initial=0))


def _shares(human: Floats, judge: Floats, weights: Floats, near: float) -> Floats:
    """Return each item's share of pairs that both sides order in the same way, (rows, ways), for
    scores (rows, S). `weights` (ways, rows, S) says how often each score counts in each
    weighting."""
    gaps = [scores[:, :, None] - scores[:, None, :] for scores in (human, judge)]
    there = (~np.isnan(gaps[0] + gaps[1])) & ~np.eye(human.shape[1], dtype=bool)
    judge_order = np.where(np.abs(gaps[1]) <= near, 0, np.sign(gaps[1]))
    agree = there & (np.sign(gaps[0]) == judge_order)
    by_row = weights.transpose(1, 0, 2)
    both = [((by_row @ pairs.astype(float)) * by_row).sum(2) for pairs in (agree, there)]
    return quotient(both[0], both[1])
