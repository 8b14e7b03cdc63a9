"""The figures of a comparison with their drawing functions, so that only requested figures are
drawn."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

import numpy as np

from analysis.comparison.catalogue import full_title
from analysis.comparison.result_parts import Corrected
from analysis.comparison.results import PEOPLE, Comparison, CriterionResult
from analysis.report.figures import (
    PAGE,
    Drawn,
    Estimates,
    RankedSystem,
    ReliabilityCurve,
    Scale,
    confusion,
    estimates_in_rows,
    marks_of,
    percent,
    ranking,
    reliability_curve,
)
from analysis.report.page.systems import (
    AGREEMENT,
    RELIABILITY,
    best_first,
    corrected_figure,
    differences_figure,
    slug,
    systems_figure,
)
from analysis.statistics.agreement.icc import spearman_brown
from analysis.statistics.estimates import Estimate

MOST_RATERS = 10  # raters on the reliability curve
MOST_PAIRS = 45  # pairs in the chart of differences; 10 systems have this many
INTERVAL = "95 % interval"
AGAINST_PEOPLE = {
    "spearman_input": "order within an item",
    "spearman_pooled": "order over all outputs",
    "spearman_system": "order of the systems",
    "kappa": "kappa",
    "exact": "exact agreement",
}


@dataclass(frozen=True)
class Drawing:
    """A figure that can be drawn, with its heading and the function that draws it."""

    title: str
    draw: Callable[[], Drawn]


def drawings(comparison: Comparison) -> dict[str, Drawing]:
    named: dict[str, Drawing] = {}
    scored = [criterion for criterion in comparison.criteria if criterion.facts.level != "nominal"]
    labelled = [
        criterion for criterion in comparison.criteria if criterion.facts.level == "nominal"
    ]
    if comparison.judges and scored:
        for statistic in ("spearman_input", "spearman_pooled", "spearman_system", "kappa"):
            named |= _beside_people(scored, statistic)
    if comparison.judges and labelled:
        named |= _beside_people(labelled, "exact")
    for criterion in comparison.criteria:
        named |= _of_criterion(criterion)
    if any(
        criterion.people.agreement["alpha"].value is not None for criterion in comparison.criteria
    ):
        named[AGREEMENT] = Drawing("Agreement between people", partial(_agreement, comparison))
    if shares := _first_shares(comparison):
        named["order"] = Drawing("Position bias", partial(_order, shares))
    if curves := _curves(comparison):
        of_the_mean = "Reliability of the mean (Spearman-Brown, from ICC(1))"
        draw = partial(reliability_curve, curves, statistic=of_the_mean, width=PAGE)
        named[RELIABILITY] = Drawing("Reliability against number of raters", draw)
    return named


def _beside_people(criteria: list[CriterionResult], statistic: str) -> dict[str, Drawing]:
    title = f"Judges compared with people: {AGAINST_PEOPLE[statistic]}"
    return {
        f"people-{slug(statistic)}": Drawing(title, partial(_against_people, criteria, statistic))
    }


def _of_criterion(criterion: CriterionResult) -> dict[str, Drawing]:
    name, title = slug(criterion.facts.key), criterion.facts.title
    named: dict[str, Drawing] = {}
    for number, judge in enumerate(criterion.judges, 1):
        if judge.shared and judge.confusion.counts:
            table = judge.confusion
            draw = partial(
                confusion, table.counts, values=table.labels, criterion=title, judge=judge.judge
            )
            named[f"confusion-{name}-{number}"] = Drawing(
                f"{title}: people and {judge.judge}", draw
            )
    systems = criterion.by_system
    if len(systems) > 1:
        # A judge on another scale would squeeze people's means on the shared axis.
        alike = [
            judge.judge
            for judge in criterion.judges
            if judge.two_scales is None or judge.two_scales.mapped
        ]
        draw_systems = partial(_ranking, criterion, alike) if alike else partial(_alone, criterion)
        named[systems_figure(criterion)] = Drawing(f"Systems by {title}", draw_systems)
        named |= _differences(criterion, alike)
    for number, (judge_name, corrected) in enumerate(criterion.corrected.items(), 1):
        if corrected.figures:
            draw = partial(_corrected, criterion, corrected)
            named[corrected_figure(criterion, number)] = Drawing(
                f"{title}: corrected with {judge_name}", draw
            )
    return named


def _differences(criterion: CriterionResult, judges: list[str]) -> dict[str, Drawing]:
    """Return the drawing of the differences between systems, according to people and to judges on
    people's scale. The result is empty if there are no pairs of systems or too many pairs."""
    raters = {"People": PEOPLE} | {name: name for name in judges}
    tests = {
        title: criterion.system_tests[rater].pairs
        for title, rater in raters.items()
        if rater in criterion.system_tests
    }
    by_pair: dict[tuple[str, str], dict[str, Estimate]] = {}
    for rater, pairs in tests.items():
        for pair in pairs:
            estimate, names = pair.estimate, (pair.first, pair.second)
            if names[::-1] in by_pair:  # the judge ranks the two in the opposite order
                names, estimate = names[::-1], turned(estimate)
            by_pair.setdefault(names, {})[rater] = estimate
    if not 0 < len(by_pair) <= MOST_PAIRS:
        return {}
    what = "win share" if criterion.facts.preference else criterion.facts.title
    tested = [name for name, pairs in tests.items() if pairs]
    draw = partial(
        estimates_in_rows,
        [Estimates(f"{first} minus {second}", row) for (first, second), row in by_pair.items()],
        title="Differences between systems",
        raters={name: mark for name, mark in marks_of(judges, "People").items() if name in tested},
        axis=Scale(f"Difference in {what}, paired {INTERVAL}", line=0, line_text="no difference"),
        width=PAGE,
        legend=len(tested) > 1,
    )
    title = f"Differences between systems by {criterion.facts.title}"
    return {differences_figure(criterion): Drawing(title, draw)}


