"""The comparison of people and one judge run, criterion by criterion, with the reason where a figure cannot be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from analysis.frame import Frame
from analysis.ratings import batch_frame
from analysis.statistics.agreement import coincidences, krippendorff_alpha
from analysis.statistics.bootstrap import item_weights, weighted_sums
from analysis.statistics.correlation import contingency, kendall_tau_b, spearman
from analysis.statistics.results import Estimate, Floats, estimate
from hits.models import Batch
from judges.models import JudgeRun
from surveys.spec import Criterion

DRAWS = 1000
SEED = 20261121
FEWEST_ITEMS = 5  # with fewer, a resample of items says little, and no interval is given
NO_OVERLAP = "not estimable: no HIT has both a person's and the judge's rating"
ONE_RATING = "not estimable: one rating per HIT"
NOTHING = "not estimable: no ratings yet"
SAME = "not estimable: every value is the same"


@dataclass(frozen=True)
class Cell:
    """How often people gave `human` where the judge gave `judge`; `shade` is 0 to 9 of the row's share."""

    human: int
    judge: int
    count: int
    shade: int


@dataclass(frozen=True)
class SystemMeans:
    """One system's means by people and by the judge, None where there is none."""

    system: str
    human: float | None
    judge: float | None


@dataclass(frozen=True)
class CriterionReport:
    """One row of the report. Correlations are at the level of single HITs, pooled over systems."""

    criterion: Criterion
    hits: int  # with at least one person's rating and the judge's
    ratings: int  # people's, on all HITs
    human_mean: Estimate
    judge_mean: Estimate
    exact: Estimate
    spearman: Estimate
    kendall: Estimate
    alpha: Estimate
    confusion: Sequence[Sequence[Cell]]
    systems: Sequence[SystemMeans]


@dataclass(frozen=True)
class Coverage:
    """How much of the batch the run covers: what was read whole, and the refused replies by code."""

    hits: int
    replies: int
    read: int
    failed: Mapping[str, int]


def coverage(run: JudgeRun) -> Coverage:
    from django.db.models import Count

    codes = dict(run.verdicts.order_by().values_list("error_code").annotate(Count("pk")))
    read = codes.pop("", 0)
    return Coverage(run.batch.hits.count(), read + sum(codes.values()), read, dict(sorted(codes.items())))


def batch_report(batch: Batch, run: JudgeRun | None) -> list[CriterionReport]:
    """A row for every scored criterion of the batch's rubric, in its order. Without a run, people alone."""
    ratings = batch_frame(batch)
    people = ratings.where(~ratings.judge)
    judged = ratings.where(ratings.judge & (ratings.rater.code == ratings.rater.find(run.name if run else "")))
    return [
        _criterion(criterion, people.of_criterion(criterion.key), judged.of_criterion(criterion.key))
        for criterion in batch.rubric_version.spec.criteria
    ]


def _criterion(criterion: Criterion, people: Frame, judge: Frame) -> CriterionReport:
    weights, item_of = _resamples(people, judge)
    human, judged = item_of[: len(people)], item_of[len(people) :]
    pairs = _Pairs.match(people, judge)
    exact = _exact(pairs, weights, human)
    rho, tau = _correlations(pairs, weights, human)
    return CriterionReport(
        criterion=criterion,
        hits=pairs.units,
        ratings=len(people),
        human_mean=_mean(people.value, weights, human),
        judge_mean=_mean(judge.value, weights, judged),
        exact=exact,
        spearman=rho,
        kendall=tau,
        alpha=_alpha(criterion, people, weights, human),
        confusion=_confusion(pairs),
        systems=_systems(people, judge),
    )


def _resamples(people: Frame, judge: Frame) -> tuple[Floats, np.ndarray]:
    """Resampling weights over the items, and each rating's item as a place in them."""
    items, place = np.unique(np.concatenate([people.item.code, judge.item.code]), return_inverse=True)
    draws = DRAWS if len(items) >= FEWEST_ITEMS else 0
    return item_weights(len(items), draws=draws, seed=SEED), place


@dataclass(frozen=True)
class _Pairs:
    """People's ratings that the judge has a value for: rating by rating, and unit by unit."""

    rating: np.ndarray  # places in the people's arrays
    human: Floats
    judge: Floats
    unit: np.ndarray
    units: int

    @classmethod
    def match(cls, people: Frame, judge: Frame) -> "_Pairs":
        # Several samples of one judge for a unit count as their mean.
        given: dict[tuple[int, int], list[float]] = {}
        judged = zip(judge.hit.code.tolist(), judge.target.code.tolist(), judge.value.tolist(), strict=True)
        for hit, target, value in judged:
            given.setdefault((hit, target), []).append(value)
        keys = list(zip(people.hit.code.tolist(), people.target.code.tolist(), strict=True))
        rating = np.array([place for place, key in enumerate(keys) if key in given], dtype=int)
        matched = [keys[place] for place in rating]
        numbers = {key: number for number, key in enumerate(dict.fromkeys(matched))}
        return cls(
            rating,
            people.value[rating],
            np.array([np.mean(given[key]) for key in matched], dtype=float),
            np.array([numbers[key] for key in matched], dtype=int),
            len(numbers),
        )


