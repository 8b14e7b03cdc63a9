"""How long a batch's HITs take, beside the estimate that annotators were shown, and what an hour
earns."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from django.db import connection
from django.db.models import Count, F, FloatField
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Cast
from django.utils.translation import gettext as _

from core.database.aggregates import Median, Seconds
from core.database.sql import load
from hits.models import Assignment, Batch
from hits.telemetry import ACTIVE

LATEST = 2000  # HITs that the medians are of: enough, and the same cost in every batch
CENT = Decimal("0.01")


@dataclass(frozen=True)
class TimeSpent:
    """One way to see how long a HIT takes: seconds, of how many HITs, and the reward that comes to
    in an hour."""

    name: str
    seconds: float
    hits: int | None
    hourly: Decimal | None


def time_spent(batch: Batch) -> Sequence[TimeSpent]:
    """The estimate, then the medians of the latest submitted HITs: active, and from taking to
    submitting.

    A median of no HITs is left out.
    """
    # From the end of the index `assignment_submitted`.
    latest = (
        Assignment.objects.filter(batch=batch, submitted_at__isnull=False)
        .order_by("-submitted_at", "-pk")
        .annotate(
            elapsed=Seconds(F("submitted_at") - F("accepted_at")),
            active=Cast(KeyTextTransform(ACTIVE.key, "viewing__seen"), FloatField()),
        )[:LATEST]
    )
    medians = latest.aggregate(
        submitted=Count("pk"),
        elapsed_median=Median("elapsed"),
        noted=Count("active"),
        active_median=Median("active"),
    )
    rows = [
        (_("Estimate, shown to annotators"), batch.expected_seconds, None),
        (_("Median in use"), medians["active_median"], medians["noted"]),
        (_("Median from taking to submitting"), medians["elapsed_median"], medians["submitted"]),
    ]
    return [
        TimeSpent(name, float(seconds), hits, hourly_pay(batch.reward, seconds))
        for name, seconds, hits in rows
        if seconds is not None
    ]


_MEDIANS_OF_BATCHES = load("hits/progress/sql/times.sql", "medians_of_batches")
LATEST_OF_MANY = 200  # for a line among others


def median_seconds(batches: Sequence[Batch]) -> dict[int, float]:
    """For each batch that has any: the median of its latest submitted HITs, in use where that was
    noted, else from taking to submitting."""
    with connection.cursor() as cursor:
        cursor.execute(
            _MEDIANS_OF_BATCHES,
            {
                "batches": [batch.pk for batch in batches],
                "active": ACTIVE.key,
                "latest": LATEST_OF_MANY,
            },
        )
        return dict(cursor.fetchall())


def hourly_pay(reward: Decimal, seconds: float) -> Decimal | None:
    """What an hour of HITs of `seconds` each earns, to the cent; None below a second, as no person
    works."""
    if seconds < 1:
        return None
    return (reward * 3600 / Decimal(seconds)).quantize(CENT, ROUND_HALF_UP)
