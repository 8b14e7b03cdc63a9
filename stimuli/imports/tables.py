"""Reading a table from CSV or JSONL, block by block in constant memory, with every fault named by its row."""

import codecs
import csv
import json
from collections import Counter
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from io import TextIOWrapper
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from stimuli.imports.findings import Findings
from surveys.errors import DocumentError

if TYPE_CHECKING:
    from stimuli.imports.chunks import ColumnBlock

CELL_LIMIT = 16 * 1024 * 1024  # characters in one cell, and in one line
BLOCK_CHARACTERS = 500_000  # a block of rows ends here, however few they are
# Rows at once as lists. Many more, and the interpreter spends its time looking for cycles among them.
LISTED_ROWS = 2000
PIECE = 1 << 20
COUNTED_BYTES = 8 * PIECE
BOM = codecs.BOM_UTF8
DELIMITERS = (",", ";", "\t")
JSONL_SUFFIXES = {".jsonl", ".ndjson"}
CSV_SUFFIXES = {".csv", ".tsv", ".txt"}
WIDE_PREFIX = "output:"
# Far more than any study has, and few enough that no check and no error of a hostile table takes long.
COLUMNS_LIMIT = 2000
COLUMNS_FROM_ROWS = 1000  # a key may be absent from an object, so the first one does not tell them all

# First bytes that say what a file is when it is not a text in UTF-8.
SIGNATURES = {
    b"PK\x03\x04": ("is a spreadsheet or a ZIP file, not a table in text.", "Save the sheet as “CSV UTF-8”."),
    b"\xd0\xcf\x11\xe0": ("is an old Excel file, not a table in text.", "Save the sheet as “CSV UTF-8”."),
    b"\x1f\x8b": ("is compressed with gzip.", "Unpack it first."),
    codecs.BOM_UTF16_LE: ("is encoded in UTF-16.", "Save it as UTF-8."),
    codecs.BOM_UTF16_BE: ("is encoded in UTF-16.", "Save it as UTF-8."),
}
UTF8_REMEDY = (
    "Save the table as UTF-8 (in a spreadsheet “CSV UTF-8”), "
    "or convert it: iconv -f WINDOWS-1252 -t UTF-8 old.csv > new.csv"
)