def _mean(values: Floats, weights: Floats, item_of: np.ndarray) -> Estimate:
    sums = weighted_sums(weights, item_of, np.stack([values, np.ones_like(values)], axis=1))
    return _estimate(_divide(sums[:, 0], sums[:, 1]), n=len(values), reason=NOTHING)


def _exact(pairs: _Pairs, weights: Floats, item_of: np.ndarray) -> Estimate:
    """The share of single human ratings that equal the judge's."""
    equal = np.stack([(pairs.human == pairs.judge).astype(float), np.ones_like(pairs.human)], axis=1)
    sums = weighted_sums(weights, item_of[pairs.rating], equal)
    return _estimate(_divide(sums[:, 0], sums[:, 1]), n=len(pairs.human), reason=NO_OVERLAP)


def _correlations(pairs: _Pairs, weights: Floats, item_of: np.ndarray) -> tuple[Estimate, Estimate]:
    """Spearman and Kendall tau-b of the judge with the mean of people, over units."""
    if not pairs.units:
        return (Estimate(None, 0, reason=NO_OVERLAP),) * 2
    counts = np.bincount(pairs.unit)
    means = np.round(
        np.bincount(pairs.unit, pairs.human) / counts, 9
    )  # equal means must tie whatever the order of sums
    judge = np.round(np.bincount(pairs.unit, pairs.judge) / counts, 9)
    first = np.unique(pairs.unit, return_index=True)[1]
    cells, _cell, shape = contingency(means, judge)
    tables = weighted_sums(weights, item_of[pairs.rating[first]], cells).reshape(-1, *shape)
    return (
        _estimate(spearman(tables), n=pairs.units, reason=SAME),
        _estimate(kendall_tau_b(tables), n=pairs.units, reason=SAME),
    )


def _alpha(criterion: Criterion, people: Frame, weights: Floats, item_of: np.ndarray) -> Estimate:
    """Krippendorff's alpha among people at the criterion's level; n is the units with two ratings or more."""
    if not len(people):
        return Estimate(None, 0, reason=NOTHING)
    keys = people.hit.code * len(people.target.names) + people.target.code
    _keys, first, unit, counts = np.unique(keys, return_index=True, return_inverse=True, return_counts=True)
    several = int((counts > 1).sum())
    if not several:
        return Estimate(None, 0, reason=ONE_RATING)
    matrices, levels = coincidences(unit, people.value)
    summed = weighted_sums(weights, item_of[first], matrices)
    return _estimate(krippendorff_alpha(summed, levels, level=criterion.level), n=several, reason=SAME)


def _estimate(values: Floats, *, n: int, reason: str) -> Estimate:
    return estimate(float(values[0]), values[1:], n=n, reason=reason)


def _divide(above: Floats, below: Floats) -> Floats:
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.where(below > 0, above / below, np.nan)


def _confusion(pairs: _Pairs) -> list[list[Cell]]:
    """People's ratings in rows, the judge's in columns; empty where the judge's values are means of several samples."""
    if not len(pairs.human) or np.any(pairs.judge != np.round(pairs.judge)):
        return []
    levels = sorted({*pairs.human.astype(int).tolist(), *pairs.judge.astype(int).tolist()})
    rows = []
    for human in levels:
        counts = [int(np.sum((pairs.human == human) & (pairs.judge == judge))) for judge in levels]
        total = max(1, sum(counts))
        rows.append(
            [Cell(human, judge, count, round(9 * count / total)) for judge, count in zip(levels, counts, strict=True)]
        )
    return rows


def _systems(people: Frame, judge: Frame) -> list[SystemMeans]:
    rated = [ratings.where(ratings.other.code == ratings.other.find("")) for ratings in (people, judge)]
    found = sorted({name for ratings in rated for name in ratings.system.texts()} - {""})
    return [SystemMeans(name, *(_plain_mean(ratings, name) for ratings in rated)) for name in found]


def _plain_mean(ratings: Frame, system: str) -> float | None:
    values = ratings.value[ratings.system.code == ratings.system.find(system)]
    return float(values.mean()) if len(values) else None
