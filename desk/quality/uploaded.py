"""An uploaded table as a file of its own, under its own name."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from django.core.files.uploadedfile import UploadedFile


@contextmanager
def uploaded(file: UploadedFile) -> Iterator[Path]:
    """The table's path, to the end of the block. Its name tells CSV from JSONL, and stands in what
    is said of it."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / (Path(file.name or "").name or "table.csv")
        with path.open("wb") as copy:
            copy.writelines(file.chunks())
        yield path
