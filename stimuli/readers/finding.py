"""Detection of a file's format. If several readers recognise the file, the first in the order of
their module names is used."""

from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import IO, cast

from stimuli.media.files import UNPACKING_ERRORS
from stimuli.readers import formats
from stimuli.readers.archives import ZIP, open_archive
from stimuli.readers.interface import Opening, Reader

HEAD = 1 << 16


@cache
def readers() -> Sequence[Reader]:
    """Return all readers, sorted by the name of their module."""
    names = sorted(module.name for module in iter_modules(formats.__path__))
    return [cast("Reader", import_module(f"{formats.__name__}.{name}")) for name in names]


def reader_of(file: IO[bytes], name: str) -> Reader | None:
    """Return the reader for this seekable file, or None if the file is a table. Raises
    DocumentError for a ZIP with too many entries."""
    file.seek(0)
    opening = Opening(name, file.read(HEAD), tuple(_members(file, name)))
    file.seek(0)
    return next((reader for reader in readers() if reader.recognises(opening)), None)


def reader_of_path(path: Path) -> Reader | None:
    """Return the reader for the file at `path`, or None if the file is a table."""
    with path.open("rb") as file:
        return reader_of(file, path.name)


def _members(file: IO[bytes], name: str) -> Iterator[str]:
    file.seek(0)
    if file.read(len(ZIP)) == ZIP:
        try:
            with open_archive(file, name) as archive:
                yield from archive.namelist()
        except UNPACKING_ERRORS:
            return  # the import will report the problem
