"""The main table of a comparison as CSV, Markdown and LaTeX, with a caption that says what each
figure is."""

import csv
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from analysis.comparison import catalogue
from analysis.comparison.catalogue import AMONG_PEOPLE, STATISTICS, full_title
from analysis.comparison.coverage import approximate
from analysis.comparison.results import (
    AlternativeAnnotator,
    Comparison,
    CriterionResult,
    JudgeResult,
    Orders,
    Overall,
    Strengths,
    SystemResult,
)
from analysis.data.frame import Level
from analysis.report.intervals import interval_note
from analysis.report.rounding import rounded
from analysis.statistics.results import Estimate
from tabular.formulas import guarded

HUMAN = "people (one left out)"
DASH = "–"
CSV_HEAD = (
    "criterion",
    "level_of_measurement",
    "rater",
    "statistic",
    "computed",
    "value",
    "low_95",
    "high_95",
    "interval",
    "n",
    "n_of",
    "resampled",
    "within_human_range",
    "not_estimable",
)
LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "–": "--",
    "−": "$-$",
}


@dataclass(frozen=True)
class Line:
    """One line of the main table: a criterion's people, or one of its judges."""

    criterion: str
    rater: str
    cells: tuple[Estimate | None, ...]


def main_columns(result: Comparison) -> tuple[str, ...]:
    """The main table's statistics: those that the level of at least one judged criterion allows."""
    return catalogue.main_columns(
        criterion.facts.level for criterion in result.criteria if criterion.judges
    )


def main_lines(result: Comparison) -> list[Line]:
    """Per criterion the human row and a row per judge."""
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
    """What the main table shows: statistic, level, n and interval, in one paragraph."""
    levels = {criterion.facts.level for criterion in result.criteria}
    tau = result.settings.tau
    columns = "; ".join(
        f"{_short(name, tau)}: {_full(name, levels, tau)}" for name in main_columns(result)
    )
    counted = "; ".join(_counted(criterion) for criterion in result.criteria)
    return (
        f"Agreement of LLM judges with people. {columns}. Exact agreement and kappa are taken "
        "against single human ratings, the others against the mean of the people who rated the "
        "output. The row of people holds each annotator against the others, averaged over "
        f"annotators{_whose_units(result)}. "
        f"n: {counted}. {interval_note(result, main_columns(result))} {DASH}: cannot be estimated."
    )


def _whose_units(result: Comparison) -> str:
    """With several judges the human row can be taken on one judge's units only."""
    return f", on the units that {result.judges[0]} rated" if len(result.judges) > 1 else ""


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


def _short(name: str, tau: str) -> str:
    statistic = STATISTICS[name]
    short = f"{statistic.short}-{tau}" if name.startswith("kendall") else statistic.short
    return f"{short} ({statistic.at})" if statistic.at else short


def as_csv(result: Comparison) -> str:
    """Every figure of every criterion, a line each, with its interval and n, or the reason why
    there is none."""
    buffer = io.StringIO()
    lines = csv.writer(buffer, lineterminator="\n")
    lines.writerow(CSV_HEAD)
    for criterion in result.criteria:
        lines.writerows(_csv_lines(criterion, result.settings.tau))
    lines.writerows(line for overall in result.overall for line in _csv_pooled(overall))
    return buffer.getvalue()


def _csv_lines(criterion: CriterionResult, tau: str) -> Iterator[Sequence[object]]:
    people = criterion.people
    for name, estimate in {"mean": people.mean, **people.agreement}.items():
        yield _csv_line(
            criterion,
            "people",
            AMONG_PEOPLE.get(name, name),
            "among people",
            estimate,
            "",
            statistic=name,
        )
    for judge in criterion.judges:
        yield _csv_line(criterion, judge.judge, "mean", "", judge.mean, "")
        for figure in judge.figures:
            title = full_title(figure.statistic, level=criterion.facts.level, tau=tau)
            counted = STATISTICS[figure.statistic].n
            within = "" if figure.within is None else "yes" if figure.within else "no"
            yield _csv_line(
                criterion,
                judge.judge,
                title,
                "against all people",
                figure.judge,
                counted,
                within,
                statistic=figure.statistic,
            )
            for rater, how, estimate in (
                (HUMAN, f"on units of {judge.judge}", figure.human),
                (judge.judge, "against the others", figure.left_out),
            ):
                yield _csv_line(
                    criterion,
                    rater,
                    title,
                    how,
                    estimate,
                    "annotators",
                    statistic=figure.statistic,
                )
        yield from _csv_pairwise(criterion, judge)
        yield from _csv_orders(criterion, judge.judge, judge.orders)
    yield from _csv_orders(criterion, "people", people.orders)
    for system in criterion.by_system:
        yield from _csv_system(criterion, system)
    for rater, strengths in criterion.strengths.items():
        yield from _csv_strengths(criterion, rater, strengths)


