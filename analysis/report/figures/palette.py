"""Markers that differ first in shape and then in colour, so that they work in black-and-white
print."""

from dataclasses import dataclass

INK = "#222222"
QUIET = "#595959"  # secondary text; 7:1 on white
GUIDE = "#dddddd"
BAND, BAND_EDGE = "#e4e4e4", "#9a9a9a"
BAND_HATCH = "////"
# Four of Okabe and Ito's colours (2008) with at least 3:1 on white; people are black.
BLUE, VERMILLION, GREEN, PURPLE = "#0072b2", "#d55e00", "#009e73", "#b8609a"
_COLOURS = (BLUE, VERMILLION, GREEN, PURPLE)
_SHAPES = ("o", "s", "^", "v", "P", "X", "<", ">")


@dataclass(frozen=True)
class Mark:
    """The style of one rater: a marker's shape, its colour, and whether it is filled or hollow."""

    shape: str
    colour: str
    filled: bool = True

    @property
    def face(self) -> str:
        return self.colour if self.filled else "white"


PEOPLE = Mark("D", "#000000")


def judge_mark(number: int) -> Mark:
    """Return the mark of judge `number`, from 0. Sixteen marks differ; after that they repeat, and
    the legend's order distinguishes them."""
    return Mark(
        _SHAPES[number % len(_SHAPES)],
        _COLOURS[number % len(_COLOURS)],
        filled=(number // len(_SHAPES)) % 2 == 0,
    )
