"""Copying of all files to another store. Each copy's SHA-256 is compared with the original's."""

import hashlib
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from typing import IO

from core.errors import RateroomError
from stimuli.store import FOLDER, Store
from stimuli.store.folder import INCOMING

CHUNK = 1 << 20
IN_MEMORY_BYTES = 16 * 1024**2


class Damaged(RateroomError):
    """Raised when the bytes of a file do not match its name or the original file."""


@dataclass(frozen=True)
class Step:
    """A file of the source, and whether it was copied or already existed in the target."""

    name: str
    size: int
    copied: bool


def copy_files(source: Store, target: Store, *, every_byte: bool = False) -> Iterator[Step]:
    """Copy the files of `source` to `target`, sorted by name, and yield each file. Files with the
    same size in `target` are skipped. With `every_byte`, the content of skipped files is also
    compared. Raises Damaged and StoreAway. After an error, a new run continues the copying."""
    present = dict(target.files(""))
    for name, size in source.files(""):
        if name.startswith(f"{INCOMING}/"):
            continue
        is_there = present.get(name) == size
        try:
            if is_there and every_byte:
                _compare(name, _hash(source, name), _hash(target, name))
            if not is_there:
                _copy(source, target, name)
        except FileNotFoundError:
            if not _is_gone(source, name):
                raise
            continue  # the file was deleted after it was listed
        yield Step(name, size, copied=not is_there)


def _copy(source: Store, target: Store, name: str) -> None:
    with tempfile.SpooledTemporaryFile(IN_MEMORY_BYTES) as copy:
        digest = hashlib.sha256()
        for piece in _pieces(source, name):
            digest.update(piece)
            copy.write(piece)
        sha256 = digest.hexdigest()
        if name.startswith(f"{FOLDER}/"):
            _compare(name, name.rpartition("/")[2], sha256)
        copy.seek(0)
        target.put(name, copy)
    _compare(name, sha256, _hash(target, name))


def _is_gone(store: Store, name: str) -> bool:
    try:
        store.size(name)
    except FileNotFoundError:
        return True
    return False


def _hash(store: Store, name: str) -> str:
    digest = hashlib.sha256()
    for piece in _pieces(store, name):
        digest.update(piece)
    return digest.hexdigest()


def _pieces(store: Store, name: str) -> Iterator[bytes]:
    with store.open(name) as file:
        reading: IO[bytes] = file
        while piece := reading.read(CHUNK):
            yield piece


def _compare(name: str, expected: str, actual: str) -> None:
    if expected != actual:
        raise Damaged(
            f"{name} has the SHA-256 {actual} instead of {expected}.",
            remedy="Restore the file from a backup, then start again.",
        )
