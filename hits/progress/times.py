"""The time that a batch's HITs take, compared with the estimate shown to annotators, and hourly
pay."""

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

from django.db import connection

from core.database.sql import load
from hits.models import Batch
from hits.telemetry import ACTIVE

CENT = Decimal("0.01")


_MEDIANS_OF_BATCHES = load("hits/progress/sql/times.sql", "medians_of_batches")
LATEST_OF_MANY = 200  # if the batch is one of several


def median_seconds(batches: Sequence[Batch]) -> dict[int, float]:
    """Return the median time of each batch's latest submitted HITs, if it has any: active time if
    it was recorded, else the time from claiming to submitting."""
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
    """Return the hourly pay for HITs of `seconds` each, to the cent; None below one second, which
    no person needs."""
    if seconds < 1:
        return None
    return (reward * 3600 / Decimal(seconds)).quantize(CENT, ROUND_HALF_UP)
