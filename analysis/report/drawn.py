"""A figure as files, which are there without the library that drew them."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Drawn:
    """One figure: an SVG and a PDF file, and the words that describe it."""

    svg: bytes
    pdf: bytes
    alt: str
