"""Results about systems, verdicts on pairs, metrics and marked passages, as immutable values that
convert to JSON and back. NumPy is not imported, so that web workers do not load it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from analysis.data.metrics import BestEnd
from analysis.statistics.estimates import Estimate


@dataclass(frozen=True)
class CorrectedFigure:
    """A statistic of people, corrected with a judge that rated more items (PPI++). It is about
    system `first`: its mean (for preferences, its win rate), its share of the label `option`, or
    its difference from system `second`.

    `alone` is the estimate from people alone; `power` is the parameter lambda. Both estimates are
    based on n of the `judged` items. `needed` is the number of items that people alone would have
    to rate for an interval of the same width.
    """

    first: str
    second: str
    option: str
    alone: Estimate
    corrected: Estimate
    power: float | None = None
    judged: int = 0
    needed: float | None = None

    @property
    def name(self) -> str:
        systems = f"{self.first} minus {self.second}" if self.second else self.first
        return f"{systems}: {self.option}" if self.option else systems


@dataclass(frozen=True)
class Corrected:
    """The corrected statistics of one judge, or the `reason` why there are none."""

    figures: tuple[CorrectedFigure, ...]
    reason: str = ""


@dataclass(frozen=True)
class SystemResult:
    """Results of one system. For scores, `people` and `judges` are means. For preferences, they are
    win rates (a tie is half a win), and the system also has Bradley-Terry log strengths. The log
    strengths of all systems sum to 0."""

    system: str
    people: Estimate
    judges: Mapping[str, Estimate]
    people_strength: Estimate | None = None
    judge_strengths: Mapping[str, Estimate] = field(default_factory=dict)


@dataclass(frozen=True)
class SystemPair:
    """Two systems compared over the `items` that have outputs of both. `difference` is the mean of
    first minus second (for verdicts, the share won minus the share lost), with a 95 % interval from
    `low` to `high`. The p-values are of the paired test, before and after Holm's correction."""

    first: str
    second: str
    difference: float | None
    items: int
    p_value: float | None
    adjusted_p: float | None
    reason: str = ""
    low: float | None = None
    high: float | None = None

    @property
    def estimate(self) -> Estimate:
        return Estimate(self.difference, self.items, self.low, self.high, self.reason)


@dataclass(frozen=True)
class SystemTests:
    """Tests for every pair of systems by one rater group. `letters` has the letters of each system;
    systems that share a letter do not differ significantly. If there are no pairs, `reason` says
    why."""

    pairs: tuple[SystemPair, ...]
    letters: Mapping[str, str]
    reason: str = ""


@dataclass(frozen=True)
class Standing:
    """The strength of one system compared with the systems it met. `pairs` and `rankings` are log
    strengths that sum to 0 over systems: `pairs` from all pairs with ties as outcomes (Davidson),
    and `rankings` from whole rankings (Plackett-Luce). `shares` has, for each other system, the
    share of comparisons that this system won; a tie is half a win."""

    system: str
    pairs: Estimate
    rankings: Estimate
    shares: tuple[Estimate, ...]


@dataclass(frozen=True)
class Strengths:
    """Head-to-head results by one rater group. A verdict on a pair is a ranking of two systems.
    `tie` is how likely a tie between equally strong systems is, relative to a win of either."""

    rankings: int
    systems: tuple[Standing, ...]
    tie: Estimate


@dataclass(frozen=True)
class OptionShare:
    """The share of ratings of `system` in which one rater group chose the option `value`."""

    system: str
    value: str
    share: Estimate


@dataclass(frozen=True)
class Meeting:
    """Wins, ties and losses of the system `first` against `second`. Scores are compared once per
    item that has outputs of both; for preferences, each verdict counts. If `second` is "", `first`
    is compared with all other systems together."""

    first: str
    second: str
    wins: Estimate
    ties: Estimate
    losses: Estimate


@dataclass(frozen=True)
class Orders:
    """Effects of the presentation order on one rater group's preferences.

    `first_share` is the share of verdicts for the output shown first, without ties. `consistency`
    is the probability that two verdicts on a pair, one from each order, agree. `same_order` is this
    probability for two verdicts from the same order.
    """

    verdicts: int
    ties: Estimate
    first_share: Estimate
    consistency: Estimate
    same_order: Estimate


@dataclass(frozen=True)
class Gold:
    """A judge asked in each presentation order, compared with people's most frequent verdict.

    Right verdicts in each order are counted among the pairs judged in that order, `pairs_in_order`
    and `pairs_in_reverse`. `right_in_both` counts pairs with a right verdict in both orders, and
    `same` pairs with the same verdict, among the `pairs` judged in both. `accuracy` is over all
    verdicts in either order. On `undecided` pairs, people have no single most frequent verdict;
    `one_order` pairs were judged in only one order. The kappas are Cohen's, unweighted.
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
        """Return each count with its name and the number of pairs that it refers to."""
        return (
            ("right in original order", self.right_in_order, self.pairs_in_order),
            ("right in swapped order", self.right_in_reverse, self.pairs_in_reverse),
            ("right in both orders", self.right_in_both, self.pairs),
            ("same verdict in both orders", self.same, self.pairs),
        )


@dataclass(frozen=True)
class MetricResult:
    """One automatic metric on one criterion. The metric has values for `units` units, and people
    rated `shared` of these units. `figures` are the metric's correlations with people's means, by
    statistic; they are above 0 if people prefer outputs with better values. `by_system` has the
    metric's mean for each system."""

    metric: str
    best: BestEnd
    units: int
    shared: int
    figures: Mapping[str, Estimate]
    by_system: Mapping[str, Estimate]


@dataclass(frozen=True)
class MarkFigure:
    """Character F1 between people or, if `judge` is set, between the judge and people. It covers
    all marks, or only those whose `member` (category or severity) is `key`. `name` is the title of
    `key`."""

    section: str
    title: str
    member: str
    key: str
    name: str
    judge: str
    estimate: Estimate
