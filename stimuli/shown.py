"""Media of items and outputs as pages show them, with their URLs and the origins of linked media.

URLs of stored media are signed for one account and one day, so that a person can open only the
media that they were shown. A URL is valid until the end of the next day (UTC). The URL does not
change during a day, so that browsers can cache the medium. Checking the URL needs no query.

If media have a separate origin (`MEDIA_ORIGIN`), requests have no session. A URL is then not signed
for an account, and anyone who has the URL can open the file. Such a URL is valid for longer than
any HIT's time limit.
"""

import base64
import hmac
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from hashlib import blake2b
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection
from django.urls import reverse

from core.database.sql import load
from people.keys import derived_keys
from stimuli.media.smaller import small_size
from stimuli.models import Medium as StoredMedium
from surveys.base import MEDIA, Medium, Stimulus

_SQL = "stimuli/sql/shown.sql"
# SQL with the columns of a medium that has the alias `d`.
MEDIUM_COLUMNS = load(_SQL, "medium_columns", medium="d")
_OF_HITS = load(_SQL, "of_hits", medium_columns=MEDIUM_COLUMNS)
PURPOSE = "address of a medium"
AT_ITS_ORIGIN = "address of a medium at its own origin"
DAYS_OPEN = 2
# A HIT's time limit is at most seven days, and its page is not always reloaded in this time.
DAYS_OPEN_AT_ITS_ORIGIN = 9
MAC_BYTES = 16
EXTENSIONS = {
    "image/jpeg": "jpg",
    "image/png": "png",
    "image/webp": "webp",
    "image/gif": "gif",
    "image/avif": "avif",
    "video/mp4": "mp4",
    "video/quicktime": "mov",
    "video/webm": "webm",
    "audio/wav": "wav",
    "audio/mpeg": "mp3",
    "audio/ogg": "ogg",
    "audio/mp4": "m4a",
    "audio/aac": "aac",
    "audio/flac": "flac",
}
CONTENT_TYPES = {extension: content_type for content_type, extension in EXTENSIONS.items()}
OTHER = "bin"


@dataclass(frozen=True)
class HitMedia:
    """A HIT's media in the order shown. `fields` has the item's media by field, and `outputs` has
    the outputs' media by output id."""

    fields: dict[str, Medium] = field(default_factory=dict)
    outputs: dict[int, list[Medium]] = field(default_factory=dict)

    def every(self) -> list[Medium]:
        return [*self.fields.values(), *(medium for own in self.outputs.values() for medium in own)]


def outputs_sql(text: str) -> str:
    """Return SQL that selects the outputs of a HIT `h` as JSON. `text` is the SQL expression for
    the text of an output `o`."""
    return load(_SQL, "outputs", medium_columns=MEDIUM_COLUMNS, text=text)


def media_of_hit(item_id: int, output_ids: Sequence[int], *, viewer: int | None) -> HitMedia:
    """Return all media of a HIT with this item and these outputs, with one query. URLs are signed
    for the account `viewer`."""
    return media_of_hits([(item_id, output_ids)], viewer=viewer)[0]


def media_of_hits(
    hits: Sequence[tuple[int, Sequence[int]]], *, viewer: int | None
) -> list[HitMedia]:
    """Return the media of several HITs, with one query. Each HIT is given by its item id and its
    output ids."""
    items, outputs = [item for item, _own in hits], [pk for _item, own in hits for pk in own]
    fields: dict[int, dict[str, Medium]] = {}
    media: dict[int, list[Medium]] = {}
    with connection.cursor() as cursor:
        cursor.execute(_OF_HITS, {"items": items, "outputs": outputs})
        for item_id, output_id, name, kind, *values, _place in cursor.fetchall():
            medium = shown_medium(values, viewer=viewer, kind=kind)
            if output_id is None:
                fields.setdefault(item_id, {})[name] = medium
            else:
                media.setdefault(output_id, []).append(medium)
    return [
        HitMedia(fields.get(item, {}), {pk: media[pk] for pk in own if pk in media})
        for item, own in hits
    ]


