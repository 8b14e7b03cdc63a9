"""Outputs of a word or two, which may be what is left of a text that was cut."""

from django.db.backends.utils import CursorWrapper
from django.utils.translation import ngettext

from hits.batches.preflight.base import Finding, found_rows, item_ids
from hits.models import Batch

NAME = "short_outputs"
LIMITS = {"words": 3, "characters": 20}


def check(cursor: CursorWrapper, batch: Batch) -> Finding | None:
    """Outputs with fewer words and characters than the limits."""
    del batch
    rows = found_rows(cursor, "short", **LIMITS)
    if rows is None:
        return None
    return rows.finding(NAME)


def words(finding: Finding) -> tuple[str, str]:
    """Title and text."""
    title = ngettext(
        "%(count)d output has only a word or two",
        "%(count)d outputs have only a word or two",
        finding.rows,
    )
    return title % {"count": finding.rows}, ""


def items(cursor: CursorWrapper, batch: Batch) -> list[int]:
    del batch
    return item_ids(cursor, "short", **LIMITS)
