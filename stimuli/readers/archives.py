"""Reading of other tools' ZIP files with limited memory. Entries are read as streams."""

import os
import stat
import struct
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from core.errors import DocumentError
from stimuli.media.files import UNPACKING_ERRORS

ZIP = b"PK\x03\x04"  # the first bytes of a ZIP file
MIB = 1024**2
DIRECTORY_BYTES = 32 * MIB  # maximum size of the table of contents, which is read at once
UNPACKED_BYTES = 64 * 1024 * MIB
ENTRY_BYTES = 2 * 1024 * MIB
RATIO_LIMIT, RATIO_FROM_BYTES = 200, 64 * MIB
END, END_BYTES, COMMENT_BYTES = b"PK\x05\x06", 22, 1 << 16
END_64, END_64_BYTES, LOCATOR_64 = b"PK\x06\x06", 56, b"PK\x06\x07"
LOCATOR_BYTES = 20
DAMAGED = "its table of contents is damaged"
ZSTANDARD = 93  # compression method that this Python's zipfile does not support
LOCAL_HEADER_BYTES = 30
AGAIN = "Export the file again with the tool that created it."
CONVERT = "Convert it to JSON: inspect log convert FILE --to json --output-dir FOLDER"


@contextmanager
def open_archive(file: IO[bytes] | Path, document: str) -> Iterator[zipfile.ZipFile]:
    """Open a ZIP file. Raises DocumentError if its directory or its unpacked content is too large,
    and BadZipFile if the file is damaged."""
    if isinstance(file, Path):
        with file.open("rb") as opened, open_archive(opened, document) as archive:
            yield archive
        return
    if _directory_bytes(file) > DIRECTORY_BYTES:
        what = "contains too many files."
        raise DocumentError.one(document, what, remedy="Split it into several files.")
    with zipfile.ZipFile(file) as archive:
        if sum(entry.file_size for entry in archive.infolist()) > UNPACKED_BYTES:
            what = f"unpacks to more than {UNPACKED_BYTES // 1024 // MIB} GiB."
            raise DocumentError.one(document, what, remedy="Split it into several files.")
        yield archive


def _directory_bytes(file: IO[bytes]) -> int:
    """Return the length in bytes of the ZIP's directory, from the same end record that `zipfile`
    reads. Raises BadZipFile if the end of the file is ambiguous."""
    start = max(
        0, file.seek(0, os.SEEK_END) - END_BYTES - COMMENT_BYTES - END_64_BYTES - LOCATOR_BYTES
    )
    file.seek(start)
    tail = file.read()
    at = _end(tail)
    if at < LOCATOR_BYTES or not tail.startswith(LOCATOR_64, at - LOCATOR_BYTES):
        (length,) = struct.unpack_from("<L", tail, at + 12)
        return int(length)
    large = at - LOCATOR_BYTES - END_64_BYTES
    (offset,) = struct.unpack_from("<Q", tail, at - 12)
    if large < 0 or not tail.startswith(END_64, large) or offset != start + large:
        raise zipfile.BadZipFile(DAMAGED)
    (length,) = struct.unpack_from("<Q", tail, large + 40)
    return int(length)


def _end(tail: bytes) -> int:
    """Return the start of the ZIP's end record in `tail`. Raises BadZipFile."""
    at = len(tail) - END_BYTES
    if tail[-END_BYTES:][:4] != END or tail[-2:] != b"\0\0":
        at = tail.rfind(END)
    if 0 <= at <= len(tail) - END_BYTES:
        (comment,) = struct.unpack_from("<H", tail, at + 20)
        if at + END_BYTES + comment == len(tail):
            return at
    raise zipfile.BadZipFile(DAMAGED)


@contextmanager
def open_entry(archive: zipfile.ZipFile, name: str, document: str) -> Iterator[IO[bytes]]:
    """Open an entry of a ZIP file as a stream, unpacked while it is read. Raises DocumentError."""
    entry = archive.getinfo(name)
    _refuse_unusual(entry, document)
    if entry.compress_type == ZSTANDARD:
        with _zstandard(archive, entry, document) as stream:
            yield stream
        return
    try:
        stream = archive.open(entry)
    except UNPACKING_ERRORS as error:
        raise DocumentError.one(document, f"{error}.", path=name[:200], remedy=AGAIN) from None
    with stream:
        yield stream


def _refuse_unusual(entry: zipfile.ZipInfo, document: str) -> None:
    size, packed = entry.file_size, max(entry.compress_size, 1)
    what = ""
    if stat.S_ISLNK(entry.external_attr >> 16):
        what = "is a link, not a file."
    elif entry.flag_bits & 1:
        what = "is protected by a password."
    elif size > ENTRY_BYTES:
        what = f"unpacks to more than {ENTRY_BYTES // 1024 // MIB} GiB."
    elif size > max(RATIO_FROM_BYTES, RATIO_LIMIT * packed):
        what = f"unpacks to {size // packed:,} times its size."
    if what:
        raise DocumentError.one(document, what, path=entry.filename[:200], remedy=AGAIN)


@contextmanager
def _zstandard(
    archive: zipfile.ZipFile, entry: zipfile.ZipInfo, document: str
) -> Iterator[IO[bytes]]:
    try:
        import pyarrow as pa
    except ImportError:
        what = "is compressed with Zstandard, which needs the package pyarrow."
        raise DocumentError.one(document, what, remedy=CONVERT) from None
    file: Any = archive.fp
    file.seek(max(0, entry.header_offset))
    header = file.read(LOCAL_HEADER_BYTES)
    if len(header) < LOCAL_HEADER_BYTES:
        raise DocumentError.one(document, "is cut off.", path=entry.filename[:200], remedy=AGAIN)
    name_bytes, extra_bytes = struct.unpack_from("<HH", header, 26)
    file.seek(name_bytes + extra_bytes, os.SEEK_CUR)
    packed = _Part(file, entry.compress_size)
    with pa.input_stream(pa.PythonFile(packed, mode="r"), compression="zstd") as stream:
        yield _Bounded(stream, entry.file_size)  # type: ignore[misc]


class _Part:
    """A reader of a limited number of bytes of a file, from the file's current position."""

    closed = False

    def __init__(self, file: IO[bytes], length: int) -> None:
        self.file, self.remaining = file, length

    def read(self, size: int = -1) -> bytes:
        piece = self.file.read(self.remaining if size < 0 else min(size, self.remaining))
        self.remaining -= len(piece)
        return piece

    def close(self) -> None:
        self.closed = True


class _Bounded(_Part):
    """A stream of an unpacked entry that returns no more bytes than the ZIP declares for it."""