def shown_medium(values: Sequence[Any], *, viewer: int | None, kind: str = "") -> Medium:
    """Return a medium with its URL. A linked medium keeps its own URL. A stored medium gets a URL
    of this site that is signed for `viewer`.

    `values` are the `medium_columns` in the file of SQL statements. `kind` is used if the medium's
    type is unknown.
    """
    url, sha256, content_type, width, height, seconds, peaks, small_sha256 = values
    url = _address(url, sha256, content_type, viewer=viewer)
    typed = content_type.partition("/")[0]
    kind = typed if typed in MEDIA else kind
    medium = Medium(url, content_type, width, height, kind, seconds, peaks or ())
    if not small_sha256:
        return medium
    small = _address(None, small_sha256, content_type, viewer=viewer)
    return replace(medium, small_url=small, small_width=small_size(width, height)[0])


def address_of(medium: StoredMedium, *, viewer: int | None) -> str:
    """Return the URL of a medium for `viewer`. For a stored medium, this is the URL of the smaller
    copy if it exists, otherwise of the copy without tags, otherwise of the original file."""
    sha256 = medium.small_sha256 or medium.shown_sha256
    return _address(medium.url, sha256, medium.content_type, viewer=viewer)


def _address(url: str | None, sha256: str | None, content_type: str, *, viewer: int | None) -> str:
    if url is not None:
        return url
    return "" if viewer is None else medium_address(str(sha256), content_type, viewer=viewer)


def outside_origins(stimulus: Stimulus) -> set[str]:
    """Return the origins of linked media, which the page's Content-Security-Policy must list. The
    origin of stored media is already in the policy of every page."""
    parts = [urlsplit(medium.url) for medium in _all_media(stimulus)]
    origins = {f"{part.scheme}://{part.netloc}" for part in parts if part.netloc}
    return origins - {settings.MEDIA_ORIGIN}


def _all_media(stimulus: Stimulus) -> Iterable[Medium]:
    yield from stimulus.media.values()
    for output in stimulus.outputs:
        yield from output.media


def data_address(content_type: str, content: bytes) -> str:
    return f"data:{content_type};base64,{base64.b64encode(content).decode()}"


def medium_address(sha256: str, content_type: str, *, viewer: int, day: date | None = None) -> str:
    """Return the URL where the account `viewer` (a user's id) can open the medium, signed on `day`
    (in UTC; by default today). At the media origin, anyone with the URL can open the medium."""
    extension = EXTENSIONS.get(content_type, OTHER)
    purpose, signed_for = (AT_ITS_ORIGIN, None) if settings.MEDIA_ORIGIN else (PURPOSE, viewer)
    mac = _mac(
        derived_keys(purpose)[0],
        f"{sha256}.{extension}",
        signed_for,
        day or datetime.now(UTC).date(),
    )
    return settings.MEDIA_ORIGIN + reverse("medium", args=[mac, sha256, extension])


def seconds_open(name: str, mac: str, *, viewer: int) -> int | None:
    """Return the number of seconds for which the signature `mac` still lets `viewer` open `name`, a
    SHA-256 with its extension. Return None if the signature is not valid."""
    return _seconds_open(derived_keys(PURPOSE), DAYS_OPEN, name, mac, viewer)


def seconds_open_to_all(name: str, mac: str) -> int | None:
    """Return what `seconds_open` returns, but for a URL at the media origin. Such a URL is not
    signed for an account."""
    return _seconds_open(derived_keys(AT_ITS_ORIGIN), DAYS_OPEN_AT_ITS_ORIGIN, name, mac, None)


def _seconds_open(
    keys: Iterable[bytes], days_open: int, name: str, mac: str, viewer: int | None
) -> int | None:
    now = datetime.now(UTC)
    for days in range(days_open):
        signed = now.date() - timedelta(days=days)
        if any(hmac.compare_digest(_mac(key, name, viewer, signed), mac) for key in keys):
            end = datetime.combine(signed + timedelta(days=days_open), time(), UTC)
            return int((end - now).total_seconds())
    return None


def _mac(key: bytes, name: str, viewer: int | None, day: date) -> str:
    signed_for = "" if viewer is None else viewer
    return blake2b(
        f"{day.isoformat()} {signed_for} {name}".encode(), digest_size=MAC_BYTES, key=key
    ).hexdigest()
