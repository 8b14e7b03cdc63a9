"""Reading a CSV or JSONL table row by row in constant memory. Every problem names its row."""

import codecs
import csv
import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any, NamedTuple

from core.errors import DocumentError
from core.tabular.findings import Findings

CELL_LIMIT = 16 * 1024 * 1024  # characters in one cell, and in one line
PIECE = 1 << 20
COUNTED_BYTES = 8 * PIECE
DELIMITERS = (",", ";", "\t")
JSONL_SUFFIXES = {".jsonl", ".ndjson"}
CSV_SUFFIXES = {".csv", ".tsv", ".txt"}
# Far more than any study has, but few enough to check and report a hostile table quickly.
COLUMNS_LIMIT = 2000
COLUMNS_FROM_ROWS = 1000  # rows read to find all keys, because an object may not have all of them

# First bytes that identify a file that is not UTF-8 text.
SIGNATURES = {
    b"PK\x03\x04": (
        "is a spreadsheet or a ZIP file, not a text table.",
        "Save the sheet as “CSV UTF-8”.",
    ),
    b"\xd0\xcf\x11\xe0": (
        "is an old Excel file, not a text table.",
        "Save the sheet as “CSV UTF-8”.",
    ),
    b"\x1f\x8b": ("is compressed with gzip.", "Decompress the file first."),
    codecs.BOM_UTF16_LE: ("is encoded in UTF-16.", "Save the file as UTF-8."),
    codecs.BOM_UTF16_BE: ("is encoded in UTF-16.", "Save the file as UTF-8."),
}
UTF8_REMEDY = (
    "Save the table as UTF-8 (in a spreadsheet “CSV UTF-8”), "
    "or convert it: iconv -f WINDOWS-1252 -t UTF-8 old.csv > new.csv"
)


class Record(NamedTuple):
    """One row: its number, and its values by column. In a CSV file, the header is row 1. In a JSONL
    file, the number is the line number."""

    row: int
    values: dict[str, object]


class Table(ABC):
    """A table that can be read from the start more than once.

    If `typed` is true, values have JSON types. Otherwise, all values are text. `may_be_unstorable`
    is true if the last record read could contain text that PostgreSQL cannot store.
    """

    typed: bool

    def __init__(self, path: Path) -> None:
        self.path = path
        self.columns: list[str] = []
        self.may_be_unstorable = False

    @abstractmethod
    def estimate(self) -> int:
        """Return an estimate of the number of rows, based on the line ends in the first
        megabytes."""

    @abstractmethod
    def records(self, findings: Findings) -> Iterator[Record]:
        """Yield every row that is not empty. Rows with problems are added to `findings` and left
        out. Raises DocumentError if the file cannot be read to its end."""


def open_table(
    path: Path, *, unnamed: bool = False, spread: Mapping[str, str] | None = None
) -> Table:
    """Return the table in the file `path`. The file name's suffix decides whether it is CSV or
    JSONL. If the suffix is unknown, the content decides. Raises DocumentError for other kinds of
    files.

    With `unnamed`, CSV columns without a name (for example row numbers that a program wrote) are
    named by their position. `spread` maps keys to prefixes, for JSONL. An object with such a key is
    replaced with a column for each of its own keys, with the prefix in front.
    """
    _refuse_other_files(path)
    suffix = path.suffix.lower()
    is_json = suffix in JSONL_SUFFIXES
    if not is_json and suffix not in CSV_SUFFIXES:
        first = next((line for line in _lines(path) if line.strip()), "")
        is_json = first.lstrip()[:1] in {"{", "["}
    return JsonlTable(path, spread=spread) if is_json else CsvTable(path, unnamed=unnamed)


def _refuse_other_files(path: Path) -> None:
    with path.open("rb") as file:
        head = file.read(4)
    if not head:
        remedy = "Use a table with a header and at least one row."
        raise DocumentError.one(path.name, "is empty.", remedy=remedy)
    matching = (words for signature, words in SIGNATURES.items() if head.startswith(signature))
    words = next(matching, None)
    if words is None and b"\0" in head[:2]:
        words = SIGNATURES[codecs.BOM_UTF16_LE]
    if words:
        raise DocumentError.one(path.name, words[0], remedy=words[1])


