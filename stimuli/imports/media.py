"""One medium of an item: a link that is left where it is, or a file that is checked and hashed."""

import hashlib
import re
from dataclasses import dataclass
from typing import IO
from urllib.parse import urlsplit

from long_tasks.children import now_at
from stimuli.imports.images import check_image
from stimuli.imports.layouts import MediaKind
from stimuli.imports.sources import GIB, MediaError, MediaSource
from stimuli.imports.videos import check_video

CLIPS = frozenset({"video"})
IMAGE_BYTES = 200 * 1024**2
VIDEO_BYTES = 2 * GIB
URL_BYTES = 2000
SCHEME = re.compile(r"[a-z][a-z0-9+.-]+:", re.IGNORECASE)
# The origin goes into a page's Content-Security-Policy as it stands, so it may hold nothing but a
# host and a port.
ORIGIN = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?", re.IGNORECASE)

BAD_HOST, PLAIN_HOST = (
    "the link's host is not a plain host name.",
    "Write it in ASCII, without spaces.",
)


@dataclass(frozen=True)
class CheckedMedium:
    """What is stored of a medium: `url` for a link, the other values for a file."""

    name: str
    url: str | None = None
    sha256: str | None = None
    content_type: str = ""
    size: int | None = None
    width: int | None = None
    height: int | None = None
    seconds: float | None = None


def is_link(value: str) -> bool:
    """Anything with a scheme; `C:\\photos` has a drive."""
    return SCHEME.match(value) is not None


def check_link(url: str) -> CheckedMedium:
    """Raises MediaError unless `url` is an http or https address that is safe to put on a page."""
    try:
        parts = urlsplit(url)
    except ValueError:
        raise MediaError(BAD_HOST, remedy=PLAIN_HOST) from None
    if parts.scheme.lower() not in {"http", "https"}:
        raise MediaError(
            f"{parts.scheme}: links are not taken.", remedy="Use http or https, or add the file."
        )
    if "@" in parts.netloc:
        raise MediaError(
            "the link holds a user name or a password.", remedy="Use a link that anyone may open."
        )
    if not ORIGIN.fullmatch(parts.netloc):
        raise MediaError(BAD_HOST, remedy=PLAIN_HOST)
    if re.search(r"\s|[\"'<>\\]", url):
        raise MediaError(
            "the link holds a space, a quote or an angle bracket.",
            remedy="Write it percent-encoded.",
        )
    if (size := len(url.encode())) > URL_BYTES:
        raise MediaError(
            f"the link has {size:,} bytes; at most {URL_BYTES:,} are stored.", remedy="Shorten it."
        )
    return CheckedMedium(name=parts.path.rpartition("/")[2][:255], url=url)


def check_file(source: MediaSource, key: str, kind: MediaKind, *, megapixels: int) -> CheckedMedium:
    """The file's SHA-256, type and size, after all of it was read; a picture has so many pixels at
    most.

    Raises MediaError.
    """
    now_at(f"{key} in {source.name}")
    with source.open(key) as file:
        try:
            return _check_video(file, key) if kind in CLIPS else _check_image(file, key, megapixels)
        except MediaError as error:
            raise MediaError(f"{key}: {error.what}", remedy=error.remedy) from None


def _check_image(file: IO[bytes], key: str, megapixels: int) -> CheckedMedium:
    data = file.read(IMAGE_BYTES + 1)
    if len(data) > IMAGE_BYTES:
        raise MediaError(
            f"it has more than {IMAGE_BYTES // 1024**2} MiB.", remedy="Make it smaller."
        )
    picture = check_image(data, megapixels=megapixels)
    return CheckedMedium(
        name=key[-255:],
        sha256=hashlib.sha256(data).hexdigest(),
        content_type=picture.content_type,
        size=len(data),
        width=picture.width,
        height=picture.height,
    )


def _check_video(file: IO[bytes], key: str) -> CheckedMedium:
    size = file.seek(0, 2)
    if size > VIDEO_BYTES:
        raise MediaError(f"it has more than {VIDEO_BYTES // GIB} GiB.", remedy="Make it smaller.")
    file.seek(0)
    sha256 = hash_of(file)
    file.seek(0)
    clip = check_video(file)
    return CheckedMedium(
        name=key[-255:],
        sha256=sha256,
        content_type=clip.content_type,
        size=size,
        width=clip.width,
        height=clip.height,
        seconds=clip.seconds,
    )


def hash_of(file: IO[bytes]) -> str:
    """SHA-256 of the bytes from here to the end, in constant memory."""
    digest = hashlib.sha256()
    while chunk := file.read(1 << 20):
        digest.update(chunk)
    return digest.hexdigest()
