"""The human row of a judge table: how well each annotator meets the others, beside the judge on the same units."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from analysis.statistics.annotators import numeric, rest_of_unit
from analysis.statistics.errors import NotEstimableError
from analysis.statistics.sparse import Ratings, judge_on_units

Target = Literal["mean", "mode"]
Statistic = Callable[[NDArray[Any], NDArray[Any]], float]


@dataclass(frozen=True)
class LeftOut:
    """One annotator left out: `human` is the statistic of that annotator with the others, `judge` of the judge."""

    annotator: Any
    units: int
    human: float
    judge: float


@dataclass(frozen=True)
class HumanCeiling:
    """`human` and `judge` are means over the annotators for whom both could be computed (`used` of them).

    `unusable` counts ratings left out: nobody else rated the unit, its others have no single mode, or no verdict.
    """

    human: float
    judge: float
    target: Target
    used: int
    annotators: tuple[LeftOut, ...]
    unusable: int


def leave_one_annotator_out(
    ratings: Ratings, judge: Mapping[Any, Any], *, statistic: Statistic, target: Target
) -> HumanCeiling:
    """`statistic(ratings, target)` for every annotator and for the judge, against the mean or mode of the others.

    Both are taken over the same units, so the two rows of the table can be compared. `statistic` gets two arrays of one
    length and returns a float, NaN where it cannot be computed; such annotators stay in the list and out of the means.
    Source: the one-against-the-rest upper bound of human ratings (Lau et al. 2020, TACL 8), here taken for every
    annotator in turn, with annotators weighted alike.

    Pitfalls: the target lacks one rater, so both rows lie under what the judge reaches against all. With "mode", a unit
    whose others are split evenly has no target and is left out of both rows: what remains is easier than the whole.
    NotEstimableError where no annotator gives a figure.
    """
    if target not in ("mean", "mode"):
        raise ValueError(f'The target is the "mean" or the "mode" of the others, not "{target}".')
    values, known = judge_on_units(ratings, judge)
    aim, has_aim = _mean_of_others(ratings) if target == "mean" else _mode_of_others(ratings)
    usable = has_aim & known[ratings.unit]
    rows = tuple(
        _left_out(ratings, values, aim, usable & (ratings.rater == rater), rater, statistic)
        for rater in range(len(ratings.raters))
    )
    both = [(row.human, row.judge) for row in rows if not np.isnan([row.human, row.judge]).any()]
    if not both:
        raise NotEstimableError(
            "No annotator shares enough units with another annotator and the judge for a human ceiling."
        )
    human, machine = np.mean(both, axis=0)
    return HumanCeiling(float(human), float(machine), target, len(both), rows, int((~usable).sum()))


def _left_out(
    ratings: Ratings,
    judge: NDArray[Any],
    aim: NDArray[Any],
    mine: NDArray[np.bool_],
    rater: int,
    statistic: Statistic,
) -> LeftOut:
    pairs = (ratings.value[mine], judge[ratings.unit[mine]])
    human, machine = (float(statistic(said, aim[mine])) if mine.any() else float("nan") for said in pairs)
    return LeftOut(ratings.raters[rater].item(), int(mine.sum()), human, machine)


def _mean_of_others(ratings: Ratings) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    rest, total = rest_of_unit(ratings, numeric(ratings.value))
    return total / np.maximum(rest, 1), rest > 0


def _mode_of_others(ratings: Ratings) -> tuple[NDArray[Any], NDArray[np.bool_]]:
    labels, code = np.unique(ratings.value, return_inverse=True)
    votes = np.zeros((len(ratings.units), len(labels)), dtype=np.intp)
    np.add.at(votes, (ratings.unit, code), 1)
    others = votes[ratings.unit]
    others[np.arange(len(code)), code] -= 1
    most = others.max(1, keepdims=True)
    single = ((others == most).sum(1) == 1) & (most[:, 0] > 0)
    return labels[others.argmax(1)], single
