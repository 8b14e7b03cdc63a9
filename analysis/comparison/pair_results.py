"""Results about verdicts on pairs: position bias, and how often a judge was right."""

from dataclasses import dataclass

from analysis.statistics.estimates import Estimate


@dataclass(frozen=True)
class Orders:
    """Effects of the order shown on one rater group's preferences.

    `first_share` is the share of decided verdicts for the output shown first. `consistency` is the
    chance that two verdicts on a pair, one from each order, agree; `same_order` is the chance for
    two verdicts in the same order.
    """

    verdicts: int
    ties: Estimate
    first_share: Estimate
    consistency: Estimate
    same_order: Estimate


@dataclass(frozen=True)
class Gold:
    """A judge asked in each order, compared with people's most frequent verdict.

    Right verdicts in each order are counted among the pairs judged in that order, `pairs_in_order`
    and `pairs_in_reverse`. `right_in_both` and `same`, one verdict in both orders, are counted
    among the `pairs` judged in both. `accuracy` is over all verdicts in either order. `undecided`
    pairs have no single most frequent verdict of people; `one_order` pairs were judged in one
    order. The kappas are Cohen's, unweighted, one per order.
    """

    pairs: int
    right_in_order: int
    right_in_reverse: int
    right_in_both: int
    same: int
    accuracy: float | None
    kappa_in_order: Estimate
    kappa_in_reverse: Estimate
    undecided: int = 0
    one_order: int = 0
    reason: str = ""
    pairs_in_order: int = 0
    pairs_in_reverse: int = 0

    @property
    def counts(self) -> tuple[tuple[str, int, int], ...]:
        """Return each count with its name and the number of pairs that it is taken from."""
        return (
            ("right, first output first", self.right_in_order, self.pairs_in_order),
            ("right, order turned", self.right_in_reverse, self.pairs_in_reverse),
            ("right in both orders", self.right_in_both, self.pairs),
            ("one verdict in both orders", self.same, self.pairs),
        )
