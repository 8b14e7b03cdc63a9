"""Flags about an annotator, each found by a named rule with its evidence.

Each such class in a module here is found by being here. A flag is for a person to look at: nothing
follows from it by itself.
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

FEWEST_HITS = 20  # below this number, no one is flagged by a rate
HALF = 0.5
Typical = Mapping[str, Mapping[str, float]]


def in_words(numbers: Mapping[str, Any]) -> dict[str, str]:
    """Return the numbers of some evidence as the reader's language writes them."""
    return {
        name: number_format(number, 2 if isinstance(number, float) else 0)
        for name, number in numbers.items()
    }


class Flag(ABC):
    """`title` is a word or two; `rule` says in a sentence when the flag is found. `fewest`: the
    lowest number of HITs for a flag."""

    name: ClassVar[str]
    title: ClassVar[str | Promise]
    rule: ClassVar[str | Promise]
    fewest: ClassVar[int] = FEWEST_HITS

    @abstractmethod
    def found(self, figures: Mapping[str, Figure], typical: Typical) -> dict[str, object] | None:
        """Return the numbers of the evidence, as JSON keeps them; None if the rule does not apply.
        `typical`: of each measure the median and middle half over all annotators of the batch."""

    @abstractmethod
    def evidence(self, numbers: Mapping[str, object]) -> str:
        """Return the evidence in a sentence, of the numbers that `found` gave."""


def _half(measure: str) -> str:
    text = _("The whole interval of “%(measure)s” is below half of the median of all.")
    return text % {"measure": measures()[measure].title}


half_of = lazy(_half, str)


class WellBelow(Flag):
    """A measure whose whole interval is below half of the median of all."""

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
    """Return what every rule finds: its name and the numbers of its evidence."""
    hits = figures.get("time")
    if hits is None:
        return []
    outcomes = (
        (name, flag.found(figures, typical))
        for name, flag in flags().items()
        if hits.n >= flag.fewest
    )
    return [{"rule": name, "numbers": numbers} for name, numbers in outcomes if numbers is not None]
