"""Measures of how an annotator works.

Each such class in a module here is found by being here.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, ClassVar, Literal

from django.utils.functional import Promise
from django.utils.translation import ngettext_lazy

from quality.figures import Figure
from quality.modules import classes_in

if TYPE_CHECKING:  # NumPy is heavy, and pages that only name measures need none
    from quality.evidence.arrays import Evidence

# How a figure is written: seconds, a share of a count, a coefficient that is at most 1, a factor,
# or a difference in units of its own.
Unit = Literal["seconds", "share", "coefficient", "factor", "difference"]
# The basis of a measure that counts answered HITs, or answers.
IN_HITS = ngettext_lazy("%(number)s HIT", "%(number)s HITs", "n")
IN_ANSWERS = ngettext_lazy("%(number)s answer", "%(number)s answers", "n")


class Measure(ABC):
    """`title` is for its column, `basis` says in one form and in many what n counts (of n itself,
    and of `number`, n as it is written), and `meaning` in a sentence what the figure says. `order`
    is its place on a person's page."""

    name: ClassVar[str]
    title: ClassVar[str | Promise]
    basis: ClassVar[str | Promise]
    meaning: ClassVar[str | Promise]
    unit: ClassVar[Unit]
    order: ClassVar[int]

    @abstractmethod
    def figures(self, evidence: "Evidence") -> Mapping[int, Figure]:
        """Return the values by index of the person, for people with a value."""


@cache
def measures() -> dict[str, Measure]:
    """Return the measures by their names, in the order of a page."""
    classes = [each for each in classes_in(__name__) if issubclass(each, Measure)]
    return {each.name: each() for each in sorted(classes, key=lambda measure: measure.order)}
