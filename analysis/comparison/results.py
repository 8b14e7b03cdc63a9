"""The results of a comparison, as immutable values that convert to JSON and back. No number is NaN.
A statistic that cannot be estimated is None and has a reason."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from pydantic import TypeAdapter

from analysis.comparison.catalogue import AMONG_PEOPLE
from analysis.comparison.covariates.catalogue import Effect
from analysis.comparison.result_parts import (
    Corrected,
    Gold,
    MarkFigure,
    Meeting,
    MetricResult,
    OptionShare,
    Orders,
    Strengths,
    SystemResult,
    SystemTests,
)
from analysis.data.facts import Answers, Ends, Facts, TwoScales
from analysis.statistics.estimates import Constant, Estimate

Tau = Literal["b", "c"]
Systems = Literal["fixed", "drawn"]
Recipe = Literal["single-ratings", "pooled-alpha"]
Verdict = Literal["not worse", "worse", "too few to tell"]
FEWEST_FLIPS = 1000
PEOPLE = "people"
NEARLY_ALWAYS = 0.9  # share of the ratings that have the same value
FEWEST_OF_ONE_VALUE = 20  # ratings; with fewer, all can have one value by chance
NOT_COMPUTED = Estimate(None, 0, reason="–")  # in reports from before the statistic existed
VERSION = 17  # of the statistics: raise it if the same ratings would give other results


@dataclass(frozen=True)
class ComparisonSettings:
    """Settings of the calculation. `systems` says which systems the intervals apply to: only the
    rated systems ("fixed"), or all systems if the rated ones are a random sample ("drawn").
    `epsilon` is the alternative-annotator test's allowance for the judge's lower cost. `margin`,
    set before publishing, is how much worse than a person a judge's closeness to people can be.
    Without a margin (None), there is no verdict. `draws` is the number of draws of bootstraps and
    permutation tests. `scales` are the declared scales of people and judges, by name or
    "criterion:name" (`analysis.data.scales`). `recipes` are the requested additional statistics
    (`analysis.comparison.recipes`). `answers` says which of people's answers are used. `makers` has
    the makers of systems and judges, by name."""

    draws: int = 1000
    seed: int = 20261121
    constant: Constant = "skip"
    tau: Tau = "b"
    epsilon: float = 0.2
    margin: float | None = None
    disagreements: int = 20
    systems: Systems = "fixed"
    scales: Mapping[str, Ends] = field(default_factory=dict)
    recipes: tuple[Recipe, ...] = ()
    answers: Answers = "counted"
    makers: Mapping[str, str] = field(default_factory=dict)

    @property
    def flips(self) -> int:
        """Return the number of random swaps in a permutation test: at least FEWEST_FLIPS."""
        return max(FEWEST_FLIPS, self.draws)


@dataclass(frozen=True)
class Figure:
    """One statistic of a judge, with the same statistic of people.

    `judge` compares the judge with all people. `human` leaves out one annotator at a time and is
    the mean of each annotator's statistic against the others (the ceiling); `lowest` and `highest`
    are its extremes. `left_out` compares the judge with the same other annotators on the same
    units, so that `difference` (left_out - human) compares like with like.
    """

    statistic: str
    judge: Estimate
    human: Estimate
    left_out: Estimate
    difference: Estimate
    lowest: float | None = None
    highest: float | None = None


@dataclass(frozen=True)
class PersonTest:
    """A comparison of a judge with people by one `statistic`. Each person in turn is left out, and
    the judge and that person are compared with the remaining people on that person's units.

    `difference` is the judge's statistic minus the person's, averaged over `people` people. Its n
    is `units`, which belong to `items` items. If a margin was set before publishing, there is a
    `verdict`. The verdict uses the p-values of "not worse by more than the margin" and of "worse",
    adjusted over criteria and judges.
    """

    statistic: str
    difference: Estimate
    people: int = 0
    units: int = 0
    items: int = 0
    p_not_worse: float | None = None
    p_worse: float | None = None
    adjusted_not_worse: float | None = None
    adjusted_worse: float | None = None
    verdict: Verdict | None = None


@dataclass(frozen=True)
class AnnotatorRow:
    annotator: str
    instances: int
    judge_share: float
    annotator_share: float
    adjusted_p: float
    beaten: bool


@dataclass(frozen=True)
class AlternativeAnnotator:
    """The result of the alternative-annotator test: `winning_rate` is omega, `advantage` is rho. If
    there is no result, `reason` says why."""

    winning_rate: float | None
    advantage: Estimate
    score: str
    epsilon: float
    passes: bool | None
    annotators: tuple[AnnotatorRow, ...] = ()
    excluded: Mapping[str, int] = field(default_factory=dict)
    reason: str = ""


NOT_TESTED = AlternativeAnnotator(None, NOT_COMPUTED, "", 0, None, reason=NOT_COMPUTED.reason)


@dataclass(frozen=True)
class Confusion:
    """Counts of people's labels (rows) by a judge's (columns). If `binned`, labels are ranges."""

    labels: tuple[str, ...] = ()
    counts: tuple[tuple[int, ...], ...] = ()
    binned: bool = False


@dataclass(frozen=True)
class Disagreement:
    """One output or pair with a large disagreement: the mean of people's `ratings` ratings, and the
    judge's value."""

    hit: str
    item: str
    system: str
    target: str
    people: float
    ratings: int
    judge: float


