"""Addresses of stored media, signed for one account and one day: what a page shows is open to who
was shown it.

An address holds until the end of the next day (UTC). It is the same all day, so that browsers keep
what they have loaded, and nothing has to be looked up to check it.

Where media have an origin of their own (`MEDIA_ORIGIN`), no session comes with a request: there an
address is signed for nobody, opens the one file to whoever has it, and holds for longer than a HIT
may take.
"""

import hmac
from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from hashlib import blake2b

from django.conf import settings
from django.urls import reverse

from people.keys.deriving import derived_keys

PURPOSE = "address of a medium"
AT_ITS_ORIGIN = "address of a medium at its own origin"
DAYS_OPEN = 2
# The time allotted for a HIT is seven days at most, and its page is not always loaded anew.
DAYS_OPEN_AT_ITS_ORIGIN = 9
MAC_BYTES = 16
EXTENSIONS = {
    "image/jpeg": "jpg",
    "image/png": "png",
    "image/webp": "webp",
    "image/gif": "gif",
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


def medium_address(sha256: str, content_type: str, *, viewer: int, day: date | None = None) -> str:
    """The address at which the account `viewer` (a user's id) gets the bytes, signed on `day` (in
    UTC; today). At an origin of its own whoever has the address gets them."""
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
    """For how many seconds `mac` still opens `name`, a SHA-256 with its extension, to `viewer`;
    None if it does not."""
    return _seconds_open(derived_keys(PURPOSE), DAYS_OPEN, name, mac, viewer)


def seconds_open_to_all(name: str, mac: str) -> int | None:
    """The same at the origin of media, where an address is signed for nobody."""
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
