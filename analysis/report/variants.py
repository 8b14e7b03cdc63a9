"""The main figures once more, of other choices of people's answers: with what was left out, and
adjudicated."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from analysis.comparison.results import Comparison, CriterionResult
from analysis.data.facts import Answers
from analysis.report.page import BLANK, deciding
from analysis.statistics.estimates import Estimate


@dataclass(frozen=True)
class VariantRow:
    """One criterion of one choice of answers: people's mean and alpha, of how many ratings, and
    how close each judge is to people."""

    criterion: str
    answers: Answers
    ratings: int
    mean: Estimate
    alpha: Estimate
    judges: Sequence[Estimate]


def variant_rows(comparisons: Mapping[Answers, Comparison]) -> list[VariantRow]:
    """Criterion by criterion each choice, in the order given; the first names criteria and
    judges."""
    first = next(iter(comparisons.values()))
    return [
        _row(comparison.criterion(criterion.facts.key), answers, first.judges)
        for criterion in first.criteria
        for answers, comparison in comparisons.items()
    ]


def _row(criterion: CriterionResult, answers: Answers, judges: Sequence[str]) -> VariantRow:
    people = criterion.people
    alpha = people.agreement.get("alpha", BLANK)
    figures = [deciding(criterion, judge) for judge in judges]
    return VariantRow(criterion.facts.title, answers, people.ratings, people.mean, alpha, figures)
