"""Datasets, imports and rubrics. Written by `make client`."""

from collections.abc import Iterator
from typing import IO, Any
from urllib.parse import quote

from rateroom_client.operations.asking import Asking, Row


class Data(Asking):
    """Datasets, imports and rubrics."""

    def list_datasets(self, *, project: int | None = None) -> Iterator[Row]:
        """The datasets of your projects."""
        return self._pages("datasets", project=project)

    def rename_dataset(self, dataset: int, *, key: str = "", **terms: Any) -> Row:
        """Give it another name, which none of the project's others has. Its batches, items and
        outputs stay as they are."""
        return self._sent("PATCH", f"datasets/{dataset}", terms, key=key)

    def archive_dataset(self, dataset: int, *, key: str = "") -> Row:
        """Leave it out of lists."""
        return self._sent("POST", f"datasets/{dataset}/archive", key=key)

    def export_items(self, dataset: int, file: IO[bytes]) -> int:
        """Every item with its outputs, an object a line as `ItemShape`, streamed."""
        return self._downloaded(f"datasets/{dataset}/items", file)

    def unarchive_dataset(self, dataset: int, *, key: str = "") -> Row:
        """Bring it back into lists."""
        return self._sent("POST", f"datasets/{dataset}/unarchive", key=key)

    def list_imports(self, *, project: int | None = None) -> Iterator[Row]:
        """The imports of your projects."""
        return self._pages("imports", project=project)

    def read_import(self, dataset_import: int) -> Row:
        """How far an import is, and what was wrong."""
        return self._read(f"imports/{dataset_import}")

    def repeat_import(self, dataset_import: int, *, key: str = "") -> Row:
        """Have one that was refused or cancelled run once more, from the files that were
        kept."""
        return self._sent("POST", f"imports/{dataset_import}/again", key=key)

    def cancel_import(self, dataset_import: int, *, key: str = "") -> Row:
        """Have it end without a trace, if it has not ended."""
        return self._sent("POST", f"imports/{dataset_import}/cancel", key=key)

    def read_medium(self, project: int, sha256: str, file: IO[bytes]) -> int:
        """A stored medium byte for byte, with ranges."""
        return self._downloaded(f"projects/{project}/media/{quote(sha256, safe='')}", file)

    def read_rubric(self, version: int) -> Row:
        """One version with its text."""
        return self._read(f"rubrics/{version}")

    def check_rubric(self, *, source: str, key: str = "") -> Row:
        """Say what is wrong with a rubric; nothing is stored."""
        return self._sent("POST", "rubrics/check", {"source": source}, key=key)