@dataclass(frozen=True, slots=True)
class Record:
    """One row: its number (a CSV header is row 1; JSONL counts lines) and its values by column."""

    row: int
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Block:
    """Rows that stand one after the other as the file has them, blank ones too; `first` is the number of the first."""

    first: int
    rows: Sequence[Any]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a row begins: how many bytes precede it, and the numbers of the row and of its line."""

    offset: int
    row: int
    line: int


START = Place(0, 1, 1)


class Table(Protocol):
    """A table that can be read from the start more than once. `typed`: values have JSON types, else all are text."""

    columns: list[str]
    typed: bool

    def estimate(self) -> int:
        """How many rows there are, by the line ends of the first megabytes."""

    def blocks(self, size: int) -> Iterator[Block]:
        """The rows, at most `size` at a time. Raises DocumentError where the file cannot be read to its end."""

    def records(self, block: Block, findings: Findings) -> Iterator[Record]:
        """The rows of a block that are not blank; one that is not whole goes to `findings` and is left out."""


def all_records(table: Table, findings: Findings) -> Iterator[Record]:
    """Every row of a table, one by one."""
    return chain.from_iterable(table.records(block, findings) for block in table.blocks(LISTED_ROWS))


def open_table(path: Path, *, unnamed: bool = False) -> Table:
    """The table in `path`, CSV or JSONL by its ending, else by its content. Raises DocumentError.

    With `unnamed` a CSV's columns without a name, as of row numbers that a program wrote, are kept by their number.
    """
    _refuse_other_files(path)
    suffix = path.suffix.lower()
    if suffix in JSONL_SUFFIXES:
        return JsonlTable(path)
    if suffix in CSV_SUFFIXES:
        return CsvTable(path, unnamed=unnamed)
    first = next((line for line in _Lines(path) if line.strip()), "")
    return JsonlTable(path) if first.lstrip()[:1] in {"{", "["} else CsvTable(path, unnamed=unnamed)


def _refuse_other_files(path: Path) -> None:
    with path.open("rb") as file:
        head = file.read(4)
    if not head:
        raise DocumentError.one(path.name, "is empty.", remedy="Give a table with a header and at least one row.")
    found = next((words for signature, words in SIGNATURES.items() if head.startswith(signature)), None)
    if found is None and b"\0" in head[:2]:
        found = SIGNATURES[codecs.BOM_UTF16_LE]
    if found:
        raise DocumentError.one(path.name, found[0], remedy=found[1])


class _Lines:
    """The file's lines with their ends, without a byte order mark.

    `characters` counts what was read; `offset` and `line` say where the next line begins, and its number.
    """

    def __init__(self, path: Path, start: Place = START) -> None:
        self.path, self.characters, self.offset, self.line = path, 0, start.offset, start.line

    def __iter__(self) -> Iterator[str]:
        try:
            with self._text() as file:
                while line := file.readline(CELL_LIMIT):
                    if len(line) == CELL_LIMIT:
                        what = f"is longer than {CELL_LIMIT:,} characters."
                        raise DocumentError.one(self.path.name, what, line=self.line)
                    self.characters += len(line)
                    self.offset += len(line) if line.isascii() else len(line.encode())
                    self.line += 1
                    yield line
        except UnicodeDecodeError:
            offset, number, byte = _first_bad_byte(self.path)
            what = f"byte 0x{byte:02X} at offset {offset:,} is not UTF-8."
            raise DocumentError.one(self.path.name, what, line=number, remedy=UTF8_REMEDY) from None

    def _text(self) -> TextIOWrapper:
        file = self.path.open("rb")
        if not self.offset and file.read(len(BOM)) == BOM:
            self.offset = len(BOM)
        file.seek(self.offset)
        return TextIOWrapper(file, encoding="utf-8", newline="")


def _blocks(lines: _Lines, rows: Iterable[Any], first: int, size: int) -> Iterator[Block]:
    """`rows`, which are read from `lines`, in blocks that stay small in number and in characters."""
    held: list[Any] = []
    limit = lines.characters + BLOCK_CHARACTERS
    for row in rows:
        held.append(row)
        if len(held) >= size or lines.characters >= limit:
            yield Block(first, held)
            first, held, limit = first + len(held), [], lines.characters + BLOCK_CHARACTERS
    if held:
        yield Block(first, held)


def _line_ends(path: Path, *, quotes: bool) -> int:
    """Lines in the file, an open last one too; with `quotes` those outside of double quotes. Fast, not exact.

    A file that is longer than the part that is counted is taken to go on like that.
    """
    feeds = returns = inside = read = 0
    last = b""
    with path.open("rb") as file:
        while read < COUNTED_BYTES and (piece := file.read(PIECE)):
            parts = piece.split(b'"') if quotes else [piece]
            outside = b'"'.join(parts[inside::2])
            feeds, returns = feeds + outside.count(b"\n"), returns + outside.count(b"\r")
            inside, last, read = (inside + len(parts) - 1) % 2, piece[-1:], read + len(piece)
    size = path.stat().st_size
    return round((feeds or returns) * size / max(read, 1)) + (read == size and last not in {b"\n", b"\r"})


def _first_bad_byte(path: Path) -> tuple[int, int, int]:
    """(offset from 0, line from 1, the byte) where UTF-8 breaks."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    offset, line = 0, 1
    with path.open("rb") as file:
        for chunk in chain(iter(partial(file.read, 1 << 16), b""), [b""]):
            pending = len(decoder.getstate()[0])
            try:
                decoder.decode(chunk, final=not chunk)
            except UnicodeDecodeError as error:
                whole = bytes(error.object)
                return offset - pending + error.start, line + whole[: error.start].count(b"\n"), whole[error.start]
            offset, line = offset + len(chunk), line + chunk.count(b"\n")
    raise OSError(f"{path} changed while it was read")


