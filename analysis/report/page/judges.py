"""Judges compared with people, and with each other, as the rows and cells of a report's page."""

from collections.abc import Sequence
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
from analysis.report.findings import unseen_in_words
from analysis.statistics.estimates import Estimate

BLANK = Estimate(None, 0, reason="–")


@dataclass(frozen=True)
class Head:
    """A column: its short name, and the statistic's full one."""

    short: str
    full: str


@dataclass(frozen=True)
class Row:
    """A judge's row, or people's own."""

    name: str
    human: bool
    cells: Sequence[Estimate]


@dataclass(frozen=True)
class Section:
    """One criterion's rows: every judge, then people."""

    criterion: CriterionResult
    rows: Sequence[Row]


@dataclass(frozen=True)
class Table:
    """Criteria of one kind under one head."""

    heads: Sequence[Head]
    sections: Sequence[Section]


def tables(comparison: Comparison) -> list[Table]:
    """Return the main tables: scored criteria, then labels."""
    scored = [criterion for criterion in comparison.criteria if criterion.facts.level != "nominal"]
    labelled = [
        criterion for criterion in comparison.criteria if criterion.facts.level == "nominal"
    ]
    return [_table(criteria, comparison) for criteria in (scored, labelled) if criteria]


def _table(criteria: Sequence[CriterionResult], comparison: Comparison) -> Table:
    names = main_columns(criterion.facts.level for criterion in criteria)
    heads = [head(name, criteria[0], comparison.settings.tau) for name in names]
    return Table(heads, [_section(criterion, names) for criterion in criteria])


def head(name: str, criterion: CriterionResult, tau: str) -> Head:
    """Return the column of a statistic."""
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
    """One judge compared with people on one criterion, or on several by the alternative-annotator
    test alone; `by` names the statistic of the difference, `rated` of `units` are the judge's."""

    judge: str
    criterion: str
    annotator_test: AlternativeAnnotator
    test: PersonTest | None = None
    by: str = ""
    rated: int = 0
    units: int = 0

    @property
    def adjusted_p(self) -> float | None:
        """p of the verdict, after Holm: of "not worse" unless the verdict is "worse"."""
        if self.test is None:
            return None
        is_worse = self.test.verdict == "worse"
        return self.test.adjusted_worse if is_worse else self.test.adjusted_not_worse


