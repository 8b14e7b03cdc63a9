"""The main figures again: for each batch, and for other choices of people's answers (with excluded
ones, and adjudicated)."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from analysis.comparison.results import Comparison
from analysis.data.facts import Answers
from analysis.report.page.judges import BLANK, deciding
from analysis.statistics.estimates import Estimate


@dataclass(frozen=True)
class ChoiceRow:
    """One criterion of one `choice` of ratings: people's mean and alpha, the number of ratings, and
    how close each judge is to people."""

    criterion: str
    choice: str
    ratings: int
    mean: Estimate
    alpha: Estimate
    judges: Sequence[Estimate]


def by_batch(comparison: Comparison) -> list[ChoiceRow]:
    """Return, by criterion, all batches together (a blank choice), then each batch; none if there
    is only one."""
    parts = [("", comparison), *comparison.apart()]
    return _rows(comparison, parts) if comparison.batches else []


def by_answers(comparisons: Mapping[Answers, Comparison]) -> list[ChoiceRow]:
    """Return, by criterion, each choice of answers in the order given; the first determines
    criteria and judges."""
    return _rows(next(iter(comparisons.values())), comparisons.items())


def _rows(first: Comparison, choices: Iterable[tuple[str, Comparison]]) -> list[ChoiceRow]:
    parts = list(choices)
    return [
        ChoiceRow(
            criterion.facts.title,
            choice,
            criterion.people.ratings,
            criterion.people.mean,
            criterion.people.agreement.get("alpha", BLANK),
            [deciding(criterion, judge) for judge in first.judges],
        )
        for facts in (criterion.facts for criterion in first.criteria)
        for choice, part in parts
        for criterion in [part.criterion(facts.key)]
    ]
