"""Whatever a CSV file holds: by columns come the rows, their numbers and the refusals that Python's reader gives."""

import csv
import io
import subprocess
import sys

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from stimuli.imports import chunks, tables
from stimuli.imports.chunks import ColumnBlock, read_chunk
from stimuli.imports.tables import CsvTable, Place
from surveys.errors import DocumentError
from tests.imports.makers import LONG, content, csv_bytes, load, table

CELLS = st.text(st.sampled_from('ab1é😀\u2028\ufeff ",;\t\n\r\\'), max_size=6)
ENDS = st.sampled_from(["\n", "\r\n", "\r"])
# What is put anywhere into a table that was whole.
FAULTS = st.sampled_from(
    [
        b'"',
        b'""',
        b"\n",
        b"\r",
        b"\r\n",
        b"\n\n",
        b"\0",
        b"\xff",
        b"\xef\xbb\xbf",
        b"\xed\xa0\x80",
        b",",
        b" ",
        b"x" * 90,
    ]
)
SMALL = {"CHUNK_BYTES": 24, "LONGEST_CHUNK": 60}


@st.composite
def files(draw):
    """The bytes of a table, which is whole but for a fault or two."""
    delimiter, end = draw(st.sampled_from(",;\t")), draw(ENDS)
    header = list("ijk")[: draw(st.integers(1, 3))]
    rows = draw(st.lists(st.lists(CELLS, min_size=len(header), max_size=len(header)), max_size=12))
    quoting = draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
    body = csv_bytes(rows, delimiter=delimiter, end=end, quoting=quoting)
    for at, fault in draw(st.lists(st.tuples(st.integers(0, len(body)), FAULTS), max_size=2)):
        body = body[:at] + fault + body[at:]
    body = body.removesuffix(end.encode()) if draw(st.booleans()) else body
    mark = draw(st.sampled_from([b"", b"\xef\xbb\xbf"]))
    return mark + csv_bytes([header], delimiter=delimiter, end=end) + body


def outcome(blocks):
    """Every row with its number, or what is wrong. A blank row has no cells or only empty ones."""
    try:
        return [
            (block.first + at, list(row) if any(row) else []) for block in blocks for at, row in enumerate(block.rows)
        ]
    except DocumentError as error:
        return str(error)


@pytest.mark.parametrize("piece", [20, 1 << 20])
def test_both_ways_read_the_same_rows(tmp_path, monkeypatch, piece):
    for name, value in SMALL.items():
        monkeypatch.setattr(chunks, name, value)
    monkeypatch.setattr(tables, "PIECE", piece)
    kinds = set()

    @settings(max_examples=300, deadline=None)
    @given(files())
    def same(written):
        try:
            read = CsvTable(table(tmp_path, written))
        except DocumentError:  # already the header is refused
            return
        by_columns = list(noted(read.column_blocks(5)))
        assert outcome(iter(by_columns)) == outcome(read.blocks(5))

    def noted(blocks):
        try:
            for block in blocks:
                kinds.add(type(block).__name__)
                yield block
        except DocumentError as error:
            kinds.add("refused")
            yield Refusal(error)

    same()
    assert kinds == {"ColumnBlock", "Block", "refused"}


class Refusal:
    """Stands where reading ended."""

    first = 0

    def __init__(self, error):
        self.error = error

    @property
    def rows(self):
        raise self.error


@pytest.mark.parametrize(
    "body",
    [
        b'1,"a"b,x\n',
        b'1,a"b,x\n',
        b'1,a"b"c,x\n',
        b'1, "a",x\n',
        b'1,"a" ,x\n',
        b'1,"a,x\n',
        b"1,a\n",
        b"1,a,x,y\n",
        b"1,a,x\r2,b,y\n",
        b"1,a,x\r",
        b'1,"a\rb",x\n',
        b"\xef\xbb\xbf1,a,x\n",
        b"1,\0,x\n",
        b"1,\xff,x\n",
        b"1,\xed\xa0\x80,x\n",
        b"",
    ],
)
def test_what_is_not_certain_is_left(tmp_path, body):
    path = table(tmp_path, b"i,j,k\n" + body)
    assert read_chunk(path, Place(6, 2, 2), delimiter=",", width=3) is None


