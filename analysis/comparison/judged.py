"""Results of one judge outside the main table: the alternative-annotator test (for each criterion
and over all criteria), the order of outputs, the confusion matrix, and disagreements."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from analysis.comparison.catalogue import NO_OVERLAP, ONE_SYSTEM, because
from analysis.comparison.replicates import Replicates
from analysis.comparison.results import (
    AlternativeAnnotator,
    AnnotatorRow,
    Commonest,
    ComparisonSettings,
    Confusion,
    Disagreement,
    Overall,
    PairwiseOrder,
)
from analysis.comparison.withheld import one_scale_test
from analysis.data.facts import TwoScales
from analysis.data.frame import Codes, Frame
from analysis.data.units import Units, make_units, verdicts
from analysis.statistics.closeness.annotators import Score, alternative_annotator_test, judge_lead
from analysis.statistics.closeness.pairwise_accuracy import (
    calibrate_ties,
    resampled_pairwise_accuracy,
)
from analysis.statistics.closeness.soft_accuracy import soft_pairwise_accuracy
from analysis.statistics.estimates import Estimate, NotEstimableError
from analysis.statistics.results import Floats
from analysis.statistics.sparse import Ratings, judge_on_units

MOST_LABELS = 11  # values; for a longer scale, the confusion matrix has ranges of values
RANGES = 10
VERDICTS = {"-1": "b", "0": "tie", "1": "a"}


def annotator_test(
    ratings: Ratings,
    judge: Floats,
    cell: Codes,
    replicates: Replicates,
    *,
    nominal: bool,
    settings: ComparisonSettings,
) -> AlternativeAnnotator:
    """Return the alternative-annotator test of one judge, or the reason why it is not estimable.
    `judge` (U,) has the judge's values; a missing value is NaN. `cell` (U,) is the index of each
    unit's cell (its item and system)."""
    score: Score = "accuracy" if nominal else "neg_rmse"
    judge_values = {int(unit): float(judge[unit]) for unit in np.flatnonzero(~np.isnan(judge))}
    try:
        outcome = alternative_annotator_test(
            ratings, judge_values, score=score, epsilon=settings.epsilon
        )
    except NotEstimableError as error:
        none = Estimate(None, 0, reason=because(error))
        return AlternativeAnnotator(None, none, score, settings.epsilon, None, reason=none.reason)
    names = [test.annotator for test in outcome.annotators]
    advantage = _advantage(ratings, judge_values, names, cell, replicates, score)
    return AlternativeAnnotator(
        winning_rate=outcome.winning_rate,
        advantage=replicates.estimate(
            advantage,
            n=sum(test.instances for test in outcome.annotators),
            reason=NO_OVERLAP,
            scale="share",
        ),
        score=score,
        epsilon=settings.epsilon,
        passes=outcome.passes,
        annotators=tuple(
            AnnotatorRow(
                str(test.annotator),
                test.instances,
                test.judge_share,
                test.annotator_share,
                test.adjusted_p,
                test.beaten,
            )
            for test in outcome.annotators
        ),
        excluded={str(name): count for name, count in outcome.excluded.items()},
    )


def _advantage(
    ratings: Ratings,
    judge: dict[int, float],
    tested: list[str],
    cell: Codes,
    replicates: Replicates,
    score: Score,
) -> Floats:
    """Return the advantage probability for every replicate: the share of instances on which the
    judge does at least as well as a tested annotator, averaged over annotators."""
    values, judged = judge_on_units(ratings, judge)
    lead = judge_lead(ratings, values, score)
    others = np.bincount(ratings.unit, minlength=len(ratings.units))[ratings.unit] > 1
    usable = judged[ratings.unit] & others
    shares = []
    for rater in np.flatnonzero(np.isin(ratings.raters, tested)):
        mine = usable & (ratings.rater == rater)
        shares.append(replicates.shares(cell[ratings.unit[mine]], (lead[mine] >= 0).astype(float)))
    return np.mean(shares, axis=0)


