"""The data of the page for one annotator of a batch, read with a fixed number of queries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import F, FloatField
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast, Coalesce

from core.database.aggregates import Seconds
from core.database.keyset import LATEST_FIRST, PER_PAGE, Cursor, Window, window
from desk.annotators.charts import Course, course_of
from desk.annotators.figures import Figures, MeasureRow, measure_rows
from hits.models import HIT, Assignment, Batch, Enrolment
from hits.queue.suspensions import Hold, hold_on
from hits.states import ANSWERED
from hits.telemetry import ACTIVE
from quality.annotators.flag_rows import FlagRow, flag_rows
from quality.models import AnnotatorFold
from recruiting.models import Sitting

DRAWN = 300  # HITs in the chart: the latest ones


@dataclass(frozen=True)
class OtherPart:
    """A person's participation in another batch of the project."""

    enrolment: Enrolment
    figures: Figures
    flags: Sequence[FlagRow]


@dataclass(frozen=True)
class Person:
    """An annotator with the data for the annotator's page. `unproven` are the sessions that were
    opened without proof of identity. `hold` says why the annotator cannot work, and is None if they
    can. `fold` says when the statistics were computed, and is None if they have never been
    computed."""

    enrolment: Enrolment
    figures: Figures
    rows: Sequence[MeasureRow]
    flags: Sequence[FlagRow]
    course: Course | None
    fold: AnnotatorFold | None
    hold: Hold | None
    others: Sequence[OtherPart]
    others_page: Window
    unproven: Sequence[Sitting]


def person_of(batch: Batch, enrolment: Enrolment, cursor: Cursor | None) -> Person:
    """Return the data of the annotator's page. `cursor` chooses the page in the list of the
    person's other batches."""
    fold = AnnotatorFold.objects.filter(batch=batch).first()
    typical: Mapping[str, Mapping[str, float]] = fold.typical if fold else {}
    figures = Figures.of(enrolment)
    others_page = _others(batch, enrolment, cursor)
    return Person(
        enrolment,
        figures,
        measure_rows(figures, typical),
        flag_rows(figures.flags),
        course_of(_seconds(enrolment), typical.get("time", {}).get("median")),
        fold,
        hold_on(batch, enrolment.annotator, enrolment),
        [_other_part(part) for part in others_page.rows],
        others_page,
        list(
            enrolment.sittings.filter(unproven_at__isnull=False).order_by("-unproven_at")[:PER_PAGE]
        ),
    )


def _seconds(enrolment: Enrolment) -> list[float]:
    """Return the times in seconds of the person's latest main HITs, in the order of claiming. A
    time is the active time if it was recorded, or else the time from claiming to submitting."""
    active = Cast(KeyTextTransform(ACTIVE.key, "viewing__seen"), FloatField())
    answered = Assignment.objects.filter(
        batch=enrolment.batch_id,
        annotator=enrolment.annotator_id,
        state__in=ANSWERED,
        hit__purpose=HIT.Purpose.MAIN,
    )
    latest = answered.annotate(
        seconds=Coalesce(active, Seconds(F("submitted_at") - F("accepted_at")))
    ).order_by("-sequence", "-pk")[:DRAWN]
    return list(reversed(latest.values_list("seconds", flat=True)))


def _others(batch: Batch, enrolment: Enrolment, cursor: Cursor | None) -> Window:
    parts = Enrolment.objects.filter(
        annotator=enrolment.annotator_id, batch__project=batch.project_id
    ).exclude(pk=enrolment.pk)
    rows = parts.select_related("batch", "annotator_figures")
    return window(rows, LATEST_FIRST, cursor, size=PER_PAGE)


def _other_part(part: Enrolment) -> OtherPart:
    figures = Figures.of(part)
    return OtherPart(part, figures, flag_rows(figures.flags))