def _too_many_columns(path: Path, count: int, remedy: str) -> DocumentError:
    what = f"has {count:,} columns; at most {COLUMNS_LIMIT:,} are read."
    return DocumentError.one(path.name, what, path="row 1", remedy=remedy)


class CsvTable:
    """Comma, semicolon or tab; quotes doubled inside quotes; cells may hold line ends."""

    typed = False

    def __init__(self, path: Path, *, unnamed: bool = False) -> None:
        self.path, self.unnamed = path, unnamed
        self.delimiter = "\t" if path.suffix.lower() == ".tsv" else self._likely_delimiter()
        self.columns = self._header()

    def _likely_delimiter(self) -> str:
        """The one that makes most of the header; the comma where they make the same."""
        return max(DELIMITERS, key=self._header_width)

    def _header_width(self, delimiter: str) -> int:
        try:
            return len(next(self._rows(delimiter, _Lines(self.path)), []))
        except DocumentError:  # quotes make no sense with this delimiter; the one that is chosen says what is wrong
            return 0

    def _header(self) -> list[str]:
        lines = _Lines(self.path)
        cells = [cell.strip() for cell in next(self._rows(self.delimiter, lines), [])]
        self._body = Place(lines.offset, 2, lines.line)
        if len(cells) > COLUMNS_LIMIT:
            remedy = "Delete columns that are not needed, or give an item's systems a row each."
            raise _too_many_columns(self.path, len(cells), remedy)
        if self.unnamed and any(cells):
            cells = [cell or f"column {number}" for number, cell in enumerate(cells, start=1)]
        self._check_names(cells)
        return cells

    def _check_names(self, cells: Sequence[str]) -> None:
        """Raise DocumentError where columns have no name, or one that another has."""
        findings = Findings(self.path.name)
        first_with: dict[str, int] = {}
        for number, cell in enumerate(cells, start=1):
            first = first_with.setdefault(cell, number)
            if not cell:
                findings.refuse(f"column {number} has no name.", row=1, remedy="Name it, or delete the column.")
            elif first < number:
                what = f"columns {first} and {number} have the same name."
                findings.refuse(what, row=1, column=cell, remedy="Rename or delete one.")
        if not cells:
            findings.refuse("is blank.", row=1, remedy="The first row must name the columns.")
        findings.stop_if_any()

    def estimate(self) -> int:
        return max(0, _line_ends(self.path, quotes=True) - 1)

    def blocks(self, size: int) -> Iterator[Block]:
        lines = _Lines(self.path, self._body)
        yield from _blocks(lines, self._rows(self.delimiter, lines, self._body), self._body.row, size)

    def column_blocks(self, size: int) -> "Iterator[Block | ColumnBlock]":
        """The same rows as `blocks`, by columns where that is certain to give the same."""
        from stimuli.imports.chunks import (
            read_chunk,  # takes much memory, which a process that imports nothing can spare
        )

        place: Place | None = self._body
        while place:
            chunk = read_chunk(self.path, place, delimiter=self.delimiter, width=len(self.columns))
            if chunk:
                yield from chunk.blocks(size)
                place = chunk.end
            else:
                place = yield from self._next_rows(place, size)

    def _next_rows(self, begin: Place, size: int) -> Generator[Block, None, Place | None]:
        """Some rows, and the place behind them; None at the end of the file."""
        lines = _Lines(self.path, begin)
        for block in _blocks(lines, self._rows(self.delimiter, lines, begin), begin.row, min(size, LISTED_ROWS)):
            yield block
            if lines.offset >= begin.offset + PIECE:
                return Place(lines.offset, block.first + len(block.rows), lines.line)
        return None

    def records(self, block: Block, findings: Findings) -> Iterator[Record]:
        width = len(self.columns)
        for row, cells in enumerate(block.rows, start=block.first):
            if not any(cells):  # an empty row, as spreadsheets leave them at the end
                continue
            if len(cells) == width:
                yield Record(row, dict(zip(self.columns, cells, strict=True)))
            else:
                findings.refuse(
                    f"has {len(cells)} cells, but the header names {width} columns.",
                    row=row,
                    remedy="Put cells that hold the delimiter or a line end into double quotes.",
                )

    def _rows(self, delimiter: str, lines: Iterable[str], start: Place = START) -> Iterator[list[str]]:
        csv.field_size_limit(CELL_LIMIT)
        reader = csv.reader(lines, delimiter=delimiter, strict=True)
        row, line = start.row, start.line  # where the row begins that is read next
        try:
            for cells in reader:
                row, line = row + 1, start.line + reader.line_num
                yield cells
        except csv.Error as error:
            raise DocumentError.one(
                self.path.name,
                f"cannot be read as CSV: {error}.",
                path=f"row {row}",
                line=line if line != row else None,
                remedy="A quote may be left open, or stand inside a cell without being doubled.",
            ) from None