def order_of_outputs(
    units: Units, judge: Floats, replicates: Replicates, settings: ComparisonSettings
) -> PairwiseOrder:
    """Return pairwise accuracy without and with calibrated ties, and soft accuracy over systems. If
    ties cannot be calibrated, each estimate has only a reason."""
    aim = units.people_means()
    there = ~np.isnan(aim + judge)
    human, machine = (units.matrix(np.where(there, side, np.nan)) for side in (aim, judge))
    cells = ~np.isnan(human)
    item = np.nonzero(cells)[0]
    try:
        tuned = calibrate_ties(human[cells], machine[cells], groups=item)
    except NotEstimableError as error:
        none = Estimate(None, 0, reason=because(error))
        return PairwiseOrder(none, none, None, none)
    plain, calibrated = (
        replicates.of_matrices(
            human, machine, partial(resampled_pairwise_accuracy, epsilon=epsilon)
        )
        for epsilon in (0.0, tuned.epsilon)
    )
    estimate = partial(
        replicates.estimate, n=tuned.pairs, reason=ONE_SYSTEM, scale="share", items=tuned.groups
    )
    return PairwiseOrder(
        accuracy=estimate(plain),
        calibrated=estimate(calibrated),
        epsilon=tuned.epsilon,
        soft=_soft(human, machine, settings),
    )


def _soft(human: Floats, judge: Floats, settings: ComparisonSettings) -> Estimate:
    """Return soft pairwise accuracy. It has no interval, because it is computed from p-values that
    already use resampling."""
    try:
        accuracy = soft_pairwise_accuracy(human, judge, draws=settings.flips, seed=settings.seed)
    except NotEstimableError as error:
        return Estimate(None, 0, reason=because(error))
    return Estimate(accuracy.accuracy, accuracy.pairs)


def commonest(units: Units, judge: str) -> Commonest | None:
    """Return the most frequent value in the judge's ratings, and how often people gave this value.
    Return None if the judge has no ratings."""
    frame = units.frame
    value = verdicts(frame) if units.facts.preference else frame.value
    own, people = value[frame.by_judge(judge)], value[~frame.judge]
    if not len(own):
        return None
    values, counts = np.unique(own, return_counts=True)
    most = values[counts.argmax()]
    by_people = int((people == most).sum())
    return Commonest(_label(most, units), int(counts.max()), len(own), by_people, len(people))


def _label(value: float, units: Units) -> str:
    if units.facts.preference:
        return VERDICTS[f"{value:g}"]
    return units.facts.label_of(value)


def confusion(units: Units, judge: str) -> Confusion:
    """Return the confusion matrix: how often each combination of a person's and the judge's label
    occurs for the same unit. The matrix is empty if people or the judge gave no ratings."""
    frame = units.frame
    value = verdicts(frame) if units.facts.preference else frame.value
    machine = frame.by_judge(judge)
    people = ~frame.judge
    if not machine.any() or not people.any():
        return Confusion((), ())
    label_index, labels, binned = _labelled(
        value, machine | people, ranges=units.facts.level != "nominal"
    )
    if units.facts.preference:
        labels = [VERDICTS[label] for label in labels]
    elif units.facts.labels:
        labels = [units.facts.labels[int(label)] for label in labels]
    counts = [np.zeros((len(units), len(labels))) for _side in range(2)]
    for count, rows in zip(counts, (people, machine), strict=True):
        np.add.at(count, (units.unit_of[rows], label_index[rows]), 1)
    table = (counts[0].T @ counts[1]).astype(int)
    return Confusion(tuple(labels), tuple(tuple(row) for row in table.tolist()), binned)


