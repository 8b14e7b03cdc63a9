"""The check for media whose stored files are missing or incomplete."""

from django.db.backends.utils import CursorWrapper
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.database.sql import load
from hits.batches.preflight.base import SQL, Check, Finding, found_rows, item_ids
from hits.models import Batch
from stimuli.store import size_of

LOOKED_AT = 1000  # files; each needs a request to the storage, which may be on another machine


class MissingMedia(Check):
    """A check for media whose file is missing or has the wrong size, because annotators would see
    nothing. Only the first LOOKED_AT media of the sample are checked, and linked media are not."""

    name = "missing_media"

    def check(self, cursor: CursorWrapper, _batch: Batch) -> Finding | None:
        lost = _lost(cursor)
        rows = found_rows(cursor, "of_media", media=lost) if lost else None
        if rows is None:
            return None
        return rows.finding(self.name, must=True, about=len(lost))

    def words(self, finding: Finding) -> tuple[str, str]:
        files = int(finding.about)
        title = ngettext(
            "%(count)d picture, clip or sound is missing or broken",
            "%(count)d pictures, clips or sounds are missing or broken",
            files,
        )
        return title % {"count": files}, _("The stored file is missing or has changed.")

    def items(self, cursor: CursorWrapper, _batch: Batch) -> list[int]:
        return item_ids(cursor, "of_media", media=_lost(cursor))


def _lost(cursor: CursorWrapper) -> list[int]:
    cursor.execute(load(SQL, "stored_media", media=load(SQL, "media")), {"most": LOOKED_AT})
    return [
        pk for pk, *files in cursor.fetchall() if not all(map(_is_whole, files[::2], files[1::2]))
    ]


def _is_whole(sha256: str | None, size: int | None) -> bool:
    if not sha256:
        return True
    stored = size_of(sha256)
    return stored is not None and size in {None, stored}
