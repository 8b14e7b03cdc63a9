"""How long a batch's HITs take, beside the estimate that annotators were shown, and what an hour
earns."""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

from django.db import connection

from core.database.sql import load
from hits.models import Batch
from hits.telemetry import ACTIVE

CENT = Decimal("0.01")


_MEDIANS_OF_BATCHES = load("hits/progress/sql/times.sql", "medians_of_batches")
LATEST_OF_MANY = 200  # for a line among others


def median_seconds(batches: Sequence[Batch]) -> dict[int, float]:
    """For each batch that has any: the median of its latest submitted HITs, in use where that was
    recorded, else from taking to submitting."""
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
    """Return what an hour of HITs of `seconds` each earns, to the cent; None below a second, as no
    person works."""
    if seconds < 1:
        return None
    return (reward * 3600 / Decimal(seconds)).quantize(CENT, ROUND_HALF_UP)