@dataclass(frozen=True)
class PairwiseOrder:
    """The share of pairs of an item's outputs that the judge orders as people do, without and with
    calibrated ties. `soft` is soft pairwise accuracy over systems."""

    accuracy: Estimate
    calibrated: Estimate
    epsilon: float | None
    soft: Estimate


@dataclass(frozen=True)
class Commonest:
    """The most frequent value in a judge's ratings, and how often people gave this value."""

    value: str
    count: int
    ratings: int
    by_people: int
    ratings_of_people: int

    @property
    def is_nearly_always(self) -> bool:
        """Return whether the judge almost always gives this value although people do not."""
        return (
            self.ratings >= FEWEST_OF_ONE_VALUE
            and self.count >= NEARLY_ALWAYS * self.ratings
            and self.by_people < NEARLY_ALWAYS * self.ratings_of_people
        )


@dataclass(frozen=True)
class JudgeResult:
    """Results of one judge on one criterion. Units are outputs under a question, or pairs of
    outputs.

    `coverage` is the share of people's units that the judge rated. `constant` is the number of
    items for which all of people's scores or all of the judge's scores are equal. `used` is the
    number of the other items. `two_scales` is set if the judge's scale differs from people's.
    """

    judge: str
    units: int
    shared: int
    coverage: float
    ratings: int
    mean: Estimate
    figures: tuple[Figure, ...]
    annotator_test: AlternativeAnnotator = NOT_TESTED
    confusion: Confusion = Confusion()
    disagreements: tuple[Disagreement, ...] = ()
    used: int = 0
    constant: int = 0
    pairwise: PairwiseOrder | None = None
    orders: Orders | None = None
    gold: Gold | None = None
    two_scales: TwoScales | None = None
    person_test: PersonTest | None = None
    commonest: Commonest | None = None
    effects: tuple[Effect, ...] = ()

    def figure(self, statistic: str) -> Figure | None:
        return next((figure for figure in self.figures if figure.statistic == statistic), None)


@dataclass(frozen=True)
class PeopleResult:
    """Agreement between people. To compare people with each other, annotators are left out in turn
    or, if there are many annotators, places (see `left_out_groups`). `leave_out` is "annotators" or
    "places"."""

    raters: int
    ratings: int
    units: int
    several: int
    mean: Estimate
    agreement: Mapping[str, Estimate]
    leave_out: str
    repeats: int = 0
    orders: Orders | None = None

    @property
    def coefficients(self) -> list[tuple[str, Estimate]]:
        return [
            (AMONG_PEOPLE.get(name, name), estimate) for name, estimate in self.agreement.items()
        ]


@dataclass(frozen=True)
class JudgePair:
    """Two judges compared on the outputs rated by both judges and people. The results are each
    judge's statistic and their `difference`, first minus second, with its interval. `p_value` is
    two-sided, from the paired permutation test. If this test applies but gave no result, `reason`
    says why."""

    first: str
    second: str
    statistic: str
    p_value: float | None
    reason: str = ""
    of_first: Estimate = NOT_COMPUTED
    of_second: Estimate = NOT_COMPUTED
    difference: Estimate = NOT_COMPUTED


