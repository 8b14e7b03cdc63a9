"""Correlations of a judge's scores with people's, at three levels: within items, over all cells,
and between systems.

Scores are matrices (items, systems), with NaN for missing scores. Only cells in which both people
and the judge have a score count.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from analysis.statistics.closeness.correlation import FEW_PAIRS as FEW_SYSTEMS
from analysis.statistics.closeness.correlation import (
    MOST_COLUMNS,
    Correlations,
    correlations,
    row_correlations,
)
from analysis.statistics.estimates import Constant
from analysis.statistics.results import Floats, Resamples, quotient, the_sample
from analysis.statistics.sparse import packed_rows

CELLS = 1 << 21  # samples x draws x pairs processed at a time
# different pairs of scores; with at most this many, each system is summed separately
FEW_PAIRS = 128
# Means have fewer decimals than scores, which can be means of rounded means themselves. Equal means
# of different scores must tie, whatever the order of the sums.
SCORE_DECIMALS, MEAN_DECIMALS = 14, 9


@dataclass(frozen=True)
class Levels:
    """Correlations at each level, shape (draws,), and the numbers of items for `per_input`.

    `used` counts items that have enough cells and vary in both scores. `constant` counts items that
    have enough cells, but whose scores do not vary on at least one side.
    """

    per_input: Correlations
    pooled: Correlations
    system: Correlations
    used: Floats
    constant: Floats


def correlate_levels(
    human: Floats,
    judge: Floats,
    resamples: Resamples | None = None,
    *,
    constant: Constant = "skip",
    stuart: bool = True,
    outputs: int = 2,
    cell_group: NDArray[np.intp] | None = None,
) -> Levels:
    """Return the correlations of `human` and `judge` (items, systems) at all levels in each of the
    `resamples`; by default in the sample only.

    `per_input` is an item's correlation over systems, averaged over items. An item with a constant
    side is left out ("skip") or counts as zero ("zero"). An item with fewer than `outputs` cells is
    left out (over two cells, a correlation is always 1 or -1). `pooled` is over all cells, and
    `system` over the systems' means. Source: Deutsch, Dror and Roth 2021. A correlation is NaN if
    nothing varies at its level. Without `stuart`, tau-c per input is NaN, which saves half of the
    time. `cell_group` (items, systems), numbered from 0, adds a draw for each group: the sample
    without the group's cells. Pitfall: the levels answer different questions and differ widely, so
    report which level you use, and how many items were constant.
    """
    drawn = the_sample(human) if resamples is None else resamples
    human, judge = _unit_scale(human), _unit_scale(judge)
    there = ~(np.isnan(human) | np.isnan(judge))
    human, judge = np.where(there, human, np.nan), np.where(there, judge, np.nan)
    choices = _Choices(constant, stuart, outputs)
    per_input, used, still = _per_input(human, judge, drawn, choices)
    pooled, system = _pooled(human, judge, there, drawn), _system(human, judge, there, drawn)
    if cell_group is None:
        return Levels(per_input, pooled, system, used, still)
    without = _without_cells(human, judge, cell_group, choices)

    def both(earlier: Correlations, later: Correlations) -> Correlations:
        return Correlations(*np.concatenate([np.stack(earlier), np.stack(later)], axis=1))

    return Levels(
        both(per_input, without.per_input),
        both(pooled, without.pooled),
        both(system, without.system),
        np.concatenate([used, without.used]),
        np.concatenate([still, without.constant]),
    )


class _Choices(NamedTuple):
    """The arguments of `correlate_levels` about correlations within items."""

    constant: Constant
    stuart: bool
    outputs: int


def means_by_system(human: Floats, judge: Floats, drawn: Resamples) -> tuple[Floats, Floats]:
    """Return both sides' means by system, scaled to 0 to 1, (draws, systems). Only cells with a
    score on both sides count. Systems without such a cell are left out."""
    human, judge = _unit_scale(human), _unit_scale(judge)
    there = ~(np.isnan(human) | np.isnan(judge))
    rated = there.any(0)
    first, second = _means(human, judge, there, drawn)
    return first[:, rated], second[:, rated]


def _unit_scale(scores: Floats) -> Floats:
    """Return scores scaled to the range 0 to 1, which changes no correlation. The scores are
    rounded so that equal scores are exactly equal."""
    there = ~np.isnan(scores)
    low = np.min(scores, initial=np.inf, where=there)
    spread = np.max(scores, initial=-np.inf, where=there) - low
    return np.round((scores - low) / (spread if spread > 0 else 1), SCORE_DECIMALS)


def _per_input(
    human: Floats, judge: Floats, drawn: Resamples, choices: _Choices
) -> tuple[Correlations, Floats, Floats]:
    draws = len(drawn.systems)
    there = ~(np.isnan(human) | np.isnan(judge))
    single, several = there.sum(1) == 1, there.sum(1) >= choices.outputs
    # An item with one output has no order; if its system is drawn twice, the item is constant.
    still = ((drawn.items @ (there & single[:, None]).astype(float)) * (drawn.systems > 1)).sum(1)
    human, judge, items = human[several], judge[several], drawn.items[:, several]
    sums, used = np.zeros((4, draws)), np.zeros(draws)
    # An item's correlation depends only on the systems drawn, and there are few ways to draw from
    # few systems.
    ways, way = np.unique(drawn.systems, axis=0, return_inverse=True)
    # If two outputs are enough, a system drawn twice counts as two.
    counted_ways = ways if choices.outputs == 2 else np.minimum(ways, 1)
    for rows, by_row in _by_rows(human, judge, ways, stuart=choices.stuart):
        times = items[:, rows].T
        enough = there[several][rows].astype(float) @ counted_ways.T >= choices.outputs
        varied = ~np.isnan(by_row.tau_b) & enough
        used += (times * varied[:, way]).sum(0)
        still += (times * (np.isnan(by_row.tau_b) & enough)[:, way]).sum(0)
        for index, values in enumerate(by_row):
            sums[index] += np.einsum("id,id->d", times, np.where(varied, values, 0)[:, way])
    counted = used if choices.constant == "skip" else used + still
    return Correlations(*quotient(sums, counted)), used, still


def _by_rows(
    human: Floats, judge: Floats, ways: Floats, *, stuart: bool
) -> Iterator[tuple[NDArray[np.intp], Correlations]]:
    """Yield the indices of a few rows at a time, with their correlations (rows, ways). Each of the
    `ways` is a weighting of the systems. Rows with fewer than two cells can be left out."""
    columns = human.shape[1]
    if columns <= MOST_COLUMNS:
        step = max(1, CELLS // max(1, max(len(ways), columns) * columns))
        for start in range(0, len(human), step):
            rows = np.arange(start, min(start + step, len(human)))
            yield rows, row_correlations(human[rows], judge[rows], ways, stuart=stuart)
        return
    for rows, systems in packed_rows(~np.isnan(human), len(ways)):
        first, second = (np.take_along_axis(side[rows], systems, 1) for side in (human, judge))
        yield rows, correlations(first, second, ways[:, systems].transpose(1, 0, 2))


def _pooled(
    human: Floats, judge: Floats, there: NDArray[np.bool_], drawn: Resamples
) -> Correlations:
    """Return correlations over all cells. Cells with the same two scores are merged into one
    weighted pair, which saves time for scales with few values."""
    pairs, pair = np.unique(np.stack([human[there], judge[there]]), axis=1, return_inverse=True)
    few = pairs.shape[1] <= FEW_PAIRS
    width = human.shape[1] * pairs.shape[1] if few else int(there.sum())
    step = max(1, CELLS // max(1, *there.shape, width))
    parts = []
    for start in range(0, len(drawn.items), step):
        part = Resamples(drawn.items[start : start + step], drawn.systems[start : start + step])
        weights = _pair_weights(there, pair, pairs.shape[1], part)
        parts.append(np.stack(correlations(pairs[:1], pairs[1:], weights[None]))[:, 0])
    return Correlations(*np.concatenate(parts, axis=1))


def _pair_weights(
    there: NDArray[np.bool_], pair: NDArray[np.intp], pairs: int, drawn: Resamples
) -> Floats:
    """Return how often each distinct pair of scores occurs in each draw, shape (draws, pairs)."""
    item, system = np.nonzero(there)
    items, systems = there.shape
    if pairs <= FEW_PAIRS:
        # With few pairs, items are summed for each system separately.
        counts = np.zeros((items, systems * pairs))
        counts[item, system * pairs + pair] = 1
        by_system = (drawn.items @ counts).reshape(len(drawn.items), systems, pairs)
        return np.einsum("dsp,ds->dp", by_system, drawn.systems)
    if (drawn.systems == 1).all():
        cells = np.ones(len(pair))
        by_item = sparse.csr_array((cells, (pair, item)), shape=(pairs, items))
        return np.asarray((by_item @ drawn.items.T).T)
    order = np.argsort(pair, kind="stable")
    starts = np.searchsorted(pair[order], np.arange(pairs))
    return np.add.reduceat(
        drawn.items[:, item[order]] * drawn.systems[:, system[order]], starts, axis=1
    )


def _system(
    human: Floats, judge: Floats, there: NDArray[np.bool_], drawn: Resamples
) -> Correlations:
    means = _means(human, judge, there, drawn)
    few = human.shape[1] <= FEW_SYSTEMS
    step = max(1, CELLS // max(1, human.shape[1] ** (2 if few else 1)))
    parts = [
        np.stack(
            correlations(
                means[0][start : start + step],
                means[1][start : start + step],
                drawn.systems[start : start + step, None, :],
            )
        )
        for start in range(0, len(drawn.systems), step)
    ]
    return Correlations(*np.concatenate(parts, axis=1)[:, :, 0])


def _means(
    human: Floats, judge: Floats, there: NDArray[np.bool_], drawn: Resamples
) -> tuple[Floats, Floats]:
    cells = drawn.items @ there
    sums = (drawn.items @ np.where(there, scores, 0) for scores in (human, judge))
    first, second = (np.round(quotient(total, cells), MEAN_DECIMALS) for total in sums)
    return first, second


def _without_cells(
    human: Floats, judge: Floats, group: NDArray[np.intp], choices: _Choices
) -> Levels:
    """Return the correlations at all levels, (groups,), if the cells of each group are left out in
    turn. Scores must be scaled to 0 to 1, and the same cells must be missing on both sides."""
    there = ~np.isnan(human)
    count = int(group.max()) + 1
    per_input, used, still = _per_input_without(human, judge, group, choices)
    pairs, pair = np.unique(np.stack([human[there], judge[there]]), axis=1, return_inverse=True)
    taken = np.zeros((count, pairs.shape[1]))
    np.add.at(taken, (group[there], pair), 1)
    weights = np.bincount(pair, minlength=pairs.shape[1]) - taken
    pooled = np.stack(correlations(pairs[:1], pairs[1:], weights[None]))[:, 0]
    return Levels(
        per_input, Correlations(*pooled), _system_without(human, judge, group), used, still
    )


def _per_input_without(
    human: Floats, judge: Floats, group: NDArray[np.intp], choices: _Choices
) -> tuple[Correlations, Floats, Floats]:
    count = int(group.max()) + 1
    sums, used, still = np.zeros((4, count)), np.zeros(count), np.zeros(count)
    step, one_way = max(1, CELLS // max(1, human.size)), np.ones((1, human.shape[1]))
    for start in range(0, count, step):
        numbers = np.arange(start, min(start + step, count))
        taken = group[None] == numbers[:, None, None]
        sides = [
            np.where(taken, np.nan, side).reshape(-1, human.shape[1]) for side in (human, judge)
        ]
        several = np.flatnonzero((~np.isnan(sides[0])).sum(1) >= choices.outputs)
        of_group, (first, second) = start + several // len(human), (side[several] for side in sides)
        for rows, by_row in _by_rows(first, second, one_way, stuart=choices.stuart):
            varied = ~np.isnan(by_row.tau_b[:, 0])
            used += np.bincount(of_group[rows], varied, minlength=count)
            still += np.bincount(of_group[rows], ~varied, minlength=count)
            for index, values in enumerate(by_row):
                filled = np.where(varied, values[:, 0], 0)
                sums[index] += np.bincount(of_group[rows], filled, minlength=count)
    counted = used if choices.constant == "skip" else used + still
    return Correlations(*quotient(sums, counted)), used, still


def _system_without(human: Floats, judge: Floats, group: NDArray[np.intp]) -> Correlations:
    there, systems, count = ~np.isnan(human), human.shape[1], int(group.max()) + 1
    place = (group * systems + np.arange(systems))[there]

    def left(values: Floats) -> Floats:
        taken = np.bincount(place, values[there], minlength=count * systems)
        return np.where(there, values, 0).sum(0) - taken.reshape(count, systems)

    cells = left(there.astype(float))
    means = [np.round(quotient(left(side), cells), MEAN_DECIMALS) for side in (human, judge)]
    weights = np.ones((count, 1, systems))
    return Correlations(*np.stack(correlations(means[0], means[1], weights))[:, :, 0])