def person_rows(comparison: Comparison) -> list[PersonRow]:
    """Return every judge compared with people, criterion by criterion, then what pools criteria."""
    rows = [
        PersonRow(
            judge.judge,
            criterion.facts.title,
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
        PersonRow(
            overall.judge,
            ", ".join(titles[key] for key in overall.criteria),
            overall.annotator_test,
        )
        for overall in comparison.overall
    ]


@dataclass(frozen=True)
class SideBySide:
    """Two judges on the outputs that both rated: each one's name with the fields that it did not
    see, and a row for each criterion and statistic."""

    judges: Sequence[tuple[str, str]]
    rows: Sequence[tuple[CriterionResult, Head, JudgePair]]


def sides(comparison: Comparison) -> list[SideBySide]:
    """Every two judges that rated the same criterion."""
    rows: dict[tuple[str, str], list[tuple[CriterionResult, Head, JudgePair]]] = {}
    for criterion in comparison.criteria:
        for pair in criterion.judge_pairs:
            if pair.statistic in STATISTICS:
                column = head(pair.statistic, criterion, comparison.settings.tau)
                rows.setdefault((pair.first, pair.second), []).append((criterion, column, pair))
    return [
        Rivalry(
            criterion.facts.title,
            full_title(pair.statistic, level=criterion.facts.level, tau=comparison.settings.tau),
            pair,
        )
        for criterion in comparison.criteria
        for pair in criterion.judge_pairs
        if pair.statistic in STATISTICS
    ]


@dataclass(frozen=True)
class WinRow:
    """One system of a win matrix: its strengths, and its share of the meetings with each system
    with the tint that shows it; None for itself."""

    system: str
    pairs: Estimate
    rankings: Estimate
    cells: Sequence[tuple[Estimate, str] | None]


@dataclass(frozen=True)
class WinTable:
    """Who beats whom on one criterion, by people (a blank `rater`) or by a judge."""

    criterion: str
    rater: str
    rankings: int
    rows: Sequence[WinRow]
    tie: Estimate


def win_tables(comparison: Comparison) -> list[WinTable]:
    """Return the win matrices of preferences and rankings, people's before the judges'."""
    return [
        WinTable(
            criterion.facts.title,
            "" if rater == PEOPLE else rater,
            strengths.rankings,
            [_win_row(index, standing) for index, standing in enumerate(strengths.systems)],
            strengths.tie,
        )
        for criterion in comparison.criteria
        for rater, strengths in criterion.strengths.items()
    ]


def _win_row(index: int, standing: Standing) -> WinRow:
    cells = [
        None if column == index else (share, _tint(share))
        for column, share in enumerate(standing.shares)
    ]
    return WinRow(standing.system, standing.pairs, standing.rankings, cells)


def _tint(share: Estimate) -> str:
    """Return which of five tints shows a share of 0 to 1; blank where there is none."""
    return "" if share.value is None else f"wins-{min(4, int(share.value * 5))}"


@dataclass(frozen=True)
class SystemRow:
    """One system: by each rater its mean or win rate, with its letters."""

    system: str
    cells: Sequence[tuple[Estimate, str]]


@dataclass(frozen=True)
class SystemTable:
    """The systems of one criterion, best first; `raters` are the columns, people's a blank name,
    and `tests` the tests of each. `figure` and `differences` are the names of their drawings."""

    criterion: CriterionResult
    raters: Sequence[str]
    rows: Sequence[SystemRow]
    tests: Sequence[tuple[str, SystemTests]]
    figure: str
    differences: str


def system_tables(comparison: Comparison) -> list[SystemTable]:
    """Criterion by criterion the systems, with a judge or without."""
    return [
        _system_table(criterion)
        for criterion in comparison.criteria
        if len(criterion.by_system) > 1
    ]


def _system_table(criterion: CriterionResult) -> SystemTable:
    raters = [PEOPLE, *(judge.judge for judge in criterion.judges)]
    tests = criterion.system_tests
    rows = [
        SystemRow(
            system.system,
            [
                (
                    system.people if rater == PEOPLE else system.judges.get(rater, BLANK),
                    tests[rater].letters.get(system.system, "") if rater in tests else "",
                )
                for rater in raters
            ],
        )
        for system in best_first(criterion)
    ]
    names = ["" if rater == PEOPLE else rater for rater in raters]
    tested = [
        (name, tests[rater]) for name, rater in zip(names, raters, strict=True) if rater in tests
    ]
    figures = systems_figure(criterion), differences_figure(criterion)
    return SystemTable(criterion, names, rows, tested, *figures)


@dataclass(frozen=True)
class BatchRow:
    """One criterion in one batch, or in all together (a blank name): people's mean and alpha, and
    how close each judge is to people."""

    criterion: str
    batch: str
    mean: Estimate
    alpha: Estimate
    judges: Sequence[Estimate]


def by_batch(comparison: Comparison) -> list[BatchRow]:
    """Criterion by criterion all batches together, then each; none where there is only one."""
    if not comparison.batches:
        return []
    parts = [("", comparison), *comparison.apart()]
    return [
        BatchRow(
            criterion.facts.title,
            name,
            criterion.people.mean,
            criterion.people.agreement["alpha"],
            [deciding(criterion, judge) for judge in comparison.judges],
        )
        for facts in (criterion.facts for criterion in comparison.criteria)
        for name, part in parts
        for criterion in [part.criterion(facts.key)]
    ]


def deciding(criterion: CriterionResult, judge: str) -> Estimate:
    """Return how close the judge is to people, by the statistic that they are compared by; blank
    where it has no figure."""
    result = criterion.judge(judge)
    figure = result.figure(CLOSENESS[criterion.facts.level]) if result else None
    return figure.judge if figure else BLANK


def reasons(comparison: Comparison) -> list[str]:
    """Return why a figure of the main tables cannot be estimated: each reason once, with where it
    holds."""
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
            missing.append((row.criterion, row.test.difference.reason))
        if row.annotator_test.winning_rate is None:
            missing.append((row.criterion, row.annotator_test.reason))
    by_reason: dict[str, dict[str, None]] = {}
    for title, reason in missing:
        if reason and reason != BLANK.reason:
            by_reason.setdefault(reason, {})[title] = None
    return [f"{', '.join(titles)}: {reason}." for reason, titles in by_reason.items()]
