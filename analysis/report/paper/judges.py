"""Tables for papers that compare judges with people: every statistic of the main table, and
comparisons with each person who is left out."""

from collections import defaultdict
from dataclasses import dataclass, replace

from analysis.comparison import catalogue
from analysis.comparison.catalogue import STATISTICS, full_title
from analysis.comparison.results import Comparison, CriterionResult
from analysis.data.facts import Level
from analysis.report.page.judges import PersonRow, SideBySide, person_rows, sides
from analysis.report.paper.intervals import interval_note
from analysis.report.paper.shape import DASH, Cell, PaperTable, Row, text_of
from analysis.report.rounding import rounded
from analysis.statistics.estimates import Estimate

HUMAN = "people (one left out)"
POOLED = "All criteria of one kind, pooled"
SAW_ALL = "saw what people saw"
NONE = Estimate(None, 0)


@dataclass(frozen=True)
class Line:
    """A line of the main table for a criterion, about people or one of its judges."""

    criterion: str
    rater: str
    cells: tuple[Estimate | None, ...]


def main_columns(result: Comparison) -> tuple[str, ...]:
    """Return the main table's statistics, which suit the level of at least one judged criterion."""
    return catalogue.main_columns(
        criterion.facts for criterion in result.criteria if criterion.judges
    )


def main_lines(result: Comparison) -> list[Line]:
    names = main_columns(result)
    lines = []
    for criterion in result.criteria:
        if not criterion.judges:
            continue
        title = criterion.facts.title
        lines.append(Line(title, HUMAN, tuple(criterion.ceiling(name) for name in names)))
        for judge in criterion.judges:
            cells = tuple(
                figure.judge if (figure := judge.figure(name)) else None for name in names
            )
            lines.append(Line(title, judge.judge, cells))
    return lines


def caption(result: Comparison) -> str:
    """Return the main table's caption, which explains the statistics, their levels, the n and the
    intervals."""
    levels = {criterion.facts.level for criterion in result.criteria}
    tau = result.settings.tau
    columns = "; ".join(
        f"{short_name(name, tau)}: {_full(name, levels, tau)}" for name in main_columns(result)
    )
    counted = "; ".join(_counted(criterion) for criterion in result.criteria)
    several = len(result.judges) > 1  # the human row uses only the first judge's units
    whose = f", on the units that {result.judges[0]} rated" if several else ""
    return (
        f"{columns}. Exact agreement and kappa are computed against single human ratings, the "
        "other statistics against the mean of the people who rated the output. The row of people "
        f"compares each annotator with the others, averaged over annotators{whose}. n: {counted}. "
        f"{interval_note(result, main_columns(result))} {DASH}: cannot be estimated."
    )


def _full(name: str, levels: set[Level], tau: str) -> str:
    if name == "kappa" and len(levels) > 1 and "nominal" in levels:
        return "Cohen's kappa, quadratic weights (unweighted for nominal criteria)"
    return full_title(name, level=min(levels), tau=tau)


def _counted(criterion: CriterionResult) -> str:
    shared = ", ".join(f"{judge.judge} {judge.shared}" for judge in criterion.judges)
    facts, raters = criterion.facts, criterion.people.raters
    counts = (
        f"{criterion.items} items, human raters {raters}, units shared with {shared or 'no judge'}"
    )
    return f"{facts.title} ({facts.level}) {counts}"


def short_name(name: str, tau: str) -> str:
    statistic = STATISTICS[name]
    short = f"{statistic.short}-{tau}" if name.startswith("kendall") else statistic.short
    return f"{short} ({statistic.at})" if statistic.at else short


def recipe_lines(result: Comparison) -> list[str]:
    return [
        f"{', '.join(figure.criteria)}{f', {figure.judge}' if figure.judge else ''}: "
        f"{figure.title}: {text_of(figure.estimate)}, n = {figure.estimate.n}"
        f"{f' ({figure.estimate.reason})' if figure.estimate.reason else ''}"
        for figure in result.recipes
    ]


def missing_reasons(result: Comparison) -> list[str]:
    names, by_reason = main_columns(result), defaultdict[str, dict[str, list[str]]](dict)
    for line in main_lines(result):
        for name, figure in zip(names, line.cells, strict=True):
            if figure is not None and figure.value is None:
                cells = by_reason[figure.reason].setdefault(f"{line.criterion}, {line.rater}", [])
                cells.append(short_name(name, result.settings.tau))
    listed = {
        reason: "; ".join(f"{who}: {', '.join(named)}" for who, named in cells.items())
        for reason, cells in by_reason.items()
    }
    return [f"{reason} ({cells})" for reason, cells in listed.items()]


def judges_table(result: Comparison) -> PaperTable | None:
    lines = main_lines(result)
    if not lines:
        return None
    heads = [short_name(name, result.settings.tau) for name in main_columns(result)]
    rows = [
        Row((line.criterion, line.rater), [cell or NONE for cell in line.cells]) for line in lines
    ]
    notes = [*missing_reasons(result), *recipe_lines(result)]
    title = "Judges compared with people"
    return PaperTable("judges", title, caption(result), ("Criterion", "Rater"), heads, rows, notes)


