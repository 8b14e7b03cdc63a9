"""What a judge adds to few human ratings: prediction-powered means beside plain ones, per
system."""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.report.drawn import Drawn
from analysis.report.figures.dots import Row, Scale, Series, dot_plot
from analysis.report.figures.drawn import house_style, rendered
from analysis.report.figures.palette import PEOPLE, judge_mark
from analysis.report.figures.paper import COLUMN
from analysis.report.figures.words import cleaned, sentences, spoken
from analysis.statistics.estimates import Estimate

PLAIN, POWERED, JUDGE = "people only", "people and judge (PPI++)", "judge only"


@dataclass(frozen=True)
class CorrectedSystem:
    """One system's mean by people alone, by people helped by the judge, and by the judge alone
    (None: not shown)."""

    name: str
    plain: Estimate
    powered: Estimate
    judge: Estimate | None = None


def corrected_means(
    systems: Sequence[CorrectedSystem], *, measure: str, width: float = COLUMN
) -> Drawn:
    """A row per system in the order given; `measure` is the axis's text, such as "Mean coherence,
    95 % interval"."""
    series = [Series(PLAIN, PEOPLE), Series(POWERED, judge_mark(0))]
    with_judge = any(system.judge is not None for system in systems)
    if with_judge:
        series.append(Series(JUDGE, judge_mark(9)))
    rows = [
        Row(system.name, [system.plain, system.powered, system.judge][: len(series)])
        for system in systems
    ]
    with house_style():
        figure = dot_plot(rows, series, Scale(measure), width)
        return rendered(
            figure, title="Prediction-powered and plain means", alt=_alt(systems, measure)
        )


def _alt(systems: Sequence[CorrectedSystem], measure: str) -> str:
    parts = [f"Each system's mean by people alone and with the judge's help: {cleaned(measure)}"]
    for system in systems:
        values = [f"{PLAIN} {spoken(system.plain)}", f"{POWERED} {spoken(system.powered)}"]
        if system.judge is not None:
            values.append(f"{JUDGE} {spoken(system.judge)}")
        parts.append(f"{cleaned(system.name)}: {', '.join(values)}")
    return sentences(parts)