def turned(difference: Estimate) -> Estimate:
    value, low, high = (
        None if number is None else -number
        for number in (difference.value, difference.high, difference.low)
    )
    return Estimate(value, difference.n, low, high, difference.reason)


def _against_people(criteria: list[CriterionResult], statistic: str) -> Drawn:
    rows = [
        Estimates(
            criterion.facts.title,
            {
                judge.judge: figure.judge
                for judge in criterion.judges
                if (figure := judge.figure(statistic)) is not None
            },
            criterion.ceiling(statistic),
        )
        for criterion in criteria
    ]
    title = f"{full_title(statistic, level=criteria[0].facts.level)}, {INTERVAL}"
    return estimates_in_rows(
        rows,
        title="Judges compared with people, by criterion",
        raters=marks_of(list(dict.fromkeys(name for row in rows for name in row.by_rater))),
        axis=Scale(title, band_text="human ceiling"),
        width=PAGE,
    )


def _ranking(criterion: CriterionResult, judges: list[str]) -> Drawn:
    blank = Estimate(None, 0, reason="not estimable")
    systems = [
        RankedSystem(
            system.system, [system.people, *(system.judges.get(name, blank) for name in judges)]
        )
        for system in criterion.by_system
    ]
    low = criterion.facts.best == "lowest" and not criterion.facts.preference
    return ranking(
        systems,
        raters=["People", *judges],
        measure=_measure(criterion),
        low_is_best=low,
        width=PAGE,
    )


def _measure(criterion: CriterionResult) -> str:
    if criterion.facts.preference:
        return f"Win rate (a tie is half a win), {INTERVAL}"
    return f"Mean {criterion.facts.title}, {INTERVAL}"


def _alone(criterion: CriterionResult) -> Drawn:
    """Return the drawing of people's means without a judge. Systems that share a letter do not
    differ significantly."""
    tests = criterion.system_tests.get(PEOPLE)
    letters = tests.letters if tests else {}
    rows = [
        (f"{name} ({letters[name]})" if letters.get(name) else name, system.people)
        for system in best_first(criterion)
        for name in [system.system]
    ]
    return _of_people(rows, "Systems as rated by people", _measure(criterion))


