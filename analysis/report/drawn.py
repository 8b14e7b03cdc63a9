"""A figure as files, which can be used without the library that drew them."""

from collections.abc import Sequence
from dataclasses import dataclass

Numbers = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Drawn:
    """One figure: an SVG and a PDF file, and the text that describes it.

    `numbers` has the drawn values as a table: its heads, then a row for each name. The first column
    has the names.
    """

    svg: bytes
    pdf: bytes
    alt: str
    numbers: Numbers = ()
