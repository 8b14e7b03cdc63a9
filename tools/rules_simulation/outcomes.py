"""What each set of rules leaves of a simulated study: how far means, ranking and agreement come
back."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from scipy.stats import kendalltau

from analysis.statistics.agreement.alpha import interval_alpha, interval_terms
from quality.verdicts import exceptionally_fast, failed_often, surely_below
from tools.rules_simulation.crowd import (
    CRITERIA,
    GOLD,
    HITS,
    INSTRUCTIONS,
    PEOPLE,
    RETESTS,
    SYSTEMS,
    Study,
)

Kept = NDArray[np.bool_]  # (PEOPLE, HITS): what counts
FAILED, STRAIGHT, DEVIATIONS, RETEST_PERCENT = 2, 7, 3, 40


@dataclass(frozen=True)
class Outcome:
    """`error`: root mean square of the systems' means less the truth's, over systems and criteria,
    in points; each less its mean over systems, so that a level that all share is no error. `tau`:
    Kendall's, of the systems by their mean over criteria. `alpha`: Krippendorff's at the interval
    level, mean over criteria. `answers`: the share left. `good`: the share of good people's answers
    left."""

    error: float
    tau: float
    alpha: float
    answers: float
    good: float


def _nobody(study: Study) -> Kept:
    return np.ones(study.outputs.shape, dtype=bool)


def _without(people: set[int]) -> Kept:
    kept = np.ones((PEOPLE, HITS), dtype=bool)
    kept[sorted(people)] = False
    return kept


def _instructions(study: Study) -> Kept:
    failures = INSTRUCTIONS - study.instructions_passed
    return _without(failed_often(dict(enumerate(failures.tolist())), FAILED))


def _gold(study: Study) -> Kept:
    failures = GOLD - study.gold_passed
    return _without(failed_often(dict(enumerate(failures.tolist())), FAILED))


def _fast(study: Study) -> Kept:
    return _without(exceptionally_fast(dict(enumerate(study.log_time.tolist())), DEVIATIONS))


def _retests(study: Study) -> Kept:
    same = study.retests_same.tolist()
    shares = {person: (count, RETESTS * CRITERIA) for person, count in enumerate(same)}
    return _without(surely_below(shares, RETEST_PERCENT))


def _straight(study: Study) -> Kept:
    """Without HITs in a row of at least seven that were answered alike."""
    kept = np.ones(study.outputs.shape, dtype=bool)
    for person, ratings in enumerate(study.ratings):
        changes = (np.diff(ratings, axis=0) != 0).any(axis=1)
        ends = np.concatenate([[0], np.flatnonzero(changes) + 1, [HITS]])
        for start, end in pairwise(ends):
            kept[person, start:end] = end - start < STRAIGHT
    return kept


def _all(study: Study) -> Kept:
    parts = [_gold(study), _fast(study), _retests(study), _straight(study)]
    return np.logical_and.reduce(parts)


def _truly_good(study: Study) -> Kept:
    return np.broadcast_to((study.kinds == "good")[:, None], study.outputs.shape)


# In the order of the table. The instructional checks stand alone, for comparison.
RULES: dict[str, Callable[[Study], Kept]] = {
    "no rules": _nobody,
    "2 instructional checks failed": _instructions,
    "log time 3 SD below": _fast,
    "retests surely below 40 %": _retests,
    "same answers in 7 HITs": _straight,
    "2 gold failed": _gold,
    "all but instructions": _all,
    "only good people": _truly_good,
}


def outcome(study: Study, kept: Kept) -> Outcome:
    """The figures of what counts."""
    units = study.outputs[kept]
    ratings = study.ratings[kept].astype(np.float64)
    by_system = units % SYSTEMS
    counts = np.bincount(by_system, minlength=SYSTEMS)[:, None]
    sums = [np.bincount(by_system, column, minlength=SYSTEMS) for column in ratings.T]
    means = np.stack(sums, axis=1) / counts
    truth = study.truth.reshape(-1, SYSTEMS, study.truth.shape[1]).mean(axis=0)
    distance = (means - means.mean(axis=0)) - (truth - truth.mean(axis=0))
    good = study.kinds == "good"
    return Outcome(
        error=float(np.sqrt((distance**2).mean())),
        tau=float(kendalltau(means.mean(axis=1), truth.mean(axis=1)).statistic),
        alpha=_alpha(study, units, ratings),
        answers=float(kept.mean()),
        good=float(kept[good].mean()),
    )


def _alpha(study: Study, units: NDArray[np.int64], ratings: NDArray[np.float64]) -> float:
    terms = [interval_terms(units, column, len(study.truth)).sum(axis=0) for column in ratings.T]
    return float(interval_alpha(np.stack(terms)).mean())
