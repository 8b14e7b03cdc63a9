"""Temporary tables whose rows stay in a file until somebody asks about them, which most imports never do."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import IO, Any

from stimuli.imports.copying import Rows, copy_in, pieces_of

ITEMS = "import_item (id, row, item, raw)"
INDEX_ITEMS = "create unique index on import_item (item); analyze import_item"
OUTPUTS = "import_output (item_id, system_id, row, place)"
INDEX_OUTPUTS = "analyze import_output"


@dataclass
class Later:
    """`target` is the table with its columns, `then` what follows when it is filled."""

    cursor: Any
    target: str
    then: str
    file: IO[bytes]
    filled: bool = False

    def write(self, rows: Rows) -> None:
        """Rows of `copy_rows`."""
        if self.filled:
            copy_in(self.cursor, self.target, [rows])
        else:
            self.file.write(rows)

    def fill(self) -> None:
        """From now on the table has all of them."""
        if self.filled:
            return
        copy_in(self.cursor, self.target, pieces_of(self.file))
        self.cursor.execute(self.then)
        self.filled = True


@dataclass(frozen=True, slots=True)
class Seen:
    """The items and the outputs that were read so far."""

    items: Later
    outputs: Later


@contextmanager
def nothing_seen(cursor: Any) -> Iterator[Seen]:
    """With empty files, which go at the end however it comes."""
    with TemporaryFile() as items, TemporaryFile() as outputs:
        yield Seen(Later(cursor, ITEMS, INDEX_ITEMS, items), Later(cursor, OUTPUTS, INDEX_OUTPUTS, outputs))
