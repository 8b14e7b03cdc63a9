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
        """Its bytes, in order."""


@contextmanager
def uploaded(file: Upload) -> Iterator[Path]:
    """The table's path, to the end of the block. Its name tells CSV from JSONL, and stands in what
    is said of it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / (Path(file.name or "").name or "table.csv")
        with path.open("wb") as copy:
            copy.writelines(file.chunks())
        yield path
