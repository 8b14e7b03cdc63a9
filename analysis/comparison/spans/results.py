"""What a comparison gives of marked passages. No NumPy, so that a web worker which computes nothing
need not load it."""

from dataclasses import dataclass

from analysis.statistics.estimates import Estimate


@dataclass(frozen=True)
class MarkFigure:
    """Character F1 of people among themselves, or of the `judge` with people: of all marks, or of
    those whose `member`, a category or a severity, is `key`. `name` says which."""

    section: str
    title: str
    member: str
    key: str
    name: str
    judge: str
    estimate: Estimate
