"""Fields that the rubric's page shows and that no item of the sample has."""

from hashlib import md5

from django.db.backends.utils import CursorWrapper
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.database.sql import load
from hits.batches.preflight.base import SQL, Finding
from hits.models import Batch

NAME = "unfilled_fields"


def check(cursor: CursorWrapper, batch: Batch) -> Finding | None:
    """Return the rubric's fields that stay blank; publishing is refused where one is required."""
    cursor.execute(load(SQL, "names"))
    names = {name for (name,) in cursor.fetchall()}
    blank = [need for need in batch.rubric_version.spec.fields() if need.name not in names]
    if not blank:
        return None
    listed = ", ".join(need.name for need in blank)
    return Finding(
        check=NAME,
        rows=len(blank),
        items=0,
        fingerprint=md5(listed.encode(), usedforsecurity=False).hexdigest(),
        must=any(need.required for need in blank),
        may_leave_out=False,
        about=listed,
    )


def words(finding: Finding) -> tuple[str, str]:
    """Title and text."""
    title = ngettext(
        "No item fills a field that the rubric shows: %(fields)s",
        "No item fills these fields that the rubric shows: %(fields)s",
        finding.rows,
    )
    return title % {"fields": finding.about}, _("It stays blank on the page.")


def items(cursor: CursorWrapper, batch: Batch) -> list[int]:
    """None: all items lack it."""
    del cursor, batch
    return []
