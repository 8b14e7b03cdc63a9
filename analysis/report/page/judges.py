"""Judges compared with people and with each other, as rows and cells of a report's page. Results by
batch and by selection of answers are included."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from analysis.comparison.catalogue import CLOSENESS, STATISTICS, full_title, main_columns
from analysis.comparison.results import (
    AlternativeAnnotator,
    Comparison,
    CriterionResult,
    JudgePair,
    JudgeResult,
    PersonTest,
)
from analysis.data.facts import Answers
from analysis.report.findings import unseen_in_words
from analysis.statistics.estimates import Estimate

BLANK = Estimate(None, 0, reason="–")


@dataclass(frozen=True)
class Head:
    """The short name of a column, and the full name of its statistic."""

    short: str
    full: str


@dataclass(frozen=True)
class Row:
    """A row of a judge, or the row of people."""

    name: str
    human: bool
    cells: Sequence[Estimate]


@dataclass(frozen=True)
class Section:
    """The rows of one criterion: one for each judge, then one for people."""

    criterion: CriterionResult
    rows: Sequence[Row]


@dataclass(frozen=True)
class Table:
    """A table of criteria that share column heads, with a section for each criterion."""

    heads: Sequence[Head]
    sections: Sequence[Section]


def tables(comparison: Comparison) -> list[Table]:
    scored = [criterion for criterion in comparison.criteria if criterion.facts.level != "nominal"]
    labelled = [
        criterion for criterion in comparison.criteria if criterion.facts.level == "nominal"
    ]
    return [_table(criteria, comparison) for criteria in (scored, labelled) if criteria]


def _table(criteria: Sequence[CriterionResult], comparison: Comparison) -> Table:
    names = main_columns(criterion.facts for criterion in criteria)
    heads = [head(name, criteria[0], comparison.settings.tau) for name in names]
    return Table(heads, [_section(criterion, names) for criterion in criteria])


def head(name: str, criterion: CriterionResult, tau: str) -> Head:
    statistic = STATISTICS[name]
    at = {"input": "per input", "pooled": "pooled", "system": "system"}.get(statistic.at, "")
    short = f"{statistic.title.split(' (')[0]}{f'-{tau}' if name.startswith('kendall') else ''}"
    return Head(f"{short} {at}".strip(), full_title(name, level=criterion.facts.level, tau=tau))


def _section(criterion: CriterionResult, names: Sequence[str]) -> Section:
    rows = [_judge_row(judge, names) for judge in criterion.judges]
    if criterion.judges:
        cells = [criterion.ceiling(name) or BLANK for name in names]
        rows.append(Row("people", human=True, cells=cells))
    return Section(criterion, rows)


def _judge_row(judge: JudgeResult, names: Sequence[str]) -> Row:
    cells = [figure.judge if (figure := judge.figure(name)) else BLANK for name in names]
    return Row(judge.judge, human=False, cells=cells)


@dataclass(frozen=True)
class PersonRow:
    """One judge compared with people on one criterion or, by the alternative-annotator test only,
    on several criteria. `by` is the statistic of the difference. The judge rated `rated` of the
    `units` units."""

    judge: str
    criteria: Sequence[str]
    annotator_test: AlternativeAnnotator
    test: PersonTest | None = None
    by: str = ""
    rated: int = 0
    units: int = 0

    @property
    def criterion(self) -> str:
        return ", ".join(self.criteria)

    @property
    def adjusted_p(self) -> float | None:
        """Return the p-value after Holm's correction: of the test for "worse" if this is the
        verdict, otherwise of the test for "not worse". Return None if there is no test."""
        if self.test is None:
            return None
        is_worse = self.test.verdict == "worse"
        return self.test.adjusted_worse if is_worse else self.test.adjusted_not_worse


def person_rows(comparison: Comparison) -> list[PersonRow]:
    """Return each judge's comparisons with people, by criterion and then over all criteria."""
    rows = [
        PersonRow(
            judge.judge,
            [criterion.facts.title],
            judge.annotator_test,
            judge.person_test,
            head(CLOSENESS[criterion.facts.level], criterion, comparison.settings.tau).short,
            judge.shared,
            criterion.people.units,
        )
        for criterion in comparison.criteria
        for judge in criterion.judges
    ]
    titles = {criterion.facts.key: criterion.facts.title for criterion in comparison.criteria}
    return rows + [
        PersonRow(overall.judge, [titles[key] for key in overall.criteria], overall.annotator_test)
        for overall in comparison.overall
    ]


