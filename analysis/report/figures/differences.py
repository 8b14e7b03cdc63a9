"""Differences between systems, a row per pair: each rater group's mean difference with its paired
interval, beside a line at 0."""

from collections.abc import Mapping, Sequence

from analysis.report.drawn import Drawn
from analysis.report.figures.dots import Row, Scale, Series, dot_plot
from analysis.report.figures.drawn import house_style, rendered
from analysis.report.figures.palette import PEOPLE, judge_mark
from analysis.report.figures.paper import COLUMN
from analysis.report.figures.words import cleaned, sentences, spoken
from analysis.statistics.estimates import Estimate

LINE = "no difference"


def differences(
    pairs: Sequence[tuple[str, Mapping[str, Estimate]]],
    *,
    raters: Sequence[str],
    measure: str,
    width: float = COLUMN,
) -> Drawn:
    """A row per pair, in the order given: its name and each rater's difference. The first of
    `raters` is people; `measure` is the axis's text."""
    marks = [PEOPLE, *(judge_mark(number) for number in range(len(raters) - 1))]
    series = [Series(name, mark) for name, mark in zip(raters, marks, strict=True)]
    rows = [Row(name, [by_rater.get(rater) for rater in raters]) for name, by_rater in pairs]
    with house_style():
        axis = Scale(measure, line=0, line_text=LINE)
        figure = dot_plot(rows, series, axis, width, legend=len(raters) > 1)
        parts = [f"Differences between systems: {cleaned(measure)}"]
        for name, by_rater in pairs:
            values = [f"{cleaned(rater)} {spoken(value)}" for rater, value in by_rater.items()]
            parts.append(f"{cleaned(name)}: {', '.join(values)}")
        return rendered(figure, title="Differences between systems", alt=sentences(parts))
