"""The scored criteria of a rubric. NumPy is not imported, so pages can use this module."""

from collections.abc import Sequence
from dataclasses import replace

from analysis.data.facts import Facts
from surveys.kinds.measures import Measure
from surveys.spec import Criterion, Rubric


def batch_facts(rubric: Rubric) -> dict[str, Facts]:
    """Return the facts about each scored criterion of the rubric, in the rubric's order."""
    return {
        criterion.key: replace(
            _facts(criterion, _measures(rubric, criterion.key)), opened_by=by, gate=gate
        )
        for criterion in rubric.criteria
        for by, gate in [_gate(rubric, criterion.key)]
    }


def _gate(rubric: Rubric, criterion: str) -> tuple[str, str]:
    """Return the title and the first criterion of the section whose answer opens the criterion's
    section. Both are "" if there is no such section."""
    sections = {section.key: section for section in rubric.sections}
    for section in rubric.sections:
        show_if = section.show_if if criterion in section.measures(rubric) else None
        if show_if and (gate := sections.get(show_if.section)):
            return gate.title, next(iter(gate.criteria), "")
    return "", ""


def _measures(rubric: Rubric, criterion: str) -> list[Measure]:
    """Return the measures of sections that score the criterion, choices between outputs first."""
    measures = [section.measures(rubric).get(criterion) for section in rubric.sections]
    return sorted(
        (measure for measure in measures if measure), key=lambda measure: measure.shape != "pair"
    )


def _facts(criterion: Criterion, measures: Sequence[Measure]) -> Facts:
    measure = measures[0] if measures else Measure("value")
    return Facts(
        criterion.key,
        criterion.title,
        measure.level or criterion.level,
        measure.best or criterion.best,
        measure.low,
        measure.high,
        preference=measure.shape == "pair",
        ranking=measure.shape == "rank",
        sets=measure.shape == "set",
        turns=measure.shape == "turn",
    )