def _labelled(
    value: Floats, rows: NDArray[np.bool_], *, ranges: bool
) -> tuple[Codes, list[str], bool]:
    """Return the index of each value's label, the labels, and whether the labels are ranges. Labels
    are the values or, on a long scale, equal ranges of values."""
    levels = np.unique(value[rows])
    if len(levels) <= MOST_LABELS or not ranges:
        names = [f"{level:g}" for level in levels.tolist()]
        return np.minimum(np.searchsorted(levels, value), len(levels) - 1), names, False
    edges = np.linspace(levels[0], levels[-1], RANGES + 1)
    label_index = np.clip(np.searchsorted(edges, value, side="right") - 1, 0, RANGES - 1)
    return label_index, [f"{low:g} to {high:g}" for low, high in pairwise(edges.tolist())], True


def disagreements(units: Units, judge: Floats, count: int) -> tuple[Disagreement, ...]:
    """Return up to `count` units: those with the largest differences between the judge and people's
    mean, largest first."""
    aim = units.people_means()
    distance = np.abs(aim - judge)
    farthest = np.flatnonzero(distance > 0)
    farthest = farthest[np.argsort(-distance[farthest], kind="stable")][:count]
    ratings = np.bincount(units.people.unit, minlength=len(units))
    return tuple(
        Disagreement(*units.name(unit), float(aim[unit]), int(ratings[unit]), float(judge[unit]))
        for unit in farthest.tolist()
    )


def overall_tests(
    frame: Frame,
    judges: Sequence[str],
    settings: ComparisonSettings,
    two_scales: Mapping[tuple[str, str], TwoScales],
) -> tuple[Overall, ...]:
    """Return each judge's alternative-annotator tests over all criteria together: one by closeness
    for criteria with scores, and one by agreement for criteria with labels. A kind with fewer than
    two criteria has no test."""
    results = []
    for nominal in (False, True):
        facts = [
            criterion
            for criterion in frame.facts.values()
            if (criterion.level == "nominal") == nominal
        ]
        if len(facts) < 2:
            continue
        parts = [make_units(frame.of_criterion(criterion.key), criterion) for criterion in facts]
        keys = tuple(criterion.key for criterion in facts)
        results += [
            Overall(
                judge,
                keys,
                one_scale_test(
                    _pooled_test(parts, judge, nominal, settings),
                    next(
                        (two_scales[key, judge] for key in keys if (key, judge) in two_scales), None
                    ),
                ),
            )
            for judge in judges
        ]
    return tuple(results)


def _pooled_test(
    parts: list[Units], judge: str, nominal: bool, settings: ComparisonSettings
) -> AlternativeAnnotator:
    """Return the alternative-annotator test over the units of several criteria. All units of an
    item are resampled together."""
    starts = np.cumsum([0, *(len(part) for part in parts)])
    raters = sorted({name for part in parts for name in part.raters})
    number = {name: index for index, name in enumerate(raters)}
    who = [
        np.array([number[name] for name in part.raters], dtype=np.intp)[part.people.rater]
        for part in parts
    ]
    ratings = Ratings(
        np.concatenate(
            [part.people.unit + start for part, start in zip(parts, starts, strict=False)]
        ),
        np.concatenate(who),
        np.concatenate([part.people.value for part in parts]),
        np.arange(starts[-1]),
        np.array(raters, dtype=str),
    )
    values = np.concatenate([part.of_judge(judge) for part in parts])
    rows = [(part.frame, part.row) for part in parts]
    _items, item = np.unique(
        np.concatenate([frame.item.code[row] for frame, row in rows]), return_inverse=True
    )
    _systems, system = np.unique(
        np.concatenate([frame.system.code[row] for frame, row in rows]), return_inverse=True
    )
    size = len(_systems)
    replicates = Replicates.make(
        len(_items),
        size,
        draws=settings.draws,
        seed=settings.seed,
        drawn=settings.systems == "drawn",
        pairs=any(part.facts.preference for part in parts),
    )
    return annotator_test(
        ratings, values, item * size + system, replicates, nominal=nominal, settings=settings
    )
