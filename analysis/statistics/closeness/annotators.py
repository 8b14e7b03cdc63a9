"""The alternative-annotator test, which tests whether a judge can replace an annotator."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from scipy import stats

from analysis.statistics.estimates import NotEstimableError
from analysis.statistics.results import Floats
from analysis.statistics.sparse import Ratings, judge_on_units

Score = Literal["accuracy", "neg_rmse"]
MINIMUM_INSTANCES = 30
ROUNDING = 1e-9


@dataclass(frozen=True)
class AnnotatorTest:
    """The comparison of one annotator with the judge. `judge_share` is the share of instances for
    which the judge was no worse than the annotator."""

    annotator: Any
    instances: int
    judge_share: float
    annotator_share: float
    p_value: float
    adjusted_p: float
    beaten: bool


@dataclass(frozen=True)
class AlternativeAnnotatorTest:
    """The result of the test. `winning_rate` is omega, and `advantage_probability` is rho.
    `excluded` lists annotators with too few instances.

    `alone` counts the ratings of units that no one else rated. `unjudged` counts the ratings of
    units that the judge did not rate.
    """

    winning_rate: float
    advantage_probability: float
    epsilon: float
    score: Score
    annotators: tuple[AnnotatorTest, ...]
    excluded: Mapping[object, int]
    alone: int
    unjudged: int

    @property
    def passes(self) -> bool:
        """Return whether the judge beats at least half of the annotators, so that it can replace an
        annotator."""
        return self.winning_rate >= 0.5


def alternative_annotator_test(
    ratings: Ratings,
    judge: Mapping[Any, Any],
    *,
    score: Score,
    epsilon: float = 0.2,
    false_discovery_rate: float = 0.05,
    minimum_instances: int = MINIMUM_INSTANCES,
) -> AlternativeAnnotatorTest:
    """Test whether the judge does at least as well as a random annotator in `ratings`.

    Source: Calderon, Reichart and Dror 2025 (arXiv 2501.10970). Each annotator in turn is left out.
    The annotator and the judge are each compared with the others' ratings on each instance. `score`
    is the share that agree ("accuracy") or the root mean squared distance, negated ("neg_rmse",
    numbers only). An instance is won by the side that is not worse, so a tie is won by both. The
    judge beats an annotator if the annotator's lead in wins is significantly below `epsilon`.
    `epsilon` is the allowance for the judge's lower cost (in the paper 0.2 for experts, 0.15 for
    skilled annotators, 0.1 for crowd workers). The test is a one-sided paired t-test, corrected
    over annotators (Benjamini and Yekutieli 2001).

    Pitfalls: an instance needs a second rater and the judge's verdict. Several criteria of the same
    item, passed as separate units, are not independent and make p too small. Raises
    NotEstimableError if no annotator has enough instances.
    """
    values, judged = judge_on_units(ratings, judge)
    others = np.bincount(ratings.unit, minlength=len(ratings.units))[ratings.unit] - 1
    alone, unjudged = others == 0, ~judged[ratings.unit]
    usable = ~(alone | unjudged)
    lead = np.zeros(len(usable), dtype=np.intp)
    lead[usable] = judge_lead(ratings, values, score)[usable]
    counts = np.bincount(ratings.rater[usable], minlength=len(ratings.raters))
    enough = np.flatnonzero(counts >= max(2, minimum_instances))
    if not len(enough):
        raise NotEstimableError(
            f"No annotator shares {minimum_instances} instances with another annotator and the "
            "judge, so the alternative-annotator test has nothing to test."
        )
    leads = [lead[usable & (ratings.rater == rater)] for rater in enough]
    p_values = np.array([_p_below(own, epsilon) for own in leads])
    adjusted = stats.false_discovery_control(p_values, method="by")
    tests = tuple(
        AnnotatorTest(
            annotator=ratings.raters[rater].item(),
            instances=len(own),
            judge_share=float((own >= 0).mean()),
            annotator_share=float((own <= 0).mean()),
            p_value=float(p_value),
            adjusted_p=float(corrected),
            beaten=bool(corrected <= false_discovery_rate),
        )
        for rater, own, p_value, corrected in zip(enough, leads, p_values, adjusted, strict=True)
    )
    few = np.setdiff1d(np.arange(len(ratings.raters)), enough)
    return AlternativeAnnotatorTest(
        winning_rate=float(np.mean([test.beaten for test in tests])),
        advantage_probability=float(np.mean([test.judge_share for test in tests])),
        epsilon=epsilon,
        score=score,
        annotators=tests,
        excluded={ratings.raters[rater].item(): int(counts[rater]) for rater in few},
        alone=int(alone.sum()),
        unjudged=int((unjudged & ~alone).sum()),
    )


def _p_below(lead: NDArray[np.intp], epsilon: float) -> float:
    """Return the p-value of a paired t-test of whether the annotator's mean lead is below epsilon.
    If the leads do not vary, the p-value is 0 or 1."""
    difference = -np.sign(lead).astype(float)
    if np.ptp(difference) == 0:
        return 0.0 if difference[0] < epsilon else 1.0
    return float(stats.ttest_1samp(difference, epsilon, alternative="less").pvalue)


def judge_lead(ratings: Ratings, judge: NDArray[Any], score: Score) -> NDArray[np.intp]:
    """Return, for each rating, the sign of the judge's score minus the rater's score. Both are
    compared with the other raters of the unit. Raises ValueError if `score` is unknown."""
    if score == "accuracy":
        return _lead_in_agreement(ratings, judge)
    if score == "neg_rmse":
        return _lead_in_closeness(ratings, judge)
    raise ValueError(f'The score is "accuracy" or "neg_rmse", not "{score}".')


def _lead_in_agreement(ratings: Ratings, judge: NDArray[Any]) -> NDArray[np.intp]:
    labels, code = np.unique(np.concatenate([ratings.value, judge]), return_inverse=True)
    own, judged = code[: len(ratings.value)], code[len(ratings.value) :][ratings.unit]
    votes = np.zeros((len(ratings.units), len(labels)), dtype=np.intp)
    np.add.at(votes, (ratings.unit, own), 1)
    with_judge = votes[ratings.unit, judged] - (own == judged)
    with_rater = votes[ratings.unit, own] - 1
    return np.sign(with_judge - with_rater)


def _lead_in_closeness(ratings: Ratings, judge: NDArray[Any]) -> NDArray[np.intp]:
    """Return the sign of the annotator's sum of squared distances from the other raters minus the
    judge's. The difference is factored so that equal values give an exact tie."""
    own, judged = numeric(ratings.value), numeric(judge)[ratings.unit]
    rest, total = rest_of_unit(ratings, own)
    gap = (own - judged) * (rest * (own + judged) - 2 * total)
    scale = np.abs(own - judged) * (rest * (np.abs(own) + np.abs(judged)) + 2 * np.abs(total))
    return np.where(np.abs(gap) <= ROUNDING * scale, 0, np.sign(gap)).astype(np.intp)


def rest_of_unit(ratings: Ratings, own: Floats) -> tuple[Floats, Floats]:
    """Return, for each rating, the number and the sum of the other ratings of the same unit."""
    count = np.bincount(ratings.unit, minlength=len(ratings.units)).astype(float)
    total = np.bincount(ratings.unit, weights=own, minlength=len(ratings.units))
    return count[ratings.unit] - 1, total[ratings.unit] - own


def numeric(values: NDArray[Any]) -> Floats:
    """Return the values as floats. Raises ValueError if they are labels."""
    if values.dtype.kind not in "iufb":
        raise ValueError("Distances and means need numbers; these values are labels.")
    return values.astype(np.float64)
