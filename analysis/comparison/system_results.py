"""Results about systems, as immutable values that convert to JSON and back."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from analysis.statistics.estimates import Estimate


@dataclass(frozen=True)
class CorrectedFigure:
    """People's figure corrected with a judge that rated more items (PPI++): a mean of system
    `first` (for preferences, its win rate), its share of the label `option`, or its difference from
    system `second`.

    `alone` is from people alone; `power` is lambda. Both rest on n of the `judged` items; `needed`
    is how many items people alone would have to rate for an interval as narrow.
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
        systems = f"{self.first} less {self.second}" if self.second else self.first
        return f"{systems}: {self.option}" if self.option else systems


@dataclass(frozen=True)
class Corrected:
    """The corrections of one judge, or the `reason` why there are none."""

    figures: tuple[CorrectedFigure, ...]
    reason: str = ""


@dataclass(frozen=True)
class SystemResult:
    """One system. For scores, `people` and `judges` are means. For preferences they are win rates,
    with a tie as half a win, and there are Bradley-Terry log strengths, which sum to 0 over the
    systems."""

    system: str
    people: Estimate
    judges: Mapping[str, Estimate]
    people_strength: Estimate | None = None
    judge_strengths: Mapping[str, Estimate] = field(default_factory=dict)


@dataclass(frozen=True)
class SystemPair:
    """Two systems over the `items` that have both: the mean `difference`, first minus second (for
    verdicts, the share won minus the share lost), from `low` to `high` (95 %), p of the paired
    test, and p after Holm."""

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
        """The difference with its paired interval."""
        return Estimate(self.difference, self.items, self.low, self.high, self.reason)


@dataclass(frozen=True)
class SystemTests:
    """Every pair of systems by one rater group, and each system's `letters`: systems that share a
    letter were not shown to differ. If there are none, `reason` says why."""

    pairs: tuple[SystemPair, ...]
    letters: Mapping[str, str]
    reason: str = ""


@dataclass(frozen=True)
class Standing:
    """One system among the systems it met. `pairs` and `rankings` are log strengths that sum to 0
    over the systems: of all pairs with ties as outcomes (Davidson), and of whole rankings
    (Plackett-Luce). `shares` are the shares that it won of its meetings with each system, a tie as
    half a win."""

    system: str
    pairs: Estimate
    rankings: Estimate
    shares: tuple[Estimate, ...]


@dataclass(frozen=True)
class Strengths:
    """Head-to-head results by one rater group; a verdict on a pair is a ranking of two. `tie` is
    the likelihood of a tie between equals compared with a win of either."""

    rankings: int
    systems: tuple[Standing, ...]
    tie: Estimate


@dataclass(frozen=True)
class OptionShare:
    """How often one rater group chose the option `value` for outputs of `system`."""

    system: str
    value: str
    share: Estimate


@dataclass(frozen=True)
class Meeting:
    """How often `first` was better than, equal to and worse than `second`: over the items that have
    both or, for verdicts, over the verdicts. A blank `second` means all other systems."""

    first: str
    second: str
    wins: Estimate
    ties: Estimate
    losses: Estimate
