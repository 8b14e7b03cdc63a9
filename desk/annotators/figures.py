"""An annotator's stored figures as pages write them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from django.utils.formats import number_format
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from desk.annotators.charts import Strip, axis_for, strip
from hits.models import Enrolment
from quality.flags import flags
from quality.measures import Measure, Unit, measures

Stored = Mapping[str, Any]
NARROW = "\N{NO-BREAK SPACE}"  # before a unit
WHOLE_SECONDS = 10  # from so many on nobody needs a decimal


@dataclass(frozen=True)
class Figures:
    """What is stored of an annotator; nothing before the first time."""

    measures: Mapping[str, Stored]
    flags: Sequence[Stored]

    @classmethod
    def of(cls, enrolment: Enrolment) -> Self:
        stored = getattr(enrolment, "annotator_figures", None)
        return cls(stored.measures, stored.flags) if stored else cls({}, ())

    def __getattr__(self, name: str) -> "Written":
        # For templates: `figures.gold` is the measure of that name.
        if name not in measures():
            raise AttributeError(name)
        return Written(measures()[name].unit, self.measures.get(name, {}))


@dataclass(frozen=True)
class Written:
    """A figure in words."""

    unit: Unit
    stored: Stored

    @property
    def n(self) -> int:
        return int(self.stored.get("n", 0))

    @property
    def part(self) -> int:
        return int(self.stored.get("part", 0))

    @property
    def value(self) -> str:
        return in_words(self.unit, self.stored.get("value"))

    @property
    def interval(self) -> str:
        """As “0.21 to 0.60”; blank where there is none."""
        return interval_in_words(self.unit, self.stored.get("low"), self.stored.get("high"))


def interval_in_words(unit: Unit, low: float | None, high: float | None) -> str:
    """Both ends and their unit once; blank where one is None."""
    if low is None or high is None:
        return ""
    words = in_words(unit, low), in_words(unit, high)
    if unit in {"seconds", "share"}:
        return f"{words[0].partition(NARROW)[0]}–{words[1]}"
    return _("%(low)s to %(high)s") % {"low": words[0], "high": words[1]}


def in_words(unit: Unit, number: float | None) -> str:
    """With its unit; blank for None."""
    if number is None:
        return ""
    if unit == "seconds":
        return f"{number_format(number, 0 if number >= WHOLE_SECONDS else 1)}{NARROW}s"
    if unit == "share":
        return f"{number_format(100 * number, 0)}{NARROW}%"
    if unit == "factor":
        return f"× {number_format(number, 2)}"
    if unit == "difference":
        return f"{'+' if number > 0 else ''}{number_format(number, 2)}"
    return number_format(number, 2)


@dataclass(frozen=True)
class FlagRow:
    """A flag with the rule that found it, and its evidence."""

    title: str | Promise
    rule: str | Promise
    evidence: str


def flag_rows(stored: Sequence[Stored]) -> list[FlagRow]:
    """In the order of the rules; of rules that are no more, nothing."""
    rules = flags()
    return [
        FlagRow(flag.title, flag.rule, flag.evidence(each["numbers"]))
        for each in stored
        if (flag := rules.get(each["rule"]))
    ]


@dataclass(frozen=True)
class MeasureRow:
    """A measure on a person's page, beside all annotators' median and middle half."""

    measure: Measure
    written: Written
    typical: str
    middle: str
    drawn: Strip | None

    @property
    def counted(self) -> str:
        """What the figure rests on, as “1 HIT” or “1,200 HITs”."""
        n = self.written.n
        basis: Any = self.measure.basis
        return str(basis % {"n": n, "shown": number_format(n, force_grouping=True)})


def measure_rows(figures: Figures, typical: Mapping[str, Mapping[str, float]]) -> list[MeasureRow]:
    """Those measures that say anything of somebody in the batch, in the order of the page."""
    return [
        _measure_row(measure, figures.measures.get(name, {}), typical.get(name))
        for name, measure in measures().items()
        if name in typical
    ]


def _measure_row(
    measure: Measure, stored: Stored, typical: Mapping[str, float] | None
) -> MeasureRow:
    median = typical["median"] if typical else None
    return MeasureRow(
        measure,
        Written(measure.unit, stored),
        in_words(measure.unit, median),
        interval_in_words(measure.unit, typical["first"], typical["third"]) if typical else "",
        strip(axis_for(measure.unit, typical), stored, typical),
    )