def _csv_pairwise(criterion: CriterionResult, judge: JudgeResult) -> Iterator[Sequence[object]]:
    """Order of outputs, and the alternative-annotator test."""
    if (pairs := judge.pairwise) is not None:
        calibrated = f"pairwise accuracy, ties calibrated (epsilon {pairs.epsilon or 0:g})"
        for title, figure in (
            ("pairwise accuracy", pairs.accuracy),
            (calibrated, pairs.calibrated),
            ("soft pairwise accuracy", pairs.soft),
        ):
            yield _csv_line(criterion, judge.judge, title, "against all people", figure, "pairs")
    for title, how, figure, counted in _test_figures(judge.annotator_test):
        yield _csv_line(criterion, judge.judge, title, how, figure, counted)


def _test_figures(test: AlternativeAnnotator) -> Iterator[tuple[str, str, Estimate, str]]:
    """The test's two figures: title, how it is computed, the estimate, and what n counts."""
    rate = Estimate(test.winning_rate, len(test.annotators), reason=test.reason)
    title, how = f"alternative-annotator test (epsilon {test.epsilon:g})", "against the others"
    yield f"{title}, winning rate", how, rate, "annotators"
    yield f"{title}, advantage probability", how, test.advantage, "ratings"


def _csv_pooled(overall: Overall) -> Iterator[Sequence[object]]:
    """The test over several criteria together, under all their keys."""
    keys = guarded(" + ".join(overall.criteria))
    for title, how, figure, counted in _test_figures(overall.annotator_test):
        numbers = [_plain(figure.value), _plain(figure.low), _plain(figure.high)]
        interval, unit = ("95 %", "items") if figure.low is not None else ("", "")
        cells = [keys, "", guarded(overall.judge), title, f"{how}, criteria pooled", *numbers]
        yield [*cells, interval, figure.n, counted, unit, "", figure.reason]


def _csv_orders(
    criterion: CriterionResult, rater: str, orders: Orders | None
) -> Iterator[Sequence[object]]:
    if orders is None:
        return
    for title, figure, counted in (
        ("ties", orders.ties, "verdicts"),
        ("share preferring what stands first", orders.first_share, "verdicts"),
        ("same verdict in both orders", orders.consistency, "pairs"),
        ("same verdict in one order", orders.same_order, "pairs"),
    ):
        yield _csv_line(criterion, rater, title, "", figure, counted)


def _csv_system(criterion: CriterionResult, system: SystemResult) -> Iterator[Sequence[object]]:
    """One system by people and by each judge."""
    what, counted = ("win rate", "verdicts") if criterion.facts.preference else ("mean", "items")
    strengths = {"people": system.people_strength, **system.judge_strengths}
    for rater, figure in {"people": system.people, **system.judges}.items():
        line = _csv_line(
            criterion, rater, f"{what} of {system.system}", "by system", figure, counted
        )
        yield _resampled(line, "items" if figure.low is not None else "")
        if (strength := strengths.get(rater)) is not None:
            title = f"Bradley-Terry log strength of {system.system}"
            yield _csv_line(criterion, rater, title, "by system", strength, "verdicts")
    for judge, powered in system.powered.items():
        if powered.unlabelled:
            title = f"prediction-powered mean of {system.system}"
            line = _csv_line(
                criterion, "people", title, f"helped by {judge}", powered.mean, "items"
            )
            yield _resampled(line, "")  # its interval is a normal one


def _csv_strengths(
    criterion: CriterionResult, rater: str, strengths: Strengths
) -> Iterator[Sequence[object]]:
    """Who beats whom: both models' strengths of each system, and its share of each meeting."""
    names = [standing.system for standing in strengths.systems]
    unit = "items" if criterion.resampled else ""

    def line(title: str, figure: Estimate, counted: str) -> Sequence[object]:
        return _resampled(_csv_line(criterion, rater, title, "by system", figure, counted), unit)

    for standing in strengths.systems:
        system = standing.system
        yield line(f"Davidson log strength of {system}", standing.pairs, "rankings")
        yield line(f"Plackett-Luce log strength of {system}", standing.rankings, "rankings")
        for name, share in zip(names, standing.shares, strict=True):
            if name != system:
                yield line(f"share won by {system} against {name}", share, "meetings")
    yield line("Davidson tie of equals", strengths.tie, "meetings")


