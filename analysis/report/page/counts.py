"""Counts on a report's page: the number of tests, the families of tests for which p-values are
corrected together, and what each n of a judge counts."""

from analysis.comparison.results import PEOPLE, Comparison, CriterionResult, JudgeResult
from analysis.report.findings import counted


def families_of_tests(result: Comparison) -> list[str]:
    """Return sentences that state the number of tests of each kind in the report."""
    return [
        *_between_systems(result),
        *_person_tests(result),
        *_annotator_tests(result),
        *_between_judges(result),
        *_by_field(result),
    ]


def _between_systems(result: Comparison) -> list[str]:
    families = [
        (criterion.facts.title, "people" if rater == PEOPLE else rater, tested)
        for criterion in result.criteria
        for rater, tests in criterion.system_tests.items()
        if (tested := sum(pair.p_value is not None for pair in tests.pairs))
    ]
    if not families:
        return []
    total = sum(tested for _title, _rater, tested in families)
    named = "; ".join(f"{title} by {rater} {tested}" for title, rater, tested in families)
    sentence = (
        f"Pairs of systems: {counted(total, 'paired t-test')}. Each criterion and rater is a "
        f"separate family, corrected by Holm's method ({named})."
    )
    return [sentence]


def _by_field(result: Comparison) -> list[str]:
    families = [
        tests
        for part in result.by_field
        for criterion in part.criteria
        for tests in criterion.system_tests.values()
    ]
    number = sum(pair.p_value is not None for tests in families for pair in tests.pairs)
    if not number:
        return []
    sentence = (
        f"Tables by a field: {counted(number, 'paired t-test')} of systems. Each value and "
        "criterion is a separate family, corrected by Holm's method."
    )
    return [sentence]


def _person_tests(result: Comparison) -> list[str]:
    tested = sum(
        judge.person_test is not None and judge.person_test.p_worse is not None
        for criterion in result.criteria
        for judge in criterion.judges
    )
    if not tested:
        return []
    sentence = (
        f"Judges compared with people: {counted(2 * tested, 'test')}, one of “not worse” "
        f"and one of “worse” for each of {counted(tested, 'difference')}. Each kind of test is one "
        "family over all criteria and judges, corrected by Holm's method."
    )
    return [sentence]


def _annotator_tests(result: Comparison) -> list[str]:
    tests = [
        *(judge.annotator_test for criterion in result.criteria for judge in criterion.judges),
        *(overall.annotator_test for overall in result.overall),
    ]
    sizes = [len(test.annotators) for test in tests if test.annotators]
    if not sizes:
        return []
    sentence = (
        f"Alternative-annotator tests: {counted(sum(sizes), 't-test')} in "
        f"{counted(len(sizes), 'family')}. The annotators of each test form a "
        "family, corrected by the method of Benjamini and Yekutieli."
    )
    return [sentence]


def _between_judges(result: Comparison) -> list[str]:
    tests = sum(
        pair.p_value is not None for criterion in result.criteria for pair in criterion.judge_pairs
    )
    if not tests:
        return []
    return [f"Pairs of judges: {counted(tests, 'permutation test')}, not corrected."]


def counts_of_judges(result: Comparison) -> list[str]:
    """Return a sentence for each judge and criterion that states the numbers of ratings and units,
    and the meaning of the other counts."""
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
        parts.append(f"exact agreement and kappa count {exact.judge.n:,} single human ratings")
    if cells := sum(map(sum, judge.confusion.counts)):
        parts.append(
            "the confusion figure pairs every human rating with every rating of the judge "
            f"({cells:,} pairs)"
        )
    if criterion.facts.preference and judge.orders is not None:
        parts.append(
            f"win rates and order count {judge.orders.verdicts:,} verdicts, two for a pair judged "
            "in both orders"
        )
    return "; ".join(parts) + "."
