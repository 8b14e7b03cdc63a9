"""Results about systems, as immutable values that convert to JSON and back."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from analysis.statistics.estimates import Estimate


@dataclass(frozen=True)
class CorrectedFigure:
    """People's figure helped by a judge that rated further items (PPI++): of system `first` its
    mean (of preferences its win rate), or its share of the label `option`; or its difference from
    system `second`.

    `alone` is by people alone, `power` lambda. Both rest on n items of the `judged` ones; `needed`
    is how many people alone would have to rate for an interval as narrow.
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
    """What one judge corrects, or the `reason` why it does not."""

    figures: tuple[CorrectedFigure, ...]
    reason: str = ""


@dataclass(frozen=True)
class SystemResult:
    """One system. For scores `people` and `judges` are means; for preferences win rates, a tie as
    half a win, with Bradley-Terry log strengths, which sum to 0 over the systems.
    """

    system: str
    people: Estimate
    judges: Mapping[str, Estimate]
    people_strength: Estimate | None = None
    judge_strengths: Mapping[str, Estimate] = field(default_factory=dict)


@dataclass(frozen=True)
class SystemPair:
    """Two systems over the `items` that have both: the mean `difference`, first less second (of
    verdicts, the share won less the share lost), from `low` to `high` (95 %), p of the paired test,
    and p after Holm."""

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
    """Every pair of systems by one rater group, and each system's `letters`: systems that share
    one were not shown to differ. Or the `reason` why there are none."""

    pairs: tuple[SystemPair, ...]
    letters: Mapping[str, str]
    reason: str = ""


@dataclass(frozen=True)
class Standing:
    """One system among those it met. `pairs` and `rankings` are log strengths that sum to 0 over
    the systems: of all pairs with ties as outcomes (Davidson), of whole rankings (Plackett-Luce).
    `shares` are the shares of its meetings with each system that it won, a tie as half a win.
    """

    system: str
    pairs: Estimate
    rankings: Estimate
    shares: tuple[Estimate, ...]


@dataclass(frozen=True)
class Strengths:
    """Who beats whom by one rater group: a verdict on a pair is a ranking of two. `tie` is how
    likely a tie of equals is beside either's win."""

    rankings: int
    systems: tuple[Standing, ...]
    tie: Estimate


@dataclass(frozen=True)
class OptionShare:
    """How often one rater group chose the option `value` of outputs by `system`."""

    system: str
    value: str
    share: Estimate


@dataclass(frozen=True)
class Meeting:
    """How often `first` was better than `second`, equal and worse: of scores over the items that
    have both, of verdicts over the verdicts. A blank `second` stands for all other systems."""

    first: str
    second: str
    wins: Estimate
    ties: Estimate
    losses: Estimate