def _resampled(line: Sequence[object], unit: str) -> Sequence[object]:
    """The line with another unit than the criterion's."""
    column = CSV_HEAD.index("resampled")
    return [*line[:column], unit, *line[column + 1 :]]


def _csv_line(
    criterion: CriterionResult,
    rater: str,
    title: str,
    how: str,
    figure: Estimate,
    counted: str,
    within: str = "",
    statistic: str = "",
) -> Sequence[object]:
    """`statistic` is the figure's key in STATISTICS, if it has one."""
    numbers = [_plain(figure.value), _plain(figure.low), _plain(figure.high)]
    unit = criterion.resampled if figure.low is not None else ""
    interval = "approximate" if approximate(criterion, statistic) else "95 %"
    cells = [
        guarded(criterion.facts.key),
        criterion.facts.level,
        guarded(rater),
        title,
        guarded(how),
        *numbers,
        interval if figure.low is not None else "",
        figure.n,
        counted,
    ]
    return [*cells, unit, within, figure.reason]


def _plain(value: float | None) -> str:
    return "" if value is None else f"{value:.6g}"


def cell(figure: Estimate | None, minus: str = "−") -> str:
    """ "0.54 [0.37, 0.66]", "0.54" without an interval, a dash where there is no figure."""
    if figure is None or figure.value is None:
        return DASH
    value = rounded(figure.value)
    if figure.low is not None and figure.high is not None:
        value += f" [{rounded(figure.low)}, {rounded(figure.high)}]"
    return value.replace("-", minus)


def as_markdown(result: Comparison) -> str:
    """The main table for a README or a notebook, with its caption and the reasons for dashes."""
    names = main_columns(result)
    head = ["criterion", "rater", *(_short(name, result.settings.tau) for name in names)]
    rows = ["| " + " | ".join(map(_bar, head)) + " |", "| --- | --- |" + " ---: |" * len(names)]
    rows += [
        "| " + " | ".join([_bar(line.criterion), _bar(line.rater), *map(cell, line.cells)]) + " |"
        for line in main_lines(result)
    ]
    reasons = [f"- {reason}" for reason in missing_reasons(result)]
    return "\n".join([*rows, "", caption(result), *(["", *reasons] if reasons else []), ""])


def _bar(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


def missing_reasons(result: Comparison) -> list[str]:
    """Why a dash stands where it does, a sentence for each reason."""
    names, by_reason = main_columns(result), dict[str, list[str]]()
    for line in main_lines(result):
        for name, figure in zip(names, line.cells, strict=True):
            if figure is not None and figure.value is None:
                cell = f"{line.criterion}, {line.rater}: {_short(name, result.settings.tau)}"
                by_reason.setdefault(figure.reason, []).append(cell)
    return [f"{reason} ({'; '.join(cells)})" for reason, cells in by_reason.items()]


def as_latex(result: Comparison, label: str = "tab:judges") -> str:
    """The main table for a paper, with booktabs rules; every name is escaped."""
    names = main_columns(result)
    head = ["Criterion", "Rater", *(_short(name, result.settings.tau) for name in names)]
    body: list[str] = []
    last = ""
    for line in main_lines(result):
        if last and line.criterion != last:
            body.append(r"\midrule")
        title = line.criterion if line.criterion != last else ""
        last = line.criterion
        cells = [
            _latex(title),
            _latex(line.rater),
            *(_latex(cell(figure)) for figure in line.cells),
        ]
        body.append(" & ".join(cells) + r" \\")
    return "\n".join(
        [
            r"% needs \usepackage{booktabs}",
            r"\begin{table}",
            r"\centering",
            rf"\caption{{{_latex(caption(result))}}}",
            rf"\label{{{label}}}",
            rf"\begin{{tabular}}{{ll{'r' * len(names)}}}",
            r"\toprule",
            " & ".join(map(_latex, head)) + r" \\",
            r"\midrule",
            *body,
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def _latex(text: str) -> str:
    return "".join(LATEX.get(letter, letter) for letter in text)
