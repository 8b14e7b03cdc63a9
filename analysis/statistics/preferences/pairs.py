"""Statistics of verdicts on pairs: effects of the presentation order, and how often verdicts are
right.

In any presentation order, a verdict is 1 if output a won, -1 if b won, and 0 for a tie.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from analysis.statistics.estimates import NotEstimableError
from analysis.statistics.results import Floats, quotient


@dataclass(frozen=True)
class OrderAgreement:
    """The agreement on each unit, in the order of `ids`. It is NaN if a unit does not have the two
    verdicts.

    `across` is the probability that two verdicts on the unit, one from each order, agree. `within`
    is this probability for two verdicts in the same order. For people, whose verdicts come from
    different raters, only the drop from `within` to `across` is due to the order.
    """

    ids: NDArray[Any]
    across: Floats
    within: Floats


def order_agreement(
    units: ArrayLike, verdicts: ArrayLike, a_was_first: ArrayLike
) -> OrderAgreement:
    """Return each unit's probability that two verdicts agree, across orders and in one order."""
    ids, unit = np.unique(np.asarray(units), return_inverse=True)
    counts = np.zeros((len(ids), 2, 3))
    np.add.at(
        counts, (unit, np.asarray(a_was_first, dtype=bool).astype(int), _verdicts(verdicts) + 1), 1
    )
    seen = counts.sum(2)
    return OrderAgreement(
        ids,
        quotient((counts[:, 0] * counts[:, 1]).sum(1), seen.prod(1)),
        quotient((counts * (counts - 1)).sum((1, 2)), (seen * (seen - 1)).sum(1)),
    )


def _verdicts(verdicts: ArrayLike) -> NDArray[np.intp]:
    outcomes = np.asarray(verdicts)
    if not np.isin(outcomes, (-1, 0, 1)).all():
        raise ValueError("A verdict must be 1 (a won), -1 (b won) or 0 (a tie).")
    return outcomes.astype(np.intp)


@dataclass(frozen=True)
class GoldComparison:
    """Counts over `pairs` with a gold label. `in_order`, `in_reverse` and `both` are the numbers of
    pairs on which the judge was right in this order, in the reverse order, and in both.

    `same` counts the pairs with the same verdict in both orders, whether right or wrong.
    """

    pairs: int
    in_order: int
    in_reverse: int
    both: int
    same: int

    @property
    def accuracy(self) -> float:
        """Return the share of right verdicts over both orders. It is 1/2 if the output shown first
        always wins."""
        return (self.in_order + self.in_reverse) / (2 * self.pairs)


def against_gold(gold: ArrayLike, in_order: ArrayLike, in_reverse: ArrayLike) -> GoldComparison:
    """Compare N gold labels with the judge's verdicts in both orders, in terms of the outputs a and
    b.

    Source of the statistics: Zeng et al. 2024, "Evaluating Large Language Models at Evaluating
    Instruction Following" (LLMBar). Pitfall: verdicts must name the output, not the position shown.
    Raises NotEstimableError if there are no pairs.
    """
    truth, first, second = (np.asarray(labels) for labels in (gold, in_order, in_reverse))
    if not truth.shape == first.shape == second.shape:
        raise ValueError("Gold labels and verdicts must have the same length.")
    if not len(truth):
        raise NotEstimableError("No pair has a verdict in both orders.")
    return GoldComparison(
        pairs=len(truth),
        in_order=int((first == truth).sum()),
        in_reverse=int((second == truth).sum()),
        both=int(((first == truth) & (second == truth)).sum()),
        same=int((first == second).sum()),
    )
