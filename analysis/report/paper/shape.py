"""The common format of tables for papers, and the texts of their cells."""

from collections.abc import Sequence
from dataclasses import dataclass

from analysis.report.rounding import rounded
from analysis.statistics.estimates import Estimate

DASH = "–"


@dataclass(frozen=True)
class Lettered:
    """A value with its system's letters. Systems that share a letter do not differ
    significantly."""

    figure: Estimate
    letters: str = ""


Cell = Estimate | Lettered | str


@dataclass(frozen=True)
class Row:
    """A row of the table, with its label and its cells."""

    names: Sequence[str]
    cells: Sequence[Cell]


@dataclass(frozen=True)
class PaperTable:
    """A table for a paper. `names` are the heads of the columns that identify a row; the last `own`
    of these columns distinguish the rows of a group. `heads` are the heads of the cells. `notes`
    explain why cells have no value. `tells_means` means that the table has results by system, which
    are sometimes withheld."""

    name: str
    title: str
    caption: str
    names: Sequence[str]
    heads: Sequence[str]
    rows: Sequence[Row]
    notes: Sequence[str] = ()
    own: int = 1
    tells_means: bool = False


def figure_of(cell: Cell) -> Estimate | None:
    if isinstance(cell, Lettered):
        return cell.figure
    return cell if isinstance(cell, Estimate) else None


def value_text(cell: Cell) -> str:
    """Return the cell's text. For an estimate, this is the rounded value, for example "0.54", or a
    dash if there is no value."""
    figure = figure_of(cell)
    if figure is None:
        return str(cell)
    return DASH if figure.value is None else rounded(figure.value).replace("-", "−")


def interval_text(cell: Cell) -> str:
    """Return text such as "[0.37, 0.66]", or "" if there is no interval."""
    figure = figure_of(cell)
    if figure is None or figure.value is None or figure.low is None or figure.high is None:
        return ""
    return f"[{rounded(figure.low)}, {rounded(figure.high)}]".replace("-", "−")


def letters_of(cell: Cell) -> str:
    return cell.letters if isinstance(cell, Lettered) else ""


def text_of(cell: Cell) -> str:
    """Return the whole text of a cell on one line, such as "0.54 [0.37, 0.66] ab"."""
    parts = (value_text(cell), interval_text(cell), letters_of(cell))
    return " ".join(part for part in parts if part)
