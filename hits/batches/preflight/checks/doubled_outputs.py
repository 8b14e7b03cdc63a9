"""The same text twice: by two systems for an item, or by one system for two items."""

from django.db.backends.utils import CursorWrapper
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from hits.batches.preflight.base import Finding, found_rows, item_ids
from hits.models import Batch

NAME = "doubled_outputs"
LIMITS = {"characters": 20}  # what is shorter may well be the same


def check(cursor: CursorWrapper, batch: Batch) -> Finding | None:
    """Outputs whose words another output of the item, or of the system, has too."""
    del batch
    rows = found_rows(cursor, "doubled", **LIMITS)
    if rows is None:
        return None
    return rows.finding(NAME)


def words(finding: Finding) -> tuple[str, str]:
    """Title and text."""
    title = ngettext(
        "%(count)d output appears twice", "%(count)d outputs appear twice", finding.rows
    )
    return title % {"count": finding.rows}, _(
        "Two systems have the same text for an item, or one system has it for two items."
    )


def items(cursor: CursorWrapper, batch: Batch) -> list[int]:
    del batch
    return item_ids(cursor, "doubled", **LIMITS)