def judges_by(result: Comparison, field: str) -> PaperTable | None:
    judged = [
        (part.name, criterion)
        for part in result.by_field
        if part.field == field
        for criterion in part.criteria
        if criterion.judges
    ]
    titles = [f"{criterion.facts.title} ({value})" for value, criterion in judged]
    criteria = [
        replace(criterion, facts=replace(criterion.facts, title=title))
        for title, (_value, criterion) in zip(titles, judged, strict=True)
    ]
    table = judges_table(replace(result, criteria=tuple(criteria), recipes=()))
    if table is None:
        return None
    names = [
        (value, criterion.facts.title)
        for value, criterion in judged
        for _rater in (HUMAN, *criterion.judges)
    ]
    rows = [
        Row((*own, row.names[1]), row.cells) for own, row in zip(names, table.rows, strict=True)
    ]
    return replace(table, title=f"{table.title} by {field}", names=(field, *table.names), rows=rows)


def persons_table(result: Comparison) -> PaperTable | None:
    lines = person_rows(result)
    if not lines:
        return None
    margin = result.settings.margin
    verdicts = [] if margin is None else ["Verdict", "p after Holm"]
    heads = ["Judge minus person", "Units", "Items", "People", *verdicts, "ω", "ρ"]
    rows = [
        Row(
            (line.criterion if line.test else POOLED, line.judge),
            _person_cells(line, has_verdicts=bool(verdicts)),
        )
        for line in lines
    ]
    return PaperTable(
        "judge-in-a-persons-place",
        "A judge in a person's place",
        _persons_caption(result),
        ("Criterion", "Judge"),
        heads,
        rows,
    )


def _person_cells(line: PersonRow, *, has_verdicts: bool) -> list[Cell]:
    test, annotator = line.test, line.annotator_test
    counts = ("", "", "") if test is None else map(str, (test.units, test.items, test.people))
    verdicts = [(test and test.verdict) or "", _p_value(line.adjusted_p)]
    rate = Estimate(annotator.winning_rate, len(annotator.annotators), reason=annotator.reason)
    verdict = verdicts if has_verdicts else []
    return [NONE if test is None else test.difference, *counts, *verdict, rate, annotator.advantage]


def _persons_caption(result: Comparison) -> str:
    margin = result.settings.margin
    limit = (
        "No margin was set before publishing, so there is no verdict."
        if margin is None
        else f"The margin set before publishing is {margin:g}. Verdicts are corrected over "
        "criteria and judges (Holm, 5 %)."
    )
    return (
        "Each person in turn is left out. The judge and that person are compared with the "
        "remaining people on the units that this person rated. The difference is the judge's "
        "statistic minus the person's, averaged over people: Spearman's rho pooled (ordinal), "
        f"Pearson's r pooled (interval) or Cohen's kappa (nominal). {limit} Brackets: 95 % "
        "intervals, items left out in turn. ω and ρ: winning rate and advantage probability of the "
        f"alternative-annotator test, epsilon {result.settings.epsilon:g}. {DASH}: cannot be "
        "estimated."
    )


def sides_table(result: Comparison) -> PaperTable | None:
    pairs, tau = sides(result), result.settings.tau
    if not pairs:
        return None
    rows = [
        Row(
            (_named(side), criterion.facts.title, short_name(pair.statistic, tau)),
            [pair.of_first, pair.of_second, pair.difference, _p_value(pair.p_value)],
        )
        for side in pairs
        for criterion, _column, pair in side.rows
    ]
    columns = {
        short_name(pair.statistic, tau): column.full
        for side in pairs
        for _criterion, column, pair in side.rows
    }
    return PaperTable(
        "judges-side-by-side",
        "Comparison of judges",
        f"{'; '.join(f'{short}: {full}' for short, full in columns.items())}. Each pair of judges, "
        "on the outputs that both of them and people rated: each judge's statistic, and the first "
        "judge's minus the second's. Brackets: 95 % intervals, items left out in turn. p: paired "
        f"permutation test, if the statistic has one. {DASH}: cannot be estimated.",
        ("Judges", "Criterion", "Statistic"),
        ["First", "Second", "Difference", "p"],
        rows,
        own=2,
    )


def _named(side: SideBySide) -> str:
    """Return the names of the two judges. If one of them did not see every field, return text such
    as "a (saw what people saw) and b (did not see references)"."""
    if not any(unseen for _name, unseen in side.judges):
        return " and ".join(name for name, _unseen in side.judges)
    return " and ".join(f"{name} ({unseen or SAW_ALL})" for name, unseen in side.judges)


def _p_value(p_value: float | None) -> str:
    return "" if p_value is None else rounded(p_value, 4)
