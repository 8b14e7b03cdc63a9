"""Results of a comparison about marked passages. No NumPy, so that a web worker that computes
nothing does not load it."""

from dataclasses import dataclass

from analysis.statistics.estimates import Estimate


@dataclass(frozen=True)
class MarkFigure:
    """Character F1 between people, or of the `judge` with people: of all marks, or of those whose
    `member`, a category or a severity, is `key`. `name` is the title of the key."""

    section: str
    title: str
    member: str
    key: str
    name: str
    judge: str
    estimate: Estimate
