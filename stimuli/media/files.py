"""Checks of the media named in a table: links, and files in a folder or ZIP archive. Links are not
downloaded. Files are found by a name that cannot lead outside the folder or archive, and are then
checked and hashed."""

import errno
import hashlib
import io
import lzma
import mimetypes
import os
import re
import stat
import tempfile
import unicodedata
import zipfile
import zlib
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath, PureWindowsPath
from shutil import copyfileobj
from typing import IO
from urllib.parse import urlsplit

from django.conf import settings

from stimuli.cleaning import clean_copy
from stimuli.cleaning.errors import Unclean
from stimuli.media.errors import MediaError
from stimuli.media.images import check_image
from stimuli.media.sounds import check_sound
from stimuli.media.videos import check_video
from tasks.long_work.children import now_at

MIB, GIB = 1024**2, 1024**3
# Maximum bytes of a whole archive after unpacking. settings.IMPORT_ARCHIVE_BYTES replaces this
# limit.
ARCHIVE_BYTES = 20 * GIB
# Media hardly shrink in a ZIP. A large entry with a higher compression ratio than this is an
# attempt to fill the disk.
RATIO_LIMIT, RATIO_FROM_BYTES = 100, 10 * 1024**2
IN_MEMORY_BYTES = 16 * 1024**2
# Errors caused by the disk and not by the archive
NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}
# ValueError: an offset outside the file. RuntimeError: unsupported compression or encryption.
UNPACKING_ERRORS = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, OSError, EOFError),
    *(ValueError, RuntimeError),
)
ITSELF = "Replace it with the file itself."
# Maximum bytes of a file.
BYTES = {"image": 200 * MIB, "video": 2 * GIB, "audio": 500 * MIB}
URL_BYTES = 2000
SCHEME = re.compile(r"[a-z][a-z0-9+.-]+:", re.IGNORECASE)
# The origin is copied unchanged to a page's Content-Security-Policy, so it must contain only a host
# and a port.
ORIGIN = re.compile(r"[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?", re.IGNORECASE)
BAD_HOST = "the link's host is not a plain host name."
PLAIN_HOST = "Write the host in ASCII, without spaces."


class MediaSource(ABC):
    """A folder or archive where files are found by exact path or by a unique file name."""

    def __init__(self, name: str, files: Iterable[str]) -> None:
        self.name = name
        self._keys: dict[str, str] = {}
        self._by_file_name: dict[str, list[str]] = defaultdict(list)
        # Keys of files, by lower-case name and by name without its extension.
        self._likely: dict[str, str] = {}
        for key in files:
            plain = PurePosixPath(_plain(key))
            self._keys[str(plain)] = key
            self._by_file_name[plain.name].append(key)
            self._likely.setdefault(plain.name.lower(), plain.name)
            self._likely.setdefault(plain.stem, plain.name)

    def find(self, name: str) -> str:
        """Return the key of the file that the table calls `name`. `open` takes this key. Raises
        MediaError if the name leads outside the folder, or if no file or several files match."""
        path = PurePosixPath(_plain(name))
        if PureWindowsPath(path).drive or path.is_absolute() or ".." in path.parts:
            what = f"{name} is outside {self.name}."
            raise MediaError(what, remedy="Write a relative path without “..”.")
        if str(path) in self._keys:
            return self._keys[str(path)]
        keys = self._by_file_name.get(path.name, [])
        if len(keys) > 1:
            what = f"{name} is in several folders of {self.name}: {', '.join(sorted(keys)[:3])}."
            raise MediaError(what, remedy="Write the whole path of the file.")
        if not keys:
            likely = self._likely.get(path.name.lower()) or self._likely.get(path.name)
            remedy = f"Did you mean {likely}?" if likely else "Add the file, or correct its name."
            raise MediaError(f"{name} is not in {self.name}.", remedy=remedy)
        return keys[0]

    @abstractmethod
    def open(self, key: str) -> AbstractContextManager[IO[bytes]]:
        """Open the file as a seekable stream. Raises MediaError."""


def _plain(name: str) -> str:
    """Return the name with `/` separators and in Unicode's composed form (NFC)."""
    return unicodedata.normalize("NFC", name.strip().replace("\\", "/"))


class Folder(MediaSource):
    """The regular files below a folder. Symbolic links are followed only within the folder."""

    def __init__(self, path: Path) -> None:
        self.root = path.resolve()
        super().__init__(path.name, _files_below(self.root))

    def open(self, key: str) -> AbstractContextManager[IO[bytes]]:
        path = (self.root / key).resolve()
        if not path.is_relative_to(self.root):
            raise MediaError(f"{key} is a link to a file outside {self.name}.", remedy=ITSELF)
        if not path.is_file():
            raise MediaError(f"{key} is not a regular file.", remedy=ITSELF)
        try:
            return path.open("rb")
        except OSError as error:
            what = f"{key} cannot be read: {error.strerror}."
            raise MediaError(
                what, remedy="Change its permissions so that it can be read."
            ) from None


def _files_below(root: Path) -> Iterator[str]:
    """Yield the paths of files, relative to `root`. Linked folders are skipped. Paths with
    characters that cannot be printed are also skipped, for example if they are not UTF-8."""
    for folder, _folders, files in os.walk(root):
        names = ((Path(folder) / file).relative_to(root).as_posix() for file in files)
        yield from (name for name in names if name.isprintable())


