"""Pictures and clips so small that a page shows them blurred, or as a stamp."""

from django.db.backends.utils import CursorWrapper
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from hits.batches.preflight.base import Finding, found_rows, item_ids
from hits.models import Batch

NAME = "small_media"
LIMITS = {"pixels": 200}


def check(cursor: CursorWrapper, batch: Batch) -> Finding | None:
    """Media whose shorter side has fewer pixels than the limit."""
    del batch
    rows = found_rows(cursor, "small_media", **LIMITS)
    if rows is None:
        return None
    return rows.finding(NAME)


def words(finding: Finding) -> tuple[str, str]:
    """Title and text."""
    title = ngettext(
        "%(count)d picture or clip is very small",
        "%(count)d pictures or clips are very small",
        finding.rows,
    )
    text = _("The shorter side has fewer than %(pixels)d pixels.")
    return title % {"count": finding.rows}, text % LIMITS


def items(cursor: CursorWrapper, batch: Batch) -> list[int]:
    """Return the items with such a medium, of their own or of an output."""
    del batch
    return item_ids(cursor, "small_media", **LIMITS)