def _lines(path: Path) -> Iterator[str]:
    """Yield the file's lines with their line ends, without a byte order mark. Raises DocumentError
    for text that is not UTF-8 and for lines that are too long."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            for number, line in enumerate(iter(partial(file.readline, CELL_LIMIT), ""), start=1):
                if len(line) == CELL_LIMIT:
                    what = f"is longer than {CELL_LIMIT:,} characters."
                    raise DocumentError.one(path.name, what, line=number)
                yield line
    except UnicodeDecodeError:
        offset, number, byte = _first_bad_byte(path)
        what = f"byte 0x{byte:02X} at offset {offset:,} is not UTF-8."
        raise DocumentError.one(path.name, what, line=number, remedy=UTF8_REMEDY) from None


def _line_ends(path: Path, *, quotes: bool) -> int:
    """Return an estimate of the file's number of lines, including an unfinished last line. With
    `quotes`, line ends inside double quotes do not count.

    Only the start of a long file is counted, and the rest is assumed to be similar.
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
    open_end = read == size and last not in {b"\n", b"\r"}
    return round((feeds or returns) * size / max(read, 1)) + open_end


def _first_bad_byte(path: Path) -> tuple[int, int, int]:
    """Return the offset (from 0), the line (from 1) and the value of the first byte that is not
    UTF-8. Raises OSError if there is no such byte."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    offset, line = 0, 1
    with path.open("rb") as file:
        for chunk in chain(iter(partial(file.read, 1 << 16), b""), [b""]):
            pending = len(decoder.getstate()[0])
            try:
                decoder.decode(chunk, final=not chunk)
            except UnicodeDecodeError as error:
                whole, start = bytes(error.object), error.start
                return offset - pending + start, line + whole[:start].count(b"\n"), whole[start]
            offset, line = offset + len(chunk), line + chunk.count(b"\n")
    raise OSError(f"{path} changed while it was read")


class CsvTable(Table):
    """A CSV table with a comma, semicolon or tab as the delimiter. A quoted cell can contain line
    ends and doubled quotation marks."""

    typed = False

    def __init__(self, path: Path, *, unnamed: bool = False) -> None:
        super().__init__(path)
        is_tsv = path.suffix.lower() == ".tsv"
        self.delimiter = "\t" if is_tsv else max(DELIMITERS, key=self._header_width)
        self.columns = self._header(unnamed=unnamed)

    def _header_width(self, delimiter: str) -> int:
        """Return the number of columns in the header with this delimiter, or 0 if the header cannot
        be read."""
        try:
            return len(next(self._rows(delimiter), []))
        except (
            DocumentError
        ):  # quotes make no sense with this delimiter; the chosen one reports the error
            return 0

    def _header(self, *, unnamed: bool) -> list[str]:
        cells = [cell.strip() for cell in next(self._rows(self.delimiter), [])]
        if len(cells) > COLUMNS_LIMIT:
            remedy = "Delete columns that you do not need, or use one row per item and system."
            what = f"has {len(cells):,} columns; at most {COLUMNS_LIMIT:,} are read."
            raise DocumentError.one(self.path.name, what, path="row 1", remedy=remedy)
        if unnamed and any(cells):
            cells = [cell or f"column {number}" for number, cell in enumerate(cells, start=1)]
        self._check_names(cells)
        return cells

    def _check_names(self, cells: Sequence[str]) -> None:
        """Raise DocumentError if the header is empty, a column has no name, or two columns have the
        same name."""
        findings = Findings(self.path.name)
        first_with: dict[str, int] = {}
        for number, cell in enumerate(cells, start=1):
            first = first_with.setdefault(cell, number)
            if not cell:
                remedy = "Name the column, or delete it."
                findings.refuse(f"column {number} has no name.", row=1, remedy=remedy)
            elif first < number:
                what = f"columns {first} and {number} have the same name."
                findings.refuse(
                    what, row=1, column=cell, remedy="Rename or delete one of the columns."
                )
        if not cells:
            findings.refuse("is blank.", row=1, remedy="Put the column names in the first row.")
        findings.stop_if_any()

    def estimate(self) -> int:
        return max(0, _line_ends(self.path, quotes=True) - 1)

    def records(self, findings: Findings) -> Iterator[Record]:
        for row, cells in self.whole_rows(findings):
            yield Record(row, dict(zip(self.columns, cells)))  # noqa: B905 - as long as each other

    def whole_rows(self, findings: Findings) -> Iterator[tuple[int, list[str]]]:
        """Yield the number and the cells of each row that is not empty. Rows with a wrong number of
        cells are added to `findings` and left out."""
        width = len(self.columns)
        for row, cells in enumerate(islice(self._rows(self.delimiter), 1, None), start=2):
            if len(cells) == width and any(cells):
                yield row, cells
            elif any(cells):  # an empty row is ignored: spreadsheets leave them at the end
                findings.refuse(
                    f"has {len(cells)} cells, but the header has {width} columns.",
                    row=row,
                    remedy="Put cells that contain the delimiter or a line break in double quotes.",
                )

    def _rows(self, delimiter: str) -> Iterator[list[str]]:
        try:
            yield from self._reader(delimiter)
        except csv.Error as error:
            row, line = self._broken_row(delimiter)
            raise DocumentError.one(
                self.path.name,
                f"cannot be read as CSV: {error}.",
                path=f"row {row}",
                line=line if line != row else None,
                remedy="Close each quotation mark, and double each quotation mark inside a cell.",
            ) from None

    def _reader(self, delimiter: str) -> Any:
        csv.field_size_limit(CELL_LIMIT)
        return csv.reader(self._watched_lines(), delimiter=delimiter, strict=True)

    def _broken_row(self, delimiter: str) -> tuple[int, int]:
        """Return the number of the row that cannot be read, and the line where the row starts. This
        reads the file again, because recording line numbers would slow down all other reading."""
        reader, row, line = self._reader(delimiter), 1, 1
        with suppress(csv.Error):
            for _cells in reader:
                row, line = row + 1, reader.line_num + 1
        return row, line

    def _watched_lines(self) -> Iterator[str]:
        # Text decoded from UTF-8 has no single surrogates, but can contain NUL.
        for line in _lines(self.path):
            if "\0" in line:
                self.may_be_unstorable = True
            yield line


class _DuplicateKeyError(ValueError):
    """Raised if a JSON object has the same key twice."""


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    values = dict(pairs)
    if len(values) < len(pairs):
        counts = Counter(key for key, _value in pairs)
        raise _DuplicateKeyError(next(key for key, count in counts.items() if count > 1))
    return values


class JsonlTable(Table):
    """A table with one JSON object per line."""

    typed = True

    def __init__(self, path: Path, *, spread: Mapping[str, str] | None = None) -> None:
        super().__init__(path)
        self._spread = spread or {}
        ignored = Findings(path.name)
        self.columns = self._keys(islice(self.records(ignored), COLUMNS_FROM_ROWS))
        if not self.columns:
            ignored.stop_if_any()
            remedy = "Write one JSON object per line."
            raise DocumentError.one(path.name, "has no rows.", remedy=remedy)

    def _keys(self, records: Iterable[Record]) -> list[str]:
        keys: dict[str, None] = {}
        for record in records:
            keys |= dict.fromkeys(record.values)
            if len(keys) > COLUMNS_LIMIT:
                path, remedy = f"row {record.row}", "Delete keys that you do not need."
                what = f"there are {len(keys):,} different keys up to this row; "
                what += f"at most {COLUMNS_LIMIT:,} are read."
                raise DocumentError.one(self.path.name, what, path=path, remedy=remedy)
        return list(keys)

    def estimate(self) -> int:
        return _line_ends(self.path, quotes=False)

    def records(self, findings: Findings) -> Iterator[Record]:
        for row, line in enumerate(_lines(self.path), start=1):
            self.may_be_unstorable = "\\u" in line  # JSON has such characters only as escapes
            if line.strip() and (values := self._parsed(line, row, findings)) is not None:
                yield Record(row, values)

    def _parsed(self, line: str, row: int, findings: Findings) -> dict[str, object] | None:
        try:
            values = json.loads(line.rstrip("\r\n"), object_pairs_hook=_object)
        except _DuplicateKeyError as error:
            column, remedy = str(error), "Delete one of the two."
            findings.refuse(
                "this key occurs twice in the object.", row=row, column=column, remedy=remedy
            )
        except json.JSONDecodeError as error:
            what = f"is not valid JSON at character {error.colno}: {error.msg.removesuffix(' at')}."
            findings.refuse(what, row=row, remedy="Write one complete JSON object per line.")
        except (ValueError, RecursionError):
            what = "contains a number that is too large, or is nested too deeply."
            findings.refuse(what, row=row, remedy="Shorten the number, or use fewer levels.")
        else:
            if isinstance(values, dict):
                return self._flat(values) if self._spread else values
            remedy = "Write one object per line: jq -c '.[]' old.json > new.jsonl"
            findings.refuse("is not a JSON object.", row=row, remedy=remedy)
        return None

    def _flat(self, values: dict[str, object]) -> dict[str, object]:
        """Replace each object in `values` whose key is in `spread` with one column per key of the
        object. The new columns come last, and their names start with the key's prefix in
        `spread`."""
        for key, prefix in self._spread.items():
            if isinstance(inner := values.get(key), dict):
                values = {name: value for name, value in values.items() if name != key}
                values |= {f"{prefix}{name}": value for name, value in inner.items()}
        return values
