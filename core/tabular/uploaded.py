"""An uploaded table as a file of its own, under its own name."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol


class Upload(Protocol):
    """What a form gives of a file."""

    name: str | None

    def chunks(self) -> Iterable[bytes]:
        """Return its bytes, in order."""


# A file system takes 255 bytes as a name, and stores put marks of their own into it; a sender's
# browser, or program, gives as many characters, of up to four bytes each.
MOST_BYTES = 200
MOST_BYTES_OF_SUFFIX = 20  # a longer one does not show the file's type


def short_name(name: str | None) -> str:
    """Return the last part of an uploaded file's name, cut so that a file can have it; blank
    without one.

    Its suffix, which tells CSV from JSONL, stays.
    """
    plain = Path(name or "")
    if not plain.name.strip("."):  # the folder itself, or the one above
        return ""
    stem, suffix = plain.stem, plain.suffix
    if len(suffix.encode(errors="ignore")) > MOST_BYTES_OF_SUFFIX:
        stem, suffix = plain.name, ""
    room = MOST_BYTES - len(suffix.encode(errors="ignore"))
    return stem.encode(errors="ignore")[:room].decode(errors="ignore") + suffix


@contextmanager
def uploaded(file: Upload) -> Iterator[Path]:
    """Yield the table's path for the duration of the block. Its name distinguishes CSV from JSONL,
    and appears in messages."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / (short_name(file.name) or "table.csv")
        with path.open("wb") as copy:
            copy.writelines(file.chunks())
        yield path
