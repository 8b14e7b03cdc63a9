"""Lengths of a batch's outputs that are texts, in characters."""

from django.db import connection

from core.database.sql import load
from hits.models import Batch

_LENGTHS = load("analysis/data/sql/rating_rows.sql", "lengths_of_outputs")


def lengths_of(batch: Batch) -> dict[tuple[str, str], float]:
    """Return the length of each rated output by its item and system."""
    with connection.cursor() as cursor:
        cursor.execute(_LENGTHS, {"batch": batch.pk})
        return {(item, system): float(size) for item, system, size in cursor}
