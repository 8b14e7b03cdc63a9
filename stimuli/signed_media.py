"""Addresses of stored media, signed for one account and one day: what a page shows is open to who
was shown it.

An address holds until the end of the next day (UTC). It is the same all day, so that browsers keep
what they have loaded, and nothing has to be looked up to check it.
"""

import hmac
from datetime import UTC, date, datetime, time, timedelta
from hashlib import blake2b

from django.urls import reverse

from people.keys.deriving import derived_keys

PURPOSE = "address of a medium"
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
    UTC; today)."""
    extension = EXTENSIONS.get(content_type, OTHER)
    mac = _mac(
        derived_keys(PURPOSE)[0], f"{sha256}.{extension}", viewer, day or datetime.now(UTC).date()
    )
    return reverse("medium", args=[mac, sha256, extension])


def seconds_open(name: str, mac: str, *, viewer: int) -> int | None:
    """For how many seconds `mac` still opens `name`, a SHA-256 with its extension, to `viewer`;
    None if it does not."""
    now = datetime.now(UTC)
    for days in (0, 1):
        signed = now.date() - timedelta(days=days)
        if any(
            hmac.compare_digest(_mac(key, name, viewer, signed), mac)
            for key in derived_keys(PURPOSE)
        ):
            end = datetime.combine(signed + timedelta(days=2), time(), UTC)
            return int((end - now).total_seconds())
    return None


def _mac(key: bytes, name: str, viewer: int, day: date) -> str:
    return blake2b(
        f"{day.isoformat()} {viewer} {name}".encode(), digest_size=MAC_BYTES, key=key
    ).hexdigest()
