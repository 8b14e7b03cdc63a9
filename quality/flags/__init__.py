"""Flags about an annotator, each from a named rule with its evidence.

Flag classes in the modules here are found automatically. A flag asks a person to look, and has no
automatic consequence.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar

from django.utils.formats import number_format
from django.utils.functional import Promise, lazy
from django.utils.translation import gettext as _

from quality.figures import Figure
from quality.measures import measures
from quality.modules import classes_in

FEWEST_HITS = 20  # below this number, no rate leads to a flag
HALF = 0.5
Typical = Mapping[str, Mapping[str, float]]


def in_words(numbers: Mapping[str, Any]) -> dict[str, str]:
    """Return the numbers of the evidence in the format of the reader's language."""
    return {
        name: number_format(number, 2 if isinstance(number, float) else 0)
        for name, number in numbers.items()
    }


class Flag(ABC):
    """A rule for a flag. `title`: one or two words. `rule`: the condition in a sentence. `fewest`:
    the lowest number of HITs for a flag."""

    name: ClassVar[str]
    title: ClassVar[str | Promise]
    rule: ClassVar[str | Promise]
    fewest: ClassVar[int] = FEWEST_HITS

    @abstractmethod
    def found(self, figures: Mapping[str, Figure], typical: Typical) -> dict[str, object] | None:
        """Return the numbers of the evidence as JSON; None if the rule does not apply. `typical`:
        the median and middle half of each measure over the batch's annotators."""

    @abstractmethod
    def evidence(self, numbers: Mapping[str, object]) -> str:
        """Return the evidence in a sentence, from the numbers that `found` returned."""


def _half(measure: str) -> str:
    text = _("The whole interval of “%(measure)s” is below half of the median of all.")
    return text % {"measure": measures()[measure].title}


half_of = lazy(_half, str)


class WellBelow(Flag):
    """A measure whose whole interval is below half of the median of all annotators."""

    measure: ClassVar[str]

    def found(self, figures: Mapping[str, Figure], typical: Typical) -> dict[str, object] | None:
        figure, of_all = figures.get(self.measure), typical.get(self.measure)
        if figure is None or figure.high is None or of_all is None:
            return None
        if of_all["median"] <= 0 or figure.high >= HALF * of_all["median"]:
            return None
        ends = {"value": figure.value, "low": figure.low, "high": figure.high}
        return {**ends, "n": figure.n, "median": of_all["median"]}

    def evidence(self, numbers: Mapping[str, object]) -> str:
        text = _("%(measure)s: %(value)s (%(low)s to %(high)s). The median of all is %(median)s.")
        return text % {**in_words(numbers), "measure": measures()[self.measure].title}


@cache
def flags() -> dict[str, Flag]:
    classes = [each for each in classes_in(__name__) if issubclass(each, Flag)]
    return {flag.name: flag() for flag in sorted(classes, key=lambda flag: flag.name)}


def flags_of(figures: Mapping[str, Figure], typical: Typical) -> list[dict[str, object]]:
    """Return the flags by every rule that applies: its name and the numbers of its evidence."""
    hits = figures.get("time")
    if hits is None:
        return []
    outcomes = (
        (name, flag.found(figures, typical))
        for name, flag in flags().items()
        if hits.n >= flag.fewest
    )
    return [{"rule": name, "numbers": numbers} for name, numbers in outcomes if numbers is not None]
