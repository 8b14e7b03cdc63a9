"""One medium that a table names: a link that is left where it is, or a file that is checked and
hashed."""

import hashlib
import io
import mimetypes
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import IO, Any
from urllib.parse import urlsplit

from long_tasks.children import now_at
from stimuli.cleaning import Unclean, clean_copy
from stimuli.media.errors import MediaError
from stimuli.media.images import check_image
from stimuli.media.sounds import check_sound
from stimuli.media.sources import GIB, MediaSource
from stimuli.media.videos import check_video

MIB = 1024**2
# Of a file, at most.
BYTES = {"image": 200 * MIB, "video": 2 * GIB, "audio": 500 * MIB}
URL_BYTES = 2000
SCHEME = re.compile(r"[a-z][a-z0-9+.-]+:", re.IGNORECASE)
# The origin goes into a page's Content-Security-Policy as it stands, so it may hold nothing but a
# host and a port.
ORIGIN = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?", re.IGNORECASE)
BAD_HOST = "the link's host is not a plain host name."
PLAIN_HOST = "Write it in ASCII, without spaces."


@dataclass(frozen=True)
class Checked:
    """What is stored of a medium: `url` for a link, the other values for a file, which was found
    under `source`. See the model for the rest."""

    source: str
    original_name: str
    url: str | None = None
    sha256: str | None = None
    content_type: str = ""
    size: int | None = None
    width: int | None = None
    height: int | None = None
    seconds: float | None = None
    sample_rate: int | None = None
    peaks: list[int] | None = None
    tags: list[str] = field(default_factory=list)
    clean_sha256: str | None = None
    clean_size: int | None = None


def is_link(value: str) -> bool:
    """Anything with a scheme; `C:\\photos` has a drive."""
    return SCHEME.match(value) is not None


def check_link(url: str, kind: str) -> Checked:
    """Raises MediaError unless `url` is an http or https address that is safe to put on a page.

    Its type is what the address's ending says, if that is of the `kind` that the table says, else
    `image/*` and the like."""
    try:
        parts = urlsplit(url)
    except ValueError:
        raise MediaError(BAD_HOST, remedy=PLAIN_HOST) from None
    what, remedy = "", ""
    if parts.scheme.lower() not in {"http", "https"}:
        what = f"{parts.scheme}: links are not taken."
        remedy = "Use http or https, or add the file."
    elif "@" in parts.netloc:
        what = "the link holds a user name or a password."
        remedy = "Use a link that anyone may open."
    elif not ORIGIN.fullmatch(parts.netloc):
        what, remedy = BAD_HOST, PLAIN_HOST
    elif re.search(r"\s|[\"'<>\\]", url):
        what = "the link holds a space, a quote or an angle bracket."
        remedy = "Write it percent-encoded."
    elif (size := len(url.encode())) > URL_BYTES:
        what = f"the link has {size:,} bytes; at most {URL_BYTES:,} are stored."
        remedy = "Shorten it."
    if what:
        raise MediaError(what, remedy=remedy)
    guessed = mimetypes.guess_type(parts.path)[0] or ""
    content_type = guessed if guessed.startswith(f"{kind}/") else f"{kind}/*"
    name = parts.path.rpartition("/")[2][:255]
    return Checked(source=url, original_name=name, url=url, content_type=content_type)


def check_file(source: MediaSource, key: str, kind: str, *, megapixels: int) -> Checked:
    """The file's SHA-256, type, size and tags, after all of it was read; a picture has so many
    pixels at most.

    Raises MediaError.
    """
    now_at(f"{key} in {source.name}")
    with source.open(key) as file:
        try:
            return replace(_checked(file, kind, megapixels), source=key, original_name=key[-255:])
        except MediaError as error:
            raise MediaError(f"{key}: {error.what}", remedy=error.remedy) from None


def _checked(file: IO[bytes], kind: str, megapixels: int) -> Checked:
    size = file.seek(0, 2)
    if size > (limit := BYTES[kind]):
        most = f"{limit // GIB} GiB" if limit >= GIB else f"{limit // MIB} MiB"
        raise MediaError(f"it has more than {most}.", remedy="Make it smaller.")
    readers: dict[str, Callable[[IO[bytes]], Any]] = {
        "image": lambda file: check_image(file.read(), megapixels=megapixels),
        "video": check_video,
        "audio": check_sound,
    }
    file.seek(0)
    content = vars(readers[kind](file))
    checked = Checked("", "", sha256=hash_of(file), size=size, **content)
    try:
        tags, copy = clean_copy(file, checked.content_type)
    except Unclean as error:
        what = f"its parts cannot be told apart ({error})."
        raise MediaError(what, remedy="Export or copy it again.") from None
    if copy is None:
        return checked
    with copy:
        size = copy.seek(0, io.SEEK_END)
        return replace(checked, tags=tags, clean_sha256=hash_of(copy), clean_size=size)


def hash_of(file: IO[bytes]) -> str:
    """SHA-256 of all the bytes, in constant memory; leaves the file at its start."""
    digest = hashlib.sha256()
    file.seek(0)
    while chunk := file.read(1 << 20):
        digest.update(chunk)
    file.seek(0)
    return digest.hexdigest()
