"""Where media files are taken from: a folder or a ZIP archive, by names that cannot lead out of
it."""

import errno
import io
import lzma
import os
import stat
import tempfile
import unicodedata
import zipfile
import zlib
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path, PurePosixPath, PureWindowsPath
from shutil import copyfileobj
from typing import IO

from django.conf import settings

from stimuli.media.errors import MediaError

GIB = 1024**3
# Unpacked bytes of a whole archive; settings.IMPORT_ARCHIVE_BYTES replaces it.
ARCHIVE_BYTES = 20 * GIB
# Media hardly shrink in a ZIP: a larger entry that packs better than this is made to fill a disk.
RATIO_LIMIT, RATIO_FROM_BYTES = 100, 10 * 1024**2
IN_MEMORY_BYTES = 16 * 1024**2
NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}  # the disk's fault, and not the archive's
# The last two: an offset outside the file; a method or an encryption that is not supported.
UNPACKING_ERRORS = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, OSError, EOFError),
    *(ValueError, RuntimeError),
)
ITSELF = "Put the file itself there."


class MediaSource(ABC):
    """Files by their name inside the source: exactly, else by a file name that occurs once."""

    def __init__(self, name: str, files: Iterable[str]) -> None:
        self.name = name
        self._keys: dict[str, str] = {}
        self._by_file_name: dict[str, list[str]] = defaultdict(list)
        # By a name in small letters, and by one without its ending.
        self._likely: dict[str, str] = {}
        for key in files:
            plain = PurePosixPath(_plain(key))
            self._keys[str(plain)] = key
            self._by_file_name[plain.name].append(key)
            self._likely.setdefault(plain.name.lower(), plain.name)
            self._likely.setdefault(plain.stem, plain.name)

    def find(self, name: str) -> str:
        """The key to `open` what the table calls `name`. Raises MediaError."""
        path = PurePosixPath(_plain(name))
        if PureWindowsPath(path).drive or path.is_absolute() or ".." in path.parts:
            what = f"{name} leads out of {self.name}."
            raise MediaError(what, remedy="Name files relative to it, without “..”.")
        if str(path) in self._keys:
            return self._keys[str(path)]
        keys = self._by_file_name.get(path.name, [])
        if len(keys) > 1:
            what = f"{name} is in several folders of {self.name}: {', '.join(sorted(keys)[:3])}."
            raise MediaError(what, remedy="Write the whole path.")
        if not keys:
            likely = self._likely.get(path.name.lower()) or self._likely.get(path.name)
            remedy = f"Did you mean {likely}?" if likely else "Add the file, or correct its name."
            raise MediaError(f"{name} is not in {self.name}.", remedy=remedy)
        return keys[0]

    @abstractmethod
    def open(self, key: str) -> AbstractContextManager[IO[bytes]]:
        """The file's bytes, seekable. Raises MediaError."""


def _plain(name: str) -> str:
    """One spelling for the separators of Windows and for the two ways to write an accented
    letter."""
    return unicodedata.normalize("NFC", name.strip().replace("\\", "/"))


class Folder(MediaSource):
    """The regular files below a folder. Links are followed only where they stay inside it."""

    def __init__(self, path: Path) -> None:
        self.root = path.resolve()
        super().__init__(path.name, _files_below(self.root))

    def open(self, key: str) -> AbstractContextManager[IO[bytes]]:
        path = (self.root / key).resolve()
        if not path.is_relative_to(self.root):
            raise MediaError(f"{key} is a link that leads out of {self.name}.", remedy=ITSELF)
        if not path.is_file():
            raise MediaError(f"{key} is not a regular file.", remedy=ITSELF)
        try:
            return path.open("rb")
        except OSError as error:
            what = f"{key} cannot be read: {error.strerror}."
            raise MediaError(what, remedy="Allow reading it.") from None


def _files_below(root: Path) -> Iterator[str]:
    """Paths relative to `root`. Linked folders are not entered; names that are not UTF-8 cannot be
    in a table."""
    for folder, _folders, files in os.walk(root):
        names = ((Path(folder) / file).relative_to(root).as_posix() for file in files)
        yield from (name for name in names if name.isprintable())


class Archive(MediaSource):
    """The entries of a ZIP file, each unpacked when it is asked for, never by its own path."""

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
            what += f"at most {limit / GIB:,.1f} are taken."
            raise MediaError(what, remedy="Split it, or raise IMPORT_ARCHIVE_BYTES.")
        super().__init__(name, self._entries)

    @contextmanager
    def open(self, key: str) -> Iterator[IO[bytes]]:
        entry = self._entries[key]
        _refuse_unusual(entry)
        in_memory = entry.file_size <= IN_MEMORY_BYTES
        # Not SpooledTemporaryFile: its seek() tells no position, which the reader of clips needs.
        with io.BytesIO() if in_memory else tempfile.TemporaryFile() as unpacked:
            try:
                with self._zip.open(entry) as packed:
                    copyfileobj(packed, unpacked, 1 << 18)
            except UNPACKING_ERRORS as error:
                if isinstance(error, OSError) and error.errno in NO_ROOM:
                    raise
                what = f"{key} cannot be unpacked: {error}."
                raise MediaError(what, remedy="Make the ZIP file again.") from None
            unpacked.seek(0)
            yield unpacked


def _refuse_unusual(entry: zipfile.ZipInfo) -> None:
    key, size, packed = entry.filename, entry.file_size, entry.compress_size
    if stat.S_ISLNK(entry.external_attr >> 16):
        raise MediaError(f"{key} is a link.", remedy="Put the file itself into the ZIP.")
    if entry.flag_bits & 1:
        what = f"{key} is protected by a password."
        raise MediaError(what, remedy="Make the ZIP without one.")
    if size > max(RATIO_FROM_BYTES, RATIO_LIMIT * packed):
        what = f"{key} unpacks to {size / max(packed, 1):,.0f} times its size."
        raise MediaError(what, remedy="Put the picture or clip itself into the ZIP.")


@contextmanager
def open_source(path: Path | None) -> Iterator[MediaSource | None]:
    """The folder or ZIP archive at `path`; None for None. Raises MediaError."""
    if path is None:
        yield None
    elif path.is_dir():
        yield Folder(path)
    elif zipfile.is_zipfile(path):
        try:
            archive = zipfile.ZipFile(path)
        except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
            what = f"{path.name} is a broken ZIP file: {error}."
            raise MediaError(what, remedy="Make it again.") from None
        with archive:
            yield Archive(archive, path.name)
    else:
        state = "is neither a folder nor a ZIP file" if path.exists() else "does not exist"
        raise MediaError(f"{path.name} {state}.", remedy="Give a folder or a ZIP file of media.")
