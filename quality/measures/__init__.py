"""Measures of an annotator's work.

Every measure class in a module of this package is found automatically.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Literal

from django.utils.functional import Promise
from django.utils.translation import ngettext_lazy

from quality.figures import Figure
from quality.modules import classes_in

if TYPE_CHECKING:  # NumPy is large, and pages that only list measures do not need it
    from quality.evidence.arrays import Evidence

# The unit of a value, which determines its format: seconds, a share of a count, a coefficient of at
# most 1, a factor, or a difference on its own scale.
Unit = Literal["seconds", "share", "coefficient", "factor", "difference"]
# What a measure's `n` counts: submitted HITs or answers.
IN_HITS = ngettext_lazy("%(number)s HIT", "%(number)s HITs", "n")
IN_ANSWERS = ngettext_lazy("%(number)s answer", "%(number)s answers", "n")


class Measure(ABC):
    """A measure of annotators' work. `title` is the heading of its column, and `meaning` explains
    the value in a sentence. `basis` is a text, in the singular and plural, that says how many
    observations (`number`) the value is based on. `order` is the measure's position on a person's
    page."""

    name: ClassVar[str]
    title: ClassVar[str | Promise]
    basis: ClassVar[str | Promise]
    meaning: ClassVar[str | Promise]
    unit: ClassVar[Unit]
    order: ClassVar[int]

    @abstractmethod
    def figures(self, evidence: "Evidence") -> Mapping[int, Figure]:
        """Return the measure's value for each person who has one, by the person's index in the
        evidence."""


@cache
def measures() -> dict[str, Measure]:
    """Return all measures by name, in the order in which pages show them."""
    classes = [each for each in classes_in(__name__) if issubclass(each, Measure)]
    return {each.name: each() for each in sorted(classes, key=lambda measure: measure.order)}