class _DuplicateKeyError(ValueError):
    """A key that stands twice in one object."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) < len(pairs):
        counts = Counter(key for key, _value in pairs)
        raise _DuplicateKeyError(next(key for key, count in counts.items() if count > 1))
    return made


class JsonlTable:
    """One JSON object a line. `outputs: {system: text}` reads as one `output:<system>` column per system."""

    typed = True

    def __init__(self, path: Path) -> None:
        self.path = path
        ignored = Findings(path.name)
        first = islice(all_records(self, ignored), COLUMNS_FROM_ROWS)
        self.columns = self._keys(first)
        if not self.columns:
            ignored.stop_if_any()
            raise DocumentError.one(path.name, "has no rows.", remedy="Give one JSON object a line.")

    def _keys(self, records: Iterable[Record]) -> list[str]:
        keys: dict[str, None] = {}
        for record in records:
            keys |= dict.fromkeys(record.values)
            if len(keys) > COLUMNS_LIMIT:
                what = f"there are {len(keys):,} different keys up to here; at most {COLUMNS_LIMIT:,} are read."
                remedy = "Leave out keys that are not needed."
                raise DocumentError.one(self.path.name, what, path=f"row {record.row}", remedy=remedy)
        return list(keys)

    def estimate(self) -> int:
        return _line_ends(self.path, quotes=False)

    def blocks(self, size: int) -> Iterator[Block]:
        lines = _Lines(self.path)
        yield from _blocks(lines, lines, 1, size)

    def records(self, block: Block, findings: Findings) -> Iterator[Record]:
        for row, line in enumerate(block.rows, start=block.first):
            if line.strip() and (values := self._parsed(line, row, findings)) is not None:
                yield Record(row, values)

    def _parsed(self, line: str, row: int, findings: Findings) -> dict[str, Any] | None:
        try:
            values = json.loads(line.rstrip("\r\n"), object_pairs_hook=_object)
        except _DuplicateKeyError as error:
            findings.refuse("this key stands twice.", row=row, column=str(error), remedy="Remove one.")
        except json.JSONDecodeError as error:
            what = f"is not valid JSON at character {error.colno}: {error.msg.removesuffix(' at')}."
            findings.refuse(what, row=row, remedy="Write one whole JSON object on each line.")
        except (ValueError, RecursionError):
            findings.refuse("holds a number or a nesting that is too large.", row=row, remedy="Simplify it.")
        else:
            if isinstance(values, dict):
                return _flat(values)
            findings.refuse(
                "is not a JSON object.",
                row=row,
                remedy="Write one object on each line: jq -c '.[]' old.json > new.jsonl",
            )
        return None


def _flat(values: dict[str, Any]) -> dict[str, Any]:
    outputs = values.get("outputs")
    if not isinstance(outputs, dict):
        return values
    rest = {key: value for key, value in values.items() if key != "outputs"}
    return rest | {f"{WIDE_PREFIX}{system}": text for system, text in outputs.items()}
