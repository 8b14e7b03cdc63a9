"""Outputs of spaces and marks alone: there is nothing to rate."""

from django.db.backends.utils import CursorWrapper
from django.utils.translation import ngettext

from hits.batches.preflight.base import Finding, found_rows, item_ids
from hits.models import Batch

NAME = "empty_outputs"


def check(cursor: CursorWrapper, batch: Batch) -> Finding | None:
    """Outputs without a letter or a digit."""
    del batch
    rows = found_rows(cursor, "empty")
    if rows is None:
        return None
    return rows.finding(NAME)


def words(finding: Finding) -> tuple[str, str]:
    """Title and text."""
    title = ngettext("%(count)d output is empty", "%(count)d outputs are empty", finding.rows)
    return title % {"count": finding.rows}, ""


def items(cursor: CursorWrapper, batch: Batch) -> list[int]:
    del batch
    return item_ids(cursor, "empty")