@dataclass(frozen=True)
class SideBySide:
    """A comparison of two judges on the outputs that both rated. It has each judge's name with the
    fields that the judge did not see, and a row for each criterion and statistic."""

    judges: Sequence[tuple[str, str]]
    rows: Sequence[tuple[CriterionResult, Head, JudgePair]]


def sides(comparison: Comparison) -> list[SideBySide]:
    rows: dict[tuple[str, str], list[tuple[CriterionResult, Head, JudgePair]]] = {}
    for criterion in comparison.criteria:
        for pair in criterion.judge_pairs:
            if pair.statistic in STATISTICS:
                column = head(pair.statistic, criterion, comparison.settings.tau)
                rows.setdefault((pair.first, pair.second), []).append((criterion, column, pair))
    return [
        SideBySide([(name, unseen_in_words(comparison, name)) for name in names], of_pair)
        for names, of_pair in rows.items()
    ]


def deciding(criterion: CriterionResult, judge: str) -> Estimate:
    """Return the judge's closeness to people, by the statistic that compares a judge with a person.
    The estimate is empty if the judge has no such statistic."""
    result = criterion.judge(judge)
    figure = result.figure(CLOSENESS[criterion.facts.level]) if result else None
    return figure.judge if figure else BLANK


def reasons(comparison: Comparison) -> list[str]:
    """Return the reasons why statistics in the main tables cannot be estimated. Each reason is
    listed once, with the criteria that it applies to."""
    missing = [
        (section.criterion.facts.title, cell.reason)
        for table in tables(comparison)
        for section in table.sections
        for row in section.rows
        for cell in row.cells
        if cell.value is None
    ]
    for row in person_rows(comparison):
        if row.test is not None and row.test.difference.value is None:
            missing += [(title, row.test.difference.reason) for title in row.criteria]
        if row.annotator_test.winning_rate is None:
            missing += [(title, row.annotator_test.reason) for title in row.criteria]
    places = [(title, reason) for title, reason in missing if reason and reason != BLANK.reason]
    return each_reason_once(places)


def each_reason_once(places: Iterable[tuple[str, str]]) -> list[str]:
    """Return a sentence for each distinct reason, with the places where the reason applies."""
    by_reason: dict[str, dict[str, None]] = {}
    for place, reason in places:
        by_reason.setdefault(reason, {})[place] = None
    return [f"{', '.join(named)}: {reason}." for reason, named in by_reason.items()]


@dataclass(frozen=True)
class ChoiceRow:
    """The results on one criterion for one `choice` of ratings: a batch or a selection of answers.
    They are people's mean and alpha, the number of ratings, and the closeness of each judge to
    people."""

    criterion: str
    choice: str
    ratings: int
    mean: Estimate
    alpha: Estimate
    judges: Sequence[Estimate]


def by_batch(comparison: Comparison) -> list[ChoiceRow]:
    """Return, for each criterion, a row for all batches together (its `choice` is ""), then a row
    for each batch. The result is empty if there is only one batch."""
    parts = [("", comparison), *comparison.apart()]
    return _rows(comparison, parts) if comparison.batches else []


def by_answers(comparisons: Mapping[Answers, Comparison]) -> list[ChoiceRow]:
    """Return, for each criterion, a row for each selection of answers, in the order given. The
    first selection determines the criteria and judges."""
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
