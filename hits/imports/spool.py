"""Rows that are ready for their tables, on their way to them as `COPY` reads them: at once, or after a stay in files.

At once is faster, because one core reads the table while the other stores. It keeps a transaction open meanwhile, which
holds up the clearing away of dead rows everywhere; an hour of reading media must not do that.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from queue import Queue
from tempfile import TemporaryFile
from threading import Thread
from typing import IO, Any, Protocol

ITEMS = "copy hits_item (id, dataset_id, external_id, fields) from stdin"
OUTPUTS = "copy hits_output (item_id, system_id, text) from stdin"

PIECE = 1 << 20
ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def escaped(texts: Sequence[str]) -> Sequence[str]:
    """`texts` as `COPY` reads them in its text format."""
    whole = "".join(texts)
    for mark, written in ESCAPES.items():
        if mark in whole:
            texts = [text.replace(mark, written) for text in texts]
    return texts


def copy_lines(*columns: Iterable[Any], texts: Sequence[str] | None = None) -> bytes:
    """Lines for `COPY … FROM STDIN`: numbers by column, and `texts`, which may hold anything, as the last one."""
    last = [] if texts is None else [escaped(texts)]
    line = "\t".join(["%s"] * (len(columns) + len(last))) + "\n"
    return "".join(map(line.__mod__, zip(*columns, *last, strict=True))).encode()


class Sink(Protocol):
    """Takes items (id, dataset, external id, fields) and outputs (item, system, text)."""

    def write(self, items: bytes, outputs: bytes) -> None: ...


@dataclass(frozen=True)
class Spool:
    """Keeps them in files."""

    items: IO[bytes]
    outputs: IO[bytes]

    def write(self, items: bytes, outputs: bytes) -> None:
        self.items.write(items)
        self.outputs.write(outputs)

    def store(self, cursor: Any) -> None:
        """All of it into the tables. Raises psycopg.Error."""
        copy_in(cursor, ITEMS, pieces(self.items))
        copy_in(cursor, OUTPUTS, pieces(self.outputs))


@contextmanager
def open_spool() -> Iterator[Spool]:
    """An empty spool, whose files go at the end however it comes."""
    with TemporaryFile() as items, TemporaryFile() as outputs:
        yield Spool(items, outputs)


class Background:
    """Stores them in a thread, in the transaction of `cursor`, which nobody else may use meanwhile.

    After an `error` nothing more is stored, and nothing more could be: the transaction is lost.
    """

    def __init__(self, cursor: Any) -> None:
        self.cursor = cursor
        self.error: Exception | None = None
        self._queue: Queue[tuple[bytes, bytes] | None] = Queue(maxsize=2)

    def write(self, items: bytes, outputs: bytes) -> None:
        self._queue.put((items, outputs))

    def run(self) -> None:
        """What the thread does until `stop`."""
        while pair := self._queue.get():
            try:
                if not self.error:
                    copy_in(self.cursor, ITEMS, pair[:1])
                    copy_in(self.cursor, OUTPUTS, pair[1:])
            except Exception as error:  # noqa: BLE001 - raised where the import is waited for
                self.error = error

    def stop(self) -> None:
        self._queue.put(None)


@contextmanager
def in_background(cursor: Any) -> Iterator[Background]:
    """A sink that stores while the body goes on; at the end all is stored. Raises what stopped it."""
    background = Background(cursor)
    thread = Thread(target=background.run, name="import")
    thread.start()
    try:
        yield background
    finally:
        background.stop()
        thread.join()
    if background.error:
        raise background.error


def pieces(file: IO[bytes]) -> Iterator[bytes]:
    """All of a spooled file."""
    file.seek(0)
    while piece := file.read(PIECE):
        yield piece


def copy_in(cursor: Any, statement: str, lines: Iterable[bytes]) -> None:
    with cursor.copy(statement) as copy:
        for piece in lines:
            copy.write(piece)