def test_what_is_certain_is_read(tmp_path):
    body = b'1,"a ""b"", c\r\nd",\r\n"","""",\xc3\xa9\r\n\r\n3,\xef\xbb\xbf,\xe2\x80\xa8'
    chunk = read_chunk(table(tmp_path, b"i,j,k\n" + body), Place(6, 2, 2), delimiter=",", width=3)
    assert [column.to_pylist() for column in chunk.cells] == [
        ["1", "", "", "3"],
        ['a "b", c\r\nd', '"', "", "\ufeff"],
        ["", "é", "", "\u2028"],
    ]
    assert chunk.end == Place(6 + len(body), 6, 6)
    assert [block.first for block in chunk.blocks(2)] == [2, 4]


def test_columns_again_behind_an_odd_row(tmp_path, monkeypatch):
    monkeypatch.setattr(tables, "PIECE", 100)
    monkeypatch.setattr(chunks, "CHUNK_BYTES", 100)
    rows = [[f"{number:03}", 'é"' if number == 30 else "é"] for number in range(100)]
    written = io.StringIO()
    csv.writer(written, quoting=csv.QUOTE_NONE, quotechar=None, lineterminator="\n").writerows([["i", "j"], *rows])
    blocks = list(CsvTable(table(tmp_path, written.getvalue().encode())).column_blocks(1000))
    kinds = [isinstance(block, ColumnBlock) for block in blocks]
    assert kinds == sorted(kinds[:3], reverse=True) + [False] + [True] * (len(kinds) - 4)
    assert outcome(iter(blocks)) == [(at, row) for at, row in enumerate(rows, start=2)]


TEXTS = st.sampled_from(["A quay", 'say "x"', "two\nlines", "two\r\nlines", " é\\", "a, b; c\td", "\u2028x", "\x01 y"])
SPOILT = [
    ["1", "Heron", " ", "x"],
    ["1", "Moss", "x"],
    ["", "", "", ""],
    [],
    ["1", "Moss", "x", "other"],
    ["\xa0", "M", "x", ""],
]


@st.composite
def datasets(draw):
    """The bytes of a table of items and outputs, with no more than one or two odd rows."""
    contexts = draw(st.lists(st.one_of(TEXTS, st.just("")), min_size=1, max_size=4))
    rows = [
        [f" {item} ", system, draw(TEXTS), context]
        for item, context in enumerate(contexts)
        for system in draw(st.sampled_from([["Heron"], ["Moss", "Heron"], [" Heron", "Reed\u2003"]]))
    ]
    for at, row in draw(st.lists(st.tuples(st.integers(0, 8), st.sampled_from(SPOILT)), max_size=2)):
        rows.insert(at, row)
    rows = draw(st.permutations(rows))
    quoting = draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
    return csv_bytes([LONG[0], *rows], delimiter=draw(st.sampled_from(",;\t")), end=draw(ENDS), quoting=quoting)


def test_both_ways_import_the_same(project, tmp_path, monkeypatch):
    """Stored alike, or refused with the same words."""
    seen, number = set(), iter(range(10**6))

    def told(path):
        try:
            result = load(project, path, name=f"Scenes {next(number)}")
        except DocumentError as error:
            seen.add("refused")
            return [str(problem) for problem in error.problems], error.more
        seen.add("stored")
        return content(result.dataset), [str(warning) for warning in result.warnings]

    @settings(max_examples=40, deadline=None)
    @given(datasets())
    @example(csv_bytes([LONG[0], ["1", "Moss", "x", "other"], *([" 1", name, "y", ""] for name in ("Moss", "Heron"))]))
    def same(written):
        path = table(tmp_path, written)
        with monkeypatch.context() as small:
            small.setattr(chunks, "CHUNK_BYTES", 40)
            by_columns = told(path)
        with monkeypatch.context() as off:
            off.setattr(chunks, "CHUNK_BYTES", 0)
            off.setattr(chunks, "LONGEST_CHUNK", 0)
            assert by_columns == told(path)

    same()
    assert seen == {"stored", "refused"}


def test_a_process_that_imports_nothing_is_spared_the_memory():
    told = "import django; django.setup(); import hits.admin, sys; print('pyarrow' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
