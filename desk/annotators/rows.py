"""Rows of the lists of annotators: as many statements for fifty people as for one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import (
    Count,
    F,
    Func,
    IntegerField,
    Q,
)

from core.database.keyset import PER_PAGE, Key, window
from desk.annotators.charts import Strip, axis_for, strip
from desk.annotators.figures import Figures
from hits.models import Batch, Enrolment
from quality.annotators.flag_rows import FlagRow, flag_rows
from quality.annotators.listing import (
    FIGURES,
    Listing,
    ListView,
    annotators_of,
    conditions,
    measured,
)
from quality.measures import measures
from quality.models import AnnotatorFold

SORTED_BY = ("time", "agreement", "gold", "retest")  # measures that are columns


@dataclass(frozen=True)
class AnnotatorRow:
    """One annotator of a batch. `strips`: time and agreement as drawings."""

    enrolment: Enrolment
    figures: Figures
    flags: Sequence[FlagRow]
    time: Strip | None
    agreement: Strip | None


def batch_listing(batch: Batch, view: ListView) -> Listing:
    """Return the annotators of a batch whom `view` asks for, with how many each choice has."""
    numbers = {name: Count("pk", filter=q) for name, q in conditions(batch).items()}
    counts = batch.enrolments.aggregate(**numbers)
    people = annotators_of(batch, view.show)
    if view.name:
        named = Q(pseudonym__istartswith=view.name) | Q(completion_code=view.name)
        people = people.filter(named)
    people = people.annotate(sorted_by=_sorted_by(view))
    keys = [Key("sorted_by", descending=view.descending, nullable=True), Key("pk")]
    page = window(people, keys, view.cursor, size=PER_PAGE)
    fold = AnnotatorFold.objects.filter(batch=batch).first()
    typical = fold.typical if fold else {}
    rows = [_row(enrolment, typical) for enrolment in page.rows]
    return Listing(rows, counts, page, fold)


def _sorted_by(view: ListView) -> object:
    expressions: dict[str, object] = {
        "name": F("pseudonym"),
        "hits": F("submitted"),
        "flags": Func(
            F(f"{FIGURES}__flags"), function="jsonb_array_length", output_field=IntegerField()
        ),
    }
    return expressions.get(view.order) or measured(view.order, "value")


def _row(enrolment: Enrolment, typical: Mapping[str, Mapping[str, float]]) -> AnnotatorRow:
    figures = Figures.of(enrolment)
    drawn = {
        name: strip(
            axis_for(measures()[name].unit, typical.get(name)),
            figures.measures.get(name, {}),
            typical.get(name),
        )
        for name in ("time", "agreement")
    }
    return AnnotatorRow(enrolment, figures, flag_rows(figures.flags), **drawn)
