"""The main table of a comparison as CSV, Markdown and LaTeX, with a caption that says what each
figure is."""

from dataclasses import dataclass

from analysis.comparison import catalogue
from analysis.comparison.catalogue import STATISTICS, full_title
from analysis.comparison.results import Comparison, CriterionResult
from analysis.data.facts import Level
from analysis.report.intervals import interval_note
from analysis.report.rounding import rounded
from analysis.statistics.estimates import Estimate

HUMAN = "people (one left out)"
DASH = "–"
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


def recipe_lines(result: Comparison) -> list[str]:
    """The figures of declared recipes, a line each."""
    return [
        f"{', '.join(figure.criteria)}{f', {figure.judge}' if figure.judge else ''}: "
        f"{figure.title}: {cell(figure.estimate, '-')}, n = {figure.estimate.n}"
        f"{f' ({figure.estimate.reason})' if figure.estimate.reason else ''}"
        for figure in result.recipes
    ]


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
    recipes = [f"- {_bar(line)}" for line in recipe_lines(result)]
    further = [line for lines in (reasons, recipes) if lines for line in ("", *lines)]
    return "\n".join([*rows, "", caption(result), *further, ""])


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
