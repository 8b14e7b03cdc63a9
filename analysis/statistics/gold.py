"""A judge's verdicts on pairs, asked in both orders, against the right answer."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analysis.statistics.errors import NotEstimableError
from analysis.statistics.results import Floats


@dataclass(frozen=True)
class GoldComparison:
    """Counts over `pairs`: how often the judge was right `in_order`, `in_reverse` and in `both`, and said the same
    twice (`same`). `table_in_order` and `table_in_reverse` (K, K) count gold (row) by judge (column), in the order of
    `labels`, for a kappa; `unread` pairs lacked a verdict in one of the orders and are left out.
    """

    pairs: int
    in_order: int
    in_reverse: int
    both: int
    same: int
    unread: int
    labels: NDArray[Any]
    table_in_order: Floats
    table_in_reverse: Floats

    @property
    def accuracy(self) -> float:
        """Share of right verdicts over both orders: a judge that always picks the first position gets one half."""
        return (self.in_order + self.in_reverse) / (2 * self.pairs)

    @property
    def order_agreement(self) -> float:
        """Share of pairs with the same verdict in both orders, right or wrong."""
        return self.same / self.pairs


def against_gold(gold: ArrayLike, in_order: ArrayLike, in_reverse: ArrayLike) -> GoldComparison:
    """Compare N gold labels with the judge's verdicts in both orders, all in terms of the canonical outputs.

    Labels are numbers or words, a tie among them if it is allowed; None marks a reply that could not be read. Source of
    the figures: Zeng et al. 2024, "Evaluating Large Language Models at Evaluating Instruction Following" (LLMBar).
    Pitfall: a verdict is counted by output, never by the position shown. NotEstimableError where no pair has both.
    """
    columns = [np.asarray(labels, dtype=object) for labels in (gold, in_order, in_reverse)]
    if len({column.shape for column in columns}) != 1:
        raise ValueError("Gold labels and verdicts must be of one length.")
    if (columns[0] == None).any():  # noqa: E711
        raise ValueError("Every pair needs a gold label; leave the others out.")
    read = np.array([first is not None and second is not None for first, second in zip(*columns[1:], strict=True)])
    if not read.any():
        raise NotEstimableError("No pair has a verdict in both orders.")
    labels, codes = np.unique(np.array([column[read].tolist() for column in columns]), return_inverse=True)
    truth, first, second = codes.reshape(3, -1)
    return GoldComparison(
        pairs=len(truth),
        in_order=int((first == truth).sum()),
        in_reverse=int((second == truth).sum()),
        both=int(((first == truth) & (second == truth)).sum()),
        same=int((first == second).sum()),
        unread=int((~read).sum()),
        labels=labels,
        table_in_order=_table(truth, first, len(labels)),
        table_in_reverse=_table(truth, second, len(labels)),
    )


def _table(rows: NDArray[np.intp], columns: NDArray[np.intp], count: int) -> Floats:
    table = np.zeros((count, count))
    np.add.at(table, (rows, columns), 1)
    return table
