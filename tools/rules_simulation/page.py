"""The table and the figure of docs/quality.md about what rules buy."""

from collections.abc import Iterator
from pathlib import Path

from analysis.report.drawn import Drawn
from analysis.report.figures.dots import Row, Scale, Series, dot_plot
from analysis.report.figures.drawn import house_style, rendered
from analysis.report.figures.palette import judge_mark
from analysis.report.figures.paper import PAGE as WIDTH
from analysis.report.figures.words import sentences
from analysis.statistics.estimates import Estimate
from tools.rules_simulation.summary import SEEDS, Spread, Summary

DOCS = Path(__file__).parents[2] / "docs"
PAGE, FIGURE = DOCS / "quality.md", "images/rules.svg"
BEGIN, END = "<!-- rules: begin -->\n", "<!-- rules: end -->\n"
TITLE = "What rules buy"
HEADS = ("what is left out", "error of means", "tau", "alpha", "answers left", "of the good")
AXIS = "error of the systems' means, in points of a scale from 1 to 5"


def figure(figures: Summary) -> Drawn:
    """The error of the systems' means: a row for each set of rules, a mark for each crowd."""
    crowds = list(figures)
    rules = list(figures[crowds[0]])
    rows = [
        Row(name, [_estimate(figures[crowd][name]["error"]) for crowd in crowds]) for name in rules
    ]
    series = [Series(crowd, judge_mark(place)) for place, crowd in enumerate(crowds)]
    parts = [f"{TITLE}: {AXIS}"]
    parts += [
        f"{crowd}, {name}: {_cell(figures[crowd][name]['error'])}"
        for crowd in crowds
        for name in rules
    ]
    with house_style():
        drawn = dot_plot(rows, series, Scale(AXIS), WIDTH)
        return rendered(drawn, title=TITLE, alt=sentences(parts))


def _estimate(spread: Spread) -> Estimate:
    return Estimate(spread.mean, SEEDS, spread.low, spread.high)


def table(figures: Summary) -> str:
    """A table for each crowd."""
    return "\n".join(_lines(figures))


def _lines(figures: Summary) -> Iterator[str]:
    for crowd, by_rules in figures.items():
        yield f"\n**{crowd.capitalize()}**\n"
        yield f"| {' | '.join(HEADS)} |"
        yield f"|{' --- |' * len(HEADS)}"
        for name, by_measure in by_rules.items():
            cells = [_cell(by_measure[measure]) for measure in ("error", "tau", "alpha")]
            shares = (by_measure[measure].mean for measure in ("answers", "good"))
            cells += [f"{100 * share:.0f} %" for share in shares]
            yield f"| {name} | {' | '.join(cells)} |"
    yield ""


def _cell(spread: Spread) -> str:
    return f"{spread.mean:.3f} ({spread.low:.3f} to {spread.high:.3f})"


def page(text: str, figures: Summary) -> str:
    """`text` with the tables and the figure anew."""
    before, _, after = text.partition(BEGIN)
    drawn = f"![{figure(figures).alt}]({FIGURE})\n"
    return before + BEGIN + "\n" + drawn + table(figures) + "\n" + END + after.partition(END)[2]
