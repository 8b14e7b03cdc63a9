"""One picture, clip or sound under several items: they would be rated as different ones."""

from django.db.backends.utils import CursorWrapper
from django.utils.translation import ngettext

from hits.batches.preflight.base import Finding, found_rows, item_ids
from hits.models import Batch

NAME = "duplicate_media"


def check(cursor: CursorWrapper, batch: Batch) -> Finding | None:
    """Items that show a file which another item of the sample shows too, by its SHA-256."""
    del batch
    rows = found_rows(cursor, "duplicate_media")
    if rows is None:
        return None
    return rows.finding(NAME)


def words(finding: Finding) -> tuple[str, str]:
    """Title and text."""
    title = ngettext(
        "%(count)d item shows the same files as another",
        "%(count)d items show the same files as others",
        finding.items,
    )
    return title % {"count": finding.items}, ""


def items(cursor: CursorWrapper, batch: Batch) -> list[int]:
    """Return the items with such a file."""
    del batch
    return item_ids(cursor, "duplicate_media")
