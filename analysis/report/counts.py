"""What the n of a judge counts in each place of a report, and why it differs."""

from analysis.comparison.results import Comparison, CriterionResult, JudgeResult
from analysis.report.findings import counted


def counts_of_judges(result: Comparison) -> list[str]:
    """A sentence for each judge and criterion: ratings, units, and what the other figures count."""
    return [
        _counts(criterion, judge)
        for criterion in result.criteria
        for judge in criterion.judges
        if judge.ratings
    ]


def _counts(criterion: CriterionResult, judge: JudgeResult) -> str:
    parts = [
        (
            f"{judge.judge} on {criterion.facts.title}: {counted(judge.ratings, 'rating')} of "
            f"{counted(judge.units, 'unit')}, {judge.shared:,} of which people rated too"
        )
    ]
    exact = judge.figure("exact")
    if exact is not None and exact.judge.value is not None:
        parts.append(f"exact agreement and kappa count single human ratings, {exact.judge.n:,}")
    if cells := sum(map(sum, judge.confusion.counts)):
        parts.append(
            "the confusion figure counts every human rating with every rating of the judge, "
            f"{cells:,}"
        )
    if criterion.facts.preference and judge.orders is not None:
        parts.append(
            "win rates and order count verdicts, "
            f"{judge.orders.verdicts:,}, and both orders of a pair are two"
        )
    return "; ".join(parts) + "."
