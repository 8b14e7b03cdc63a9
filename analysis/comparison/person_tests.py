"""Tests of a judge against each person, who is left out in turn. A test says which of the two is
closer to the remaining people, and by how much. A verdict needs a margin set before publishing."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from analysis.comparison.catalogue import CLOSENESS, FEWEST_ITEMS, FEWEST_UNITS, NOTHING_VARIES
from analysis.comparison.closeness import LeftOutPerson, mean_over_people
from analysis.comparison.replicates import Replicates
from analysis.comparison.results import (
    ComparisonSettings,
    CriterionResult,
    JudgeResult,
    PersonTest,
    Verdict,
)
from analysis.data.facts import Level
from analysis.statistics.closeness.margin import margin_test
from analysis.statistics.estimates import Estimate
from analysis.statistics.paired_systems import holms
from analysis.statistics.results import Floats

FEWEST_OF_PERSON = 10  # units; with fewer, a person's correlation is too uncertain
SIGNIFICANT = 0.05
NO_PERSON = (
    f"not estimable: no annotator shares {FEWEST_OF_PERSON} units with another annotator and the "
    "judge"
)


def person_test(
    rows: Sequence[LeftOutPerson],
    replicates: Replicates,
    level: Level,
    settings: ComparisonSettings,
    why_not: str,
) -> PersonTest:
    """Return the mean difference between the judge and the people who share enough units, with its
    tests. `with_verdicts` adds the verdict later."""
    result, figures = difference_from_people(rows, replicates, level, why_not)
    return result if figures is None else _tested(result, figures, replicates, settings)


def difference_from_people(
    rows: Sequence[LeftOutPerson], replicates: Replicates, level: Level, why_not: str
) -> tuple[PersonTest, Floats | None]:
    """Return the mean difference between the judge and people, without tests, and its value for
    every replicate (None if no person can be compared)."""
    name = CLOSENESS[level]
    enough = [row for row in rows if row.judge.units >= FEWEST_OF_PERSON]
    pairs = [
        (row, row.judge.figures[name] - row.human.figures[name])
        for row in enough
        if name in row.judge.figures and name in row.human.figures
    ]
    pairs = [(row, difference) for row, difference in pairs if not np.isnan(difference[0])]
    if not pairs:
        reason = NOTHING_VARIES if enough else NO_PERSON if rows else why_not
        return PersonTest(name, Estimate(None, 0, reason=reason)), None
    shared = np.any([row.shared for row, _difference in pairs], axis=0)
    units = int(shared.sum())
    items = replicates.items_of(rows[0].cell[shared])
    figures = mean_over_people([difference for _row, difference in pairs])
    result = PersonTest(
        name,
        replicates.estimate(figures, n=units, reason=NOTHING_VARIES, items=items),
        people=len(pairs),
        units=units,
        items=items,
    )
    return result, figures


def _tested(
    result: PersonTest, figures: Floats, replicates: Replicates, settings: ComparisonSettings
) -> PersonTest:
    if settings.margin is None or result.units < FEWEST_UNITS or result.items < FEWEST_ITEMS:
        return result
    spread = replicates.spread(figures, items=result.items)
    if spread is None:
        return result
    test = margin_test(float(figures[0]), spread, settings.margin)
    return replace(result, p_not_worse=test.not_worse, p_worse=test.worse)


def with_verdicts(
    criteria: Sequence[CriterionResult], settings: ComparisonSettings
) -> tuple[CriterionResult, ...]:
    """Return the criteria with a verdict on every judge. The p-values of each of the two hypotheses
    are corrected over all tested differences, across criteria and judges (Holm 1979).

    At most one of the two hypotheses is true for a difference, so the chance of any false verdict
    stays at 5 %. Without a margin, the criteria are returned unchanged.
    """
    if settings.margin is None:
        return tuple(criteria)
    tests = [judge.person_test for criterion in criteria for judge in criterion.judges]
    p_values = [
        [np.nan if p is None else p for p in (test.p_not_worse, test.p_worse)]
        for test in tests
        if test is not None
    ]
    adjusted = holms(np.array(p_values).reshape(-1, 2).T).T
    corrected = iter(adjusted.tolist())
    return tuple(
        replace(
            criterion,
            judges=tuple(
                judge
                if judge.person_test is None
                else _with_verdict(judge, judge.person_test, *next(corrected))
                for judge in criterion.judges
            ),
        )
        for criterion in criteria
    )


def _with_verdict(
    judge: JudgeResult, test: PersonTest, not_worse: float, worse: float
) -> JudgeResult:
    if test.difference.value is None and test.difference.reason != NO_PERSON:
        return judge
    if np.isnan(not_worse):
        return replace(judge, person_test=replace(test, verdict="too few to tell"))
    verdict: Verdict = (
        "not worse"
        if not_worse < SIGNIFICANT
        else "worse"
        if worse < SIGNIFICANT
        else "too few to tell"
    )
    return replace(
        judge,
        person_test=replace(
            test, verdict=verdict, adjusted_not_worse=not_worse, adjusted_worse=worse
        ),
    )