class Archive(MediaSource):
    """A ZIP file's entries. An entry is unpacked only when it is opened, and never to the path in
    its name."""

    def __init__(self, archive: zipfile.ZipFile, name: str) -> None:
        self._zip = archive
        self._entries = {
            entry.filename: entry
            for entry in archive.infolist()
            if not entry.is_dir() and not entry.filename.startswith("__MACOSX/")
        }
        limit = getattr(settings, "IMPORT_ARCHIVE_BYTES", ARCHIVE_BYTES)
        if (total := sum(entry.file_size for entry in self._entries.values())) > limit:
            what = f"{name} unpacks to {total / GIB:,.1f} GiB; "
            what += f"at most {limit / GIB:,.1f} GiB are allowed."
            raise MediaError(what, remedy="Split the ZIP, or raise IMPORT_ARCHIVE_BYTES.")
        super().__init__(name, self._entries)

    @contextmanager
    def open(self, key: str) -> Iterator[IO[bytes]]:
        entry = self._entries[key]
        _refuse_unusual(entry)
        in_memory = entry.file_size <= IN_MEMORY_BYTES
        # SpooledTemporaryFile cannot be used, because its seek() does not return the position. The
        # reader of clips needs it.
        with io.BytesIO() if in_memory else tempfile.TemporaryFile() as unpacked:
            try:
                with self._zip.open(entry) as packed:
                    copyfileobj(packed, unpacked, 1 << 18)
            except UNPACKING_ERRORS as error:
                if isinstance(error, OSError) and error.errno in NO_ROOM:
                    raise
                what = f"{key} cannot be unpacked: {error}."
                raise MediaError(what, remedy="Create the ZIP file again.") from None
            unpacked.seek(0)
            yield unpacked


def _refuse_unusual(entry: zipfile.ZipInfo) -> None:
    key, size, packed = entry.filename, entry.file_size, entry.compress_size
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise MediaError(f"{key} is a symbolic link.", remedy="Put the file itself into the ZIP.")
    if entry.flag_bits & 1:
        what = f"{key} is protected by a password."
        raise MediaError(what, remedy="Create the ZIP file without a password.")
    if size > max(RATIO_FROM_BYTES, RATIO_LIMIT * packed):
        what = f"{key} unpacks to {size / max(packed, 1):,.0f} times its size."
        raise MediaError(what, remedy="Put the picture or clip itself into the ZIP.")


@contextmanager
def open_source(path: Path | None) -> Iterator[MediaSource | None]:
    """Yield the folder or ZIP archive at `path`, or None if `path` is None. Raises MediaError if
    `path` is neither a folder nor a readable ZIP file."""
    if path is None:
        yield None
    elif path.is_dir():
        yield Folder(path)
    elif zipfile.is_zipfile(path):
        try:
            archive = zipfile.ZipFile(path)
        except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
            what = f"{path.name} is a broken ZIP file: {error}."
            raise MediaError(what, remedy="Create the ZIP file again.") from None
        with archive:
            yield Archive(archive, path.name)
    else:
        state = "is neither a folder nor a ZIP file" if path.exists() else "does not exist"
        raise MediaError(f"{path.name} {state}.", remedy="Choose a folder or a ZIP file of media.")


@dataclass(frozen=True)
class Checked:
    """The stored properties of a medium. `url` is set for a link. The other values are set for a
    file found under the name `source`, and the model `Medium` describes them."""

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
    r"""Return whether the value is a link with a scheme. `C:\photos` starts with a drive, not a
    scheme."""
    return SCHEME.match(value) is not None


def check_link(url: str, kind: str) -> Checked:
    """Return the properties of a linked medium. Raises MediaError unless the link uses http or
    https and is safe on a page.

    The medium's type follows from the link's extension if the extension fits `kind`. Otherwise the
    type is general, for example `image/*`.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        raise MediaError(BAD_HOST, remedy=PLAIN_HOST) from None
    what, remedy = "", ""
    if parts.scheme.lower() not in {"http", "https"}:
        what = f"{parts.scheme}: links are not supported."
        remedy = "Use an http or https link, or add the file."
    elif "@" in parts.netloc:
        what = "the link contains a user name or a password."
        remedy = "Use a link that anyone can open."
    elif not ORIGIN.fullmatch(parts.netloc):
        what, remedy = BAD_HOST, PLAIN_HOST
    elif re.search(r"\s|[\"'<>\\]", url):
        what = "the link contains a space, a quote or an angle bracket."
        remedy = "Percent-encode these characters."
    elif (size := len(url.encode())) > URL_BYTES:
        what = f"the link has {size:,} bytes; at most {URL_BYTES:,} are stored."
        remedy = "Shorten the link."
    if what:
        raise MediaError(what, remedy=remedy)
    guessed = mimetypes.guess_type(parts.path)[0] or ""
    content_type = guessed if guessed.startswith(f"{kind}/") else f"{kind}/*"
    name = parts.path.rpartition("/")[2][:255]
    return Checked(source=url, original_name=name, url=url, content_type=content_type)


def check_file(source: MediaSource, key: str, kind: str, *, megapixels: int) -> Checked:
    """Read and check the whole file, and return its properties, for example SHA-256, type, size and
    tags. `megapixels` is the size limit for a picture. Raises MediaError if the file cannot be
    imported."""
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
        raise MediaError(f"it is larger than {most}.", remedy="Make it smaller.")
    readers: dict[str, Callable[[IO[bytes]], object]] = {
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
        what = f"its structure cannot be read ({error})."
        raise MediaError(what, remedy="Export or copy it again.") from None
    if copy is None:
        return checked
    with copy:
        size = copy.seek(0, io.SEEK_END)
        return replace(checked, tags=tags, clean_sha256=hash_of(copy), clean_size=size)


def hash_of(file: IO[bytes]) -> str:
    """Return the SHA-256 of the file and rewind the file. Memory use does not depend on the file's
    size."""
    digest = hashlib.sha256()
    file.seek(0)
    while chunk := file.read(1 << 20):
        digest.update(chunk)
    file.seek(0)
    return digest.hexdigest()
