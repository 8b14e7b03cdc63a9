"""An annotator's stored statistics, as pages show them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

from django.utils.formats import number_format

from desk.annotators.charts import Strip, axis_for, strip
from hits.models import Enrolment
from quality.annotators.words import in_words, interval_in_words
from quality.measures import Measure, Unit, measures

Stored = Mapping[str, Any]


@dataclass(frozen=True)
class Figures:
    """An annotator's stored statistics. They are empty until they are computed for the first
    time."""

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
    """A statistic in the words that pages show."""

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
        """Return the interval, for example “0.21 to 0.60”, or "" if there is none."""
        return interval_in_words(self.unit, self.stored.get("low"), self.stored.get("high"))


@dataclass(frozen=True)
class MeasureRow:
    """A measure on an annotator's page. `typical` and `middle` are the median and the middle half
    of all annotators."""

    measure: Measure
    written: Written
    typical: str
    middle: str
    drawn: Strip | None

    @property
    def counted(self) -> str:
        """Return the amount of data behind the statistic, for example “1 HIT” or “1,200 HITs”."""
        n = self.written.n
        basis: Any = self.measure.basis
        return str(basis % {"n": n, "number": number_format(n, force_grouping=True)})


def measure_rows(figures: Figures, typical: Mapping[str, Mapping[str, float]]) -> list[MeasureRow]:
    """Return a row for each measure that has a value for at least one annotator of the batch, in
    page order."""
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