def _agreement(comparison: Comparison) -> Drawn:
    rows = [
        (criterion.facts.title, criterion.people.agreement["alpha"])
        for criterion in comparison.criteria
    ]
    return _of_people(rows, "Agreement between people", f"Krippendorff's alpha, {INTERVAL}")


def _of_people(rows: list[tuple[str, Estimate]], title: str, measure: str) -> Drawn:
    return estimates_in_rows(
        [Estimates(name, {"People": estimate}) for name, estimate in rows],
        title=title,
        raters=marks_of([], "People"),
        axis=Scale(measure),
        width=PAGE,
        legend=False,
    )


def _corrected(criterion: CriterionResult, corrected: Corrected) -> Drawn:
    alone, helped = "people alone", "people corrected with the judge"
    is_share = criterion.facts.level == "nominal" and not criterion.facts.preference
    return estimates_in_rows(
        [
            Estimates(figure.name, {alone: figure.alone, helped: figure.corrected})
            for figure in corrected.figures
            if not figure.second
        ],
        title="People only, and corrected with the judge",
        raters=marks_of([helped], alone),
        axis=Scale(f"Share of outputs, {INTERVAL}" if is_share else _measure(criterion)),
        width=PAGE,
    )


def _order(shares: Mapping[str, tuple[bool, Estimate]]) -> Drawn:
    """Return the drawing of the share of wins of the output shown first, with a row for each rater
    group."""
    judges = marks_of([name for name, (is_judge, _share) in shares.items() if is_judge])
    people = marks_of([], "People")["People"]
    return estimates_in_rows(
        [Estimates(name, {name: share}) for name, (_is_judge, share) in shares.items()],
        title="Position bias",
        raters={name: judges.get(name, people) for name in shares},
        axis=Scale(
            f"Share of wins of the output shown first, {INTERVAL}",
            percent,
            0.5,
            "50 %: no position bias",
        ),
        width=PAGE,
        legend=False,
    )


def _first_shares(comparison: Comparison) -> dict[str, tuple[bool, Estimate]]:
    shares: dict[str, tuple[bool, Estimate]] = {}
    for criterion in comparison.criteria:
        named = f" · {criterion.facts.title}" if len(comparison.criteria) > 1 else ""
        if criterion.people.orders is not None:
            shares[f"People{named}"] = (False, criterion.people.orders.first_share)
        for judge in criterion.judges:
            if judge.orders is not None:
                shares[f"{judge.judge}{named}"] = (True, judge.orders.first_share)
    return shares


def _curves(comparison: Comparison) -> list[ReliabilityCurve]:
    curves = []
    for criterion in comparison.criteria:
        people = criterion.people
        single = people.agreement.get("icc_1")  # labels have no ICC
        if single is None or single.value is None:
            continue
        current = round(people.ratings / people.units) if people.units else None
        numbers = list(range(1, MOST_RATERS + 1))
        values = [_stepped(single, number) for number in numbers]
        curves.append(ReliabilityCurve(criterion.facts.title, numbers, values, current))
    return curves


def _stepped(single: Estimate, raters: int) -> Estimate:
    """Return the reliability of the mean of `raters` ratings. The ends of the interval are
    converted with the same formula, after ends below 0 are set to 0.

    Below 0, the formula approaches its pole, and its result would only mean that raters possibly do
    not agree at all.
    """

    def up(value: float | None) -> float | None:
        if value is None or math.isnan(
            stepped := float(spearman_brown(np.array(value), np.array(float(raters))))
        ):
            return None
        return stepped

    value = up(single.value)
    reason = "" if value is not None else "not estimable: raters agree less than expected by chance"
    low, high = (None if end is None else up(max(0.0, end)) for end in (single.low, single.high))
    return Estimate(value, single.n, low, high, reason)
