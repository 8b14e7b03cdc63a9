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

from tabular.errors import RateroomError

GIB = 1024**3
# Unpacked bytes of a whole archive; settings.IMPORT_ARCHIVE_BYTES replaces it.
ARCHIVE_BYTES = 20 * GIB
# Pictures and clips hardly shrink in a ZIP: a larger entry that packs better than this is made to
# fill a disk.
RATIO_LIMIT, RATIO_FROM_BYTES = 100, 10 * 1024**2
IN_MEMORY_BYTES = 16 * 1024**2


NO_ROOM = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG}  # the disk's fault, and not the archive's
UNPACKING_ERRORS = (
    *(zipfile.BadZipFile, zlib.error, lzma.LZMAError, OSError, EOFError),
    *(
        ValueError,
        RuntimeError,
    ),  # an offset outside the file; a method or an encryption that is not supported
)


class MediaError(RateroomError):
    """A medium that cannot be taken in. The import adds the row and the column."""


class MediaSource(ABC):
    """Files by their name inside the source: exactly, else by a file name that occurs once."""

    def __init__(self, name: str, files: Iterable[str]) -> None:
        self.name = name
        self._keys: dict[str, str] = {}
        self._by_file_name: dict[str, list[str]] = defaultdict(list)
        self._likely: dict[
            str, str
        ] = {}  # by a name in small letters, and by one without its ending
        for key in files:
            plain = PurePosixPath(_plain(key))
            self._keys[str(plain)] = key
            self._by_file_name[plain.name].append(key)
            self._likely.setdefault(plain.name.lower(), plain.name)
            self._likely.setdefault(plain.stem, plain.name)

    def find(self, name: str) -> str:
        """The key to `open` what the table calls `name`. Raises MediaError."""
        plain = _plain(name)
        if (
            PureWindowsPath(plain).drive
            or plain.startswith("/")
            or ".." in PurePosixPath(plain).parts
        ):
            raise MediaError(
                f"{name} leads out of {self.name}.",
                remedy="Name files relative to it, without “..”.",
            )
        plain = str(PurePosixPath(plain))
        if plain in self._keys:
            return self._keys[plain]
        paths = self._by_file_name.get(PurePosixPath(plain).name, [])
        if len(paths) == 1:
            return paths[0]
        if paths:
            which = ", ".join(sorted(paths)[:3])
            raise MediaError(
                f"{name} is in several folders of {self.name}: {which}.",
                remedy="Write the whole path.",
            )
        raise MediaError(f"{name} is not in {self.name}.", remedy=self._alike(plain))

    def _alike(self, plain: str) -> str:
        file_name = PurePosixPath(plain).name
        likely = self._likely.get(file_name.lower()) or self._likely.get(file_name)
        return f"Did you mean {likely}?" if likely else "Add the file, or correct its name."

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
            raise MediaError(
                f"{key} is a link that leads out of {self.name}.",
                remedy="Put the file itself there.",
            )
        if not path.is_file():
            raise MediaError(f"{key} is not a regular file.", remedy="Put the file itself there.")
        try:
            return path.open("rb")
        except OSError as error:
            raise MediaError(
                f"{key} cannot be read: {error.strerror}.", remedy="Allow reading it."
            ) from None


def _files_below(root: Path) -> Iterator[str]:
    """Paths relative to `root`. Linked folders are not entered; names that are not UTF-8 cannot be
    in a table."""
    for folder, _folders, files in os.walk(root):
        for file in files:
            name = (Path(folder) / file).relative_to(root).as_posix()
            if name.isprintable():
                yield name


class Archive(MediaSource):
    """The entries of a ZIP file, each unpacked when it is asked for, never by its own path."""

    def __init__(self, path: Path, name: str) -> None:
        self._zip = zipfile.ZipFile(path)
        entries = [
            entry
            for entry in self._zip.infolist()
            if not entry.is_dir() and not entry.filename.startswith("__MACOSX/")
        ]
        limit = getattr(settings, "IMPORT_ARCHIVE_BYTES", ARCHIVE_BYTES)
        if (total := sum(entry.file_size for entry in entries)) > limit:
            raise MediaError(
                f"{name} unpacks to {total / GIB:,.1f} GiB; at most {limit / GIB:,.1f} are taken.",
                remedy="Split it, or raise IMPORT_ARCHIVE_BYTES.",
            )
        self._entries = {entry.filename: entry for entry in entries}
        super().__init__(name, self._entries)

    def close(self) -> None:
        self._zip.close()

    @contextmanager
    def open(self, key: str) -> Iterator[IO[bytes]]:
        entry = self._entries[key]
        self._refuse_unusual(entry)
        # Not SpooledTemporaryFile: its seek() tells no position, which the reader of clips needs.
        with (
            io.BytesIO()
            if entry.file_size <= IN_MEMORY_BYTES
            else tempfile.TemporaryFile() as unpacked
        ):
            try:
                with self._zip.open(entry) as packed:
                    copyfileobj(packed, unpacked, 1 << 18)
            except UNPACKING_ERRORS as error:
                if isinstance(error, OSError) and error.errno in NO_ROOM:
                    raise
                raise MediaError(
                    f"{key} cannot be unpacked: {error}.", remedy="Make the ZIP file again."
                ) from None
            unpacked.seek(0)
            yield unpacked

    def _refuse_unusual(self, entry: zipfile.ZipInfo) -> None:
        key = entry.filename
        if stat.S_ISLNK(entry.external_attr >> 16):
            raise MediaError(f"{key} is a link.", remedy="Put the file itself into the ZIP.")
        if entry.flag_bits & 1:
            raise MediaError(
                f"{key} is protected by a password.", remedy="Make the ZIP without one."
            )
        if entry.file_size > max(RATIO_FROM_BYTES, RATIO_LIMIT * entry.compress_size):
            raise MediaError(
                (
                    f"{key} unpacks to {entry.file_size / max(entry.compress_size, 1):,.0f} times "
                    "its size."
                ),
                remedy="Put the picture or clip itself into the ZIP.",
            )


@contextmanager
def open_source(path: Path | None) -> Iterator[MediaSource | None]:
    """The folder or ZIP archive at `path`; None for None. Raises MediaError."""
    if path is None:
        yield None
    elif path.is_dir():
        yield Folder(path)
    elif zipfile.is_zipfile(path):
        archive = _archive(path)
        try:
            yield archive
        finally:
            archive.close()
    else:
        state = "is neither a folder nor a ZIP file" if path.exists() else "does not exist"
        raise MediaError(f"{path.name} {state}.", remedy="Give a folder or a ZIP file of media.")


def _archive(path: Path) -> Archive:
    try:
        return Archive(path, path.name)
    except (zipfile.BadZipFile, NotImplementedError, ValueError) as error:
        raise MediaError(
            f"{path.name} is a broken ZIP file: {error}.", remedy="Make it again."
        ) from None
