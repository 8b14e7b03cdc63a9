"""Rows that are ready for their tables, on their way to them as `COPY` reads them: at once, or after a stay in files.

At once is faster, because one core reads the table while the other stores. It keeps a transaction open meanwhile, which
holds up the clearing away of dead rows everywhere; an hour of reading media must not do that.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from queue import Queue
from tempfile import TemporaryFile
from threading import Thread
from typing import IO, Any, Protocol

from stimuli.imports.copying import Rows, copy_in, pieces_of

ITEMS = "stimuli_item (id, dataset_id, external_id, fields)"
OUTPUTS = "stimuli_output (id, item_id, system_id, text)"
ITEMS_HELD = 4 << 20  # bytes in memory


class Sink(Protocol):
    """Takes what `copy_rows` made of items (id, dataset, external id, fields) and outputs (id, item, system, text)."""

    def write(self, items: Rows, outputs: Rows) -> None: ...


@dataclass(frozen=True)
class Spool:
    """Keeps them in files."""

    items: IO[bytes]
    outputs: IO[bytes]

    def write(self, items: Rows, outputs: Rows) -> None:
        self.items.write(items)
        self.outputs.write(outputs)

    def store(self, cursor: Any) -> None:
        """All of it into the tables. Raises psycopg.Error."""
        copy_in(cursor, ITEMS, pieces_of(self.items))
        copy_in(cursor, OUTPUTS, pieces_of(self.outputs))


@contextmanager
def open_spool() -> Iterator[Spool]:
    """An empty spool, whose files go at the end however it comes."""
    with TemporaryFile() as items, TemporaryFile() as outputs:
        yield Spool(items, outputs)


class Background:
    """Stores them in a thread, in the transaction of `cursor`, which nobody else may use meanwhile.

    A `COPY` keeps to a few buffers of the server's and leaves those that raters need alone, but only a long one: so
    outputs go on while items are held, and many items follow at once.
    After an `error` nothing more is stored, and nothing more could be: the transaction is lost.
    """

    def __init__(self, cursor: Any) -> None:
        self.cursor = cursor
        self.error: Exception | None = None
        self._queue: Queue[tuple[Rows, Rows] | None] = Queue(maxsize=2)
        self._ended = False

    def write(self, items: Rows, outputs: Rows) -> None:
        self._queue.put((items, outputs))

    def run(self) -> None:
        """What the thread does until `stop`."""
        try:
            while not self._ended:
                held: list[Rows] = []
                copy_in(self.cursor, OUTPUTS, self._outputs(held))
                copy_in(self.cursor, ITEMS, held)
        except Exception as error:  # noqa: BLE001 - raised where the import is waited for
            self.error = error
            while not self._ended:
                self._next()

    def _outputs(self, held: list[Rows]) -> Iterator[Rows]:
        """Pieces of outputs, until `held` has so many items, or there is nothing more."""
        while sum(map(len, held)) < ITEMS_HELD and (pair := self._next()):
            items, outputs = pair
            held.append(items)
            yield outputs

    def _next(self) -> tuple[Rows, Rows] | None:
        pair = self._queue.get()
        self._ended = pair is None
        return pair

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
