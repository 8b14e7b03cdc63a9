"""A file store in a folder. A file is written next to its final path and then moved there. Only the
site's system account can read the files."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO

from django.core.files import File
from django.core.files.storage import FileSystemStorage
from django.utils.crypto import get_random_string

from stimuli.store.errors import StoreAway
from stimuli.store.spans import CHUNK, Content, Span

# Set regardless of the umask, because only the site reads them
FILE_MODE, FOLDER_MODE = 0o600, 0o700
INCOMING = "incoming"  # the only folder where a killed process leaves partial files


class FolderStore(FileSystemStorage):
    """Django's file storage, except that a file appears under its name only when complete."""

    def __init__(self, location: str | Path | None = None) -> None:
        super().__init__(
            location, file_permissions_mode=FILE_MODE, directory_permissions_mode=FOLDER_MODE
        )

    def _save(self, name: str, content: File) -> str:
        part, place = f"{INCOMING}/{get_random_string(20)}", Path(self.path(name))
        try:
            super()._save(part, content)  # type: ignore[misc] # the stubs leave it out
            make_private_folder(place.parent)
            Path(self.path(part)).replace(place)
        except BaseException:
            self.delete(part)
            raise
        return name

    def put(self, name: str, file: IO[bytes]) -> None:
        """Store the bytes of `file` atomically under `name`, replacing any earlier file with this
        name."""
        self._save(name, File(file))

    def read(self, name: str, span: Span | None = None) -> Content:
        """Return the file's bytes, or those in `span`. Raises FileNotFoundError and NoSuchRange."""
        file = Path(self.path(name)).open("rb")  # noqa: SIM115 - closed with the response
        try:
            total = os.fstat(file.fileno()).st_size
            if span is None:
                return Content(total, 0, total, file)
            first, last = span.within(total)
            file.seek(first)
        except BaseException:
            file.close()
            raise
        return Content(total, first, last - first + 1, _Part(file, last - first + 1))

    def files(self, folder: str) -> Iterator[tuple[str, int]]:
        """Yield the name and size in bytes of every file below `folder`, sorted by name."""
        root = Path(self.path(folder))
        for path, folders, names in os.walk(root):
            folders.sort()
            for name in sorted(names):
                file = Path(path, name)
                with suppress(FileNotFoundError):  # the file has been deleted since
                    size = file.stat().st_size
                    yield file.relative_to(self.location).as_posix(), size

    def ask(self, *, hastily: bool = False) -> None:  # noqa: ARG002 - always fast
        """Raise StoreAway if the folder cannot be written to."""
        folder = Path(self.location)
        existing = next(parent for parent in (folder, *folder.parents) if parent.exists())
        if not (existing.is_dir() and os.access(existing, os.W_OK | os.X_OK)):
            raise StoreAway("the folder cannot be written to")

    def close_to_others(self) -> None:
        """Make the folder and its direct subfolders unreadable for other users of the machine, in
        case an older version or the folder's owner left them open. Folders that belong to other
        accounts do not change."""
        root = Path(self.location)
        inner = [each for each in root.glob("*") if each.is_dir() and not each.is_symlink()]
        for folder in (root, *inner):
            with suppress(FileNotFoundError, PermissionError):
                folder.chmod(FOLDER_MODE)

    def address(self, _name: str, **_options: object) -> None:
        """Return None, because files in a folder have no separate URL."""


def make_private_folder(folder: Path) -> None:
    """Create the folder and its missing parent folders, which only their owner can read."""
    if not folder.is_dir():
        make_private_folder(folder.parent)
        folder.mkdir(mode=FOLDER_MODE, exist_ok=True)


class _Part:
    """A part of an open file, which is read in pieces."""

    def __init__(self, file: IO[bytes], length: int) -> None:
        self.file, self.remaining = file, length

    def __iter__(self) -> Iterator[bytes]:
        while self.remaining and (piece := self.file.read(min(CHUNK, self.remaining))):
            self.remaining -= len(piece)
            yield piece

    def close(self) -> None:
        self.file.close()
