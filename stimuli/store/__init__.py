"""The one door to stored files: content under its SHA-256, whole or not at all, in a folder or in a
bucket (`RATEROOM_MEDIA`).

What has a name of its own (uploads, exports, reports) goes through Django's `default_storage`,
which is the same store.
"""

from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import IO, Protocol, cast

from django.core.files import File
from django.core.files.storage import default_storage

from stimuli.store.spans import Content, Span

FOLDER = "media"


class Store(Protocol):
    """What a folder and a bucket both do beyond Django's storage. Each raises StoreAway."""

    def open(self, name: str, mode: str = "rb") -> File:
        """Return the file, seekable. Raises FileNotFoundError."""

    def put(self, name: str, file: IO[bytes]) -> None:
        """Store the file's bytes under this name, whole, replacing any earlier file."""

    def read(self, name: str, span: Span | None = None) -> Content:
        """Return the bytes, or a part of them. Raises FileNotFoundError, and NoSuchRange."""

    def size(self, name: str) -> int:
        """Bytes. Raises FileNotFoundError."""

    def delete(self, name: str) -> None:
        """Delete the file, if there is one."""

    def files(self, folder: str) -> Iterator[tuple[str, int]]:
        """(name, bytes) of every file below `folder`, in the order of their names."""

    def ask(self, *, hastily: bool = False) -> None:
        """Raise StoreAway if nothing can be stored; `hastily`: or it takes a second to tell."""

    def close_to_others(self) -> None:
        """Let no other user of this machine read what is stored."""

    def address(self, name: str, *, headers: dict[str, str], seconds: int) -> str | None:
        """Return where a browser finds the file itself; None if the site sends it."""


def the_store() -> Store:
    """Return the site's own."""
    return cast("Store", default_storage)


def storage_name(sha256: str) -> str:
    """Return where the bytes with this hash lie. Two levels, so that no folder grows without
    bound."""
    return f"{FOLDER}/{sha256[:2]}/{sha256}"


def open_content(sha256: str) -> AbstractContextManager[IO[bytes]]:
    """Return the bytes with this hash, seekable. Raises FileNotFoundError and StoreAway."""
    return the_store().open(storage_name(sha256))


def read_content(sha256: str, span: Span | None = None) -> Content:
    """Return the bytes with this hash, or a part of them, to be sent on. Raises FileNotFoundError,
    NoSuchRange and StoreAway."""
    return the_store().read(storage_name(sha256), span)


def put_content(sha256: str, file: IO[bytes]) -> None:
    """Store these bytes, which have this hash; a repeat changes nothing. Raises StoreAway."""
    the_store().put(storage_name(sha256), file)


def size_of(sha256: str) -> int | None:
    """Bytes stored under this hash; None if there are none. Raises StoreAway."""
    try:
        return the_store().size(storage_name(sha256))
    except FileNotFoundError:
        return None


def delete_content(sha256: str) -> None:
    """Raises StoreAway."""
    the_store().delete(storage_name(sha256))


def stored_sizes() -> dict[str, int]:
    """Bytes by hash, of all that is stored. Raises StoreAway."""
    return {name.rpartition("/")[2]: size for name, size in the_store().files(FOLDER)}