@dataclass(frozen=True)
class CriterionResult:
    """Results on one criterion. `strengths` (of preferences and rankings), `system_tests`,
    `options` and `meetings` are by rater, with people under `PEOPLE`. `resampled` says what the
    replicates for intervals leave out: "items", "items and systems", or "" for nothing. `openings`
    has, by rater, the number of answers that opened the criterion's section and the number that
    could have opened it. `corrected` is by judge."""

    facts: Facts
    items: int
    systems: int
    hits: int
    units: int
    ratings: int
    resampled: str
    why_not: str
    people: PeopleResult
    judges: tuple[JudgeResult, ...]
    by_system: tuple[SystemResult, ...]
    judge_pairs: tuple[JudgePair, ...]
    strengths: Mapping[str, Strengths] = field(default_factory=dict)
    system_tests: Mapping[str, SystemTests] = field(default_factory=dict)
    options: Mapping[str, tuple[OptionShare, ...]] = field(default_factory=dict)
    meetings: Mapping[str, tuple[Meeting, ...]] = field(default_factory=dict)
    metrics: tuple[MetricResult, ...] = ()
    openings: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    corrected: Mapping[str, Corrected] = field(default_factory=dict)

    @property
    def has_gold(self) -> bool:
        return any(judge.gold and not judge.gold.reason for judge in self.judges)

    def judge(self, name: str) -> JudgeResult | None:
        return next((judge for judge in self.judges if judge.judge == name), None)

    def ceiling(self, statistic: str) -> Estimate | None:
        """Return the agreement between people as measured by `statistic`. Of the judges' results,
        the one with the largest n for people is used. Return None if no judge has the statistic."""
        ceilings = [
            figure.human for judge in self.judges if (figure := judge.figure(statistic)) is not None
        ]
        return max(ceilings, key=lambda estimate: estimate.n, default=None)


@dataclass(frozen=True)
class Overall:
    """One judge's alternative-annotator test over all criteria with scores, or over all criteria
    with labels."""

    judge: str
    criteria: tuple[str, ...]
    annotator_test: AlternativeAnnotator


@dataclass(frozen=True)
class RecipeFigure:
    """A statistic of a declared recipe over the `criteria`. `judge` is "" for statistics of
    people."""

    recipe: Recipe
    criteria: tuple[str, ...]
    judge: str
    title: str
    estimate: Estimate


OF_A_PART = ("ratings", "people", "items", "judges", "criteria", "overall")


@dataclass(frozen=True)
class Part:
    """A part of the ratings that is compared separately: one batch or, if `field` is set, the
    items (or list entries) with one value of that field. `name` is the name of the batch or the
    value. For a value, counts and system statistics cover people only. Judges appear only in the
    comparison with people."""

    name: str
    ratings: int
    people: int
    items: int
    judges: tuple[str, ...]
    criteria: tuple[CriterionResult, ...]
    overall: tuple[Overall, ...]
    field: str = ""


@dataclass(frozen=True)
class Comparison:
    """The comparison of people and judges on each criterion. `batches` is set if several batches
    are compared together, and `by_field` has the results by value of the items' fields. `unseen`
    lists, by judge, the fields that people saw and the judge did not. A question mark after a field
    means that we do not know whether the judge saw it."""

    settings: ComparisonSettings
    ratings: int
    people: int
    judges: tuple[str, ...]
    items: int
    systems: tuple[str, ...]
    criteria: tuple[CriterionResult, ...]
    overall: tuple[Overall, ...]
    missing: Mapping[str, int] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)
    recipes: tuple[RecipeFigure, ...] = ()
    batches: tuple[Part, ...] = ()
    by_field: tuple[Part, ...] = ()
    unseen: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    marks: tuple[MarkFigure, ...] = ()

    def criterion(self, key: str) -> CriterionResult:
        return next(criterion for criterion in self.criteria if criterion.facts.key == key)

    def apart(self) -> list[tuple[str, "Comparison"]]:
        """Return each batch's name and own comparison, or an empty list for a single batch."""
        alone = replace(self, recipes=(), batches=(), by_field=(), marks=())
        return [
            (part.name, replace(alone, **{name: getattr(part, name) for name in OF_A_PART}))
            for part in self.batches
        ]

    def to_json(self) -> str:
        """Return the whole comparison as JSON. Raises ValueError if it contains NaN."""
        return json.dumps(
            _ADAPTER.dump_python(self, mode="python"), ensure_ascii=False, allow_nan=False
        )


_ADAPTER = TypeAdapter(Comparison)


def from_json(text: str) -> Comparison:
    return _ADAPTER.validate_json(text)
