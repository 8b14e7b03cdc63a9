"""An uploaded table as a temporary file with the same name as the upload."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Protocol


class Upload(Protocol):
    """An uploaded file."""

    name: str | None

    def chunks(self) -> Iterable[bytes]:
        """Yield the bytes of the file in order."""


# File systems allow names of 255 bytes, and stores add their own marks to a name. Browsers and
# programs allow 255 characters of up to four bytes each.
MOST_BYTES = 200
MOST_BYTES_OF_SUFFIX = 20  # a longer suffix is not a file type


def short_name(name: str | None) -> str:
    """Return the file name in `name` without folders, shortened for file systems. The suffix is
    kept, because it distinguishes CSV from JSONL. Return "" if there is no file name."""
    plain = Path(name or "")
    if not plain.name.strip("."):  # the folder itself, or its parent
        return ""
    stem, suffix = plain.stem, plain.suffix
    if len(suffix.encode(errors="ignore")) > MOST_BYTES_OF_SUFFIX:
        stem, suffix = plain.name, ""
    room = MOST_BYTES - len(suffix.encode(errors="ignore"))
    return stem.encode(errors="ignore")[:room].decode(errors="ignore") + suffix


@contextmanager
def uploaded(file: Upload) -> Iterator[Path]:
    """Yield the path of a temporary copy of the uploaded file, which is deleted at the end of the
    context. The copy has the upload's name, because the suffix distinguishes CSV from JSONL and the
    name appears in messages."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / (short_name(file.name) or "table.csv")
        with path.open("wb") as copy:
            copy.writelines(file.chunks())
        yield path
