"""Access to stored files. Content is stored under its SHA-256, atomically, in a folder or a bucket
(`RATEROOM_MEDIA`).

Files with names (uploads, exports, reports) are stored with Django's `default_storage`, which uses
the same folder or bucket.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import IO, Protocol, cast

from django.core.files import File
from django.core.files.storage import default_storage

from stimuli.store.spans import Content, Span

FOLDER = "media"


class Store(Protocol):
    """The methods that a file store has in addition to those of Django's storage. Any of these
    methods can raise StoreAway."""

    def open(self, name: str, mode: str = "rb") -> File:
        """Open the file as a seekable stream. Raises FileNotFoundError."""

    def put(self, name: str, file: IO[bytes]) -> None:
        """Store the bytes of `file` atomically under `name`, replacing any earlier file with this
        name."""

    def read(self, name: str, span: Span | None = None) -> Content:
        """Return the file's bytes, or those in `span`. Raises FileNotFoundError and NoSuchRange."""

    def size(self, name: str) -> int:
        """Return the size of the file in bytes. Raises FileNotFoundError."""

    def delete(self, name: str) -> None:
        """Delete the file if it exists."""

    def files(self, folder: str) -> Iterator[tuple[str, int]]:
        """Yield the name and size in bytes of every file below `folder`, sorted by name."""

    def ask(self, *, hastily: bool = False) -> None:
        """Raise StoreAway if the store does not accept files. With `hastily`, also raise it if the
        store does not reply within a second."""

    def close_to_others(self) -> None:
        """Prevent other users of the machine from reading the stored files."""

    def address(self, name: str, *, headers: dict[str, str], seconds: int) -> str | None:
        """Return a URL where browsers can download the file directly from the store. Return None if
        the site itself serves the file."""


def the_store() -> Store:
    return cast("Store", default_storage)


def storage_name(sha256: str) -> str:
    """Return the storage path for the bytes with this hash. The path has two levels of folders, so
    that no folder becomes too large."""
    return f"{FOLDER}/{sha256[:2]}/{sha256}"


def open_content(sha256: str) -> AbstractContextManager[IO[bytes]]:
    """Open the bytes with this hash as a stream. Raises FileNotFoundError and StoreAway."""
    return the_store().open(storage_name(sha256))


def read_content(sha256: str, span: Span | None = None) -> Content:
    """Return the bytes with this hash, or only the bytes in `span`, for a response. Raises
    FileNotFoundError, NoSuchRange and StoreAway."""
    return the_store().read(storage_name(sha256), span)


def put_content(sha256: str, file: IO[bytes]) -> None:
    """Store `file` under its hash. A repeated call changes nothing. Raises StoreAway."""
    the_store().put(storage_name(sha256), file)


def size_of(sha256: str) -> int | None:
    """Return the content's size in bytes, or None if it is not stored. Raises StoreAway."""
    try:
        return the_store().size(storage_name(sha256))
    except FileNotFoundError:
        return None


def delete_content(sha256: str) -> None:
    """Delete the bytes with this hash. Raises StoreAway."""
    the_store().delete(storage_name(sha256))


def stored_sizes() -> dict[str, int]:
    """Return the size in bytes of all stored content, by hash. Raises StoreAway."""
    return {name.rpartition("/")[2]: size for name, size in the_store().files(FOLDER)}
