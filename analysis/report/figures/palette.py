"""Marks that differ in shape first and in colour second, so that black-and-white print loses
nothing."""

from dataclasses import dataclass

INK = "#222222"
QUIET = "#595959"  # words of second rank; 7:1 on white
GUIDE = "#dddddd"
BAND, BAND_EDGE = "#e4e4e4", "#9a9a9a"
BAND_HATCH = "////"
# Four of Okabe and Ito's colours (2008) with at least 3:1 on white; black is for people.
BLUE, VERMILLION, GREEN, PURPLE = "#0072b2", "#d55e00", "#009e73", "#b8609a"
_COLOURS = (BLUE, VERMILLION, GREEN, PURPLE)
_SHAPES = ("o", "s", "^", "v", "P", "X", "<", ">")


@dataclass(frozen=True)
class Mark:
    """How one rater is drawn: a marker's shape, its colour, and whether it is filled or hollow."""

    shape: str
    colour: str
    filled: bool = True

    @property
    def face(self) -> str:
        return self.colour if self.filled else "white"


PEOPLE = Mark("D", "#000000")


def judge_mark(number: int) -> Mark:
    """Return the mark of judge `number`, from 0: sixteen differ; after that they come again, in the
    order of the legend."""
    return Mark(
        _SHAPES[number % len(_SHAPES)],
        _COLOURS[number % len(_COLOURS)],
        filled=(number // len(_SHAPES)) % 2 == 0,
    )
