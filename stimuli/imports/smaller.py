"""Smaller copies of very large pictures. Pages show the copies in place of the originals."""

import hashlib
import io
import logging

from django.db import connection, transaction
from django.db.models import F

from core.errors import RateroomError
from stimuli.imports.storing import STORING_LOCK
from stimuli.media.images import LARGE_PIXELS
from stimuli.media.smaller import CONTENT_TYPES, small_copy
from stimuli.models import Medium
from stimuli.room import require_room
from stimuli.store import open_content, put_content
from tasks.long_work.children import now_at

logger = logging.getLogger(__name__)


def add_small_copies(**of: object) -> None:
    """Store a smaller copy of each very large picture that has no copy yet. `of` contains filters
    for the media. If copying fails, pages show the picture in full size, and the next run tries
    again."""
    pictures = Medium.objects.exclude(sha256=None).filter(content_type__in=CONTENT_TYPES, **of)
    large = pictures.filter(small_size=None).alias(pixels=F("width") * F("height"))
    large = large.filter(pixels__gt=LARGE_PIXELS)
    for medium in large.select_related("project").order_by("pk"):
        now_at(str(medium))
        try:
            _add(medium)
        except (OSError, RateroomError) as error:
            logger.warning("Medium %s has no smaller copy: %s", medium.pk, error)


@transaction.atomic
def _add(medium: Medium) -> None:
    with open_content(str(medium.shown_sha256)) as file:
        copy = small_copy(file.read()) or b""
    sha256 = hashlib.sha256(copy).hexdigest() if copy else ""
    if copy:
        require_room(medium.project, len(copy), where=str(medium))
        # Take the lock of imports, so that no import deletes the file.
        with connection.cursor() as cursor:
            cursor.execute("select pg_advisory_xact_lock(%s)", [STORING_LOCK])
        put_content(sha256, io.BytesIO(copy))
    Medium.objects.filter(pk=medium.pk, small_size=None).update(
        small_sha256=sha256, small_size=len(copy)
    )
