"""One figure for each name: systems by one rater group alone, with those that were not shown to
differ, or people's agreement by criterion."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from analysis.report.drawn import Drawn
from analysis.report.figures.dots import Row, Scale, Series, dot_plot
from analysis.report.figures.drawn import house_style, rendered
from analysis.report.figures.palette import PEOPLE
from analysis.report.figures.paper import COLUMN
from analysis.report.figures.words import cleaned, sentences, spoken
from analysis.statistics.estimates import Estimate


def system_means(
    systems: Sequence[tuple[str, Estimate]],
    *,
    title: str,
    measure: str,
    letters: Mapping[str, str] = MappingProxyType({}),
    width: float = COLUMN,
) -> Drawn:
    """A row per system, in the order given, named with its letters: those that share one were not
    shown to differ. `measure` is the axis's text."""
    rows = [Row(_named(name, letters.get(name, "")), [mean]) for name, mean in systems]
    with house_style():
        figure = dot_plot(rows, [Series("people", PEOPLE)], Scale(measure), width, legend=False)
        parts = [f"{title}: {cleaned(measure)}"]
        parts += [
            f"{cleaned(_named(name, letters.get(name, '')))}: {spoken(mean)}"
            for name, mean in systems
        ]
        return rendered(figure, title=title, alt=sentences(parts))


def _named(name: str, letters: str) -> str:
    return f"{name} ({letters})" if letters else name
