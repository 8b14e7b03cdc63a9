"""Reading by columns gives what reading row by row gives, or leaves the block to that."""

import numpy as np
import pyarrow as pa
import pytest
from django.db import connection
from hypothesis import given
from hypothesis import strategies as st

from stimuli.imports import ImportOptions, transfer
from stimuli.imports.chunks import ColumnBlock
from stimuli.imports.columns import ColumnReader
from stimuli.imports.copying import Json, copy_in, copy_rows
from stimuli.imports.findings import Findings
from stimuli.imports.layouts import find_layout
from stimuli.imports.rows import RowReader
from stimuli.imports.tables import COUNTED_BYTES, open_table
from stimuli.models import Output
from tests.imports.makers import LONG, content, csv_bytes, load, problems, stored_files, table

LAYOUTS = {
    "long": (["item_id", "system", "output", "Page title", "b", "a"], {}),
    "prefixed": (["id", "b", "output:Heron", "output: Moss", "a"], {}),
    "named": (["id", "Heron", "b", "Moss"], {"systems": ("Heron", "Moss")}),
    "id is a picture's name": (["image", "system", "text", "a"], {"item_column": "image"}),
}
NASTY = st.text(st.sampled_from('aé" \\\t\r\n\x01\x1f\x7f\x85\xa0\u2028😀{}'), max_size=5)
CELLS = st.one_of(st.sampled_from(["1", " 2 ", "Heron", "x" * 121, "y" * 201]), NASTY)


class KeptTable:
    """The columns of a CSV table, for reading blocks that are made up here."""

    def __init__(self, folder, columns):
        self._table = open_table(table(folder, [columns, ["x"] * len(columns)]))
        self.columns, self.records = self._table.columns, self._table.records


@pytest.mark.parametrize("kind", LAYOUTS)
def test_both_ways_give_the_same(tmp_path_factory, kind):
    columns, options = LAYOUTS[kind]
    kept = KeptTable(tmp_path_factory.mktemp("columns"), columns)
    layout = find_layout("t.csv", columns, ImportOptions(**options), None)
    read = []

    @given(st.lists(st.lists(CELLS, min_size=len(columns), max_size=len(columns)), min_size=1, max_size=4))
    def same(rows):
        block, findings = by_columns(7, rows), Findings("t.csv")
        by_row = RowReader(layout, findings, allow_missing=False).read(kept.records(block, findings))
        by_column = ColumnReader(layout, columns).read(block)
        read.append(by_column is not None)
        if by_column is not None:
            assert findings.problem_count == 0
            assert as_lists(by_column) == as_lists(by_row)

    same()
    assert {True, False} == set(read)


def by_columns(first, rows):
    return ColumnBlock(first, [pa.array(column) for column in zip(*rows, strict=True)])


def as_lists(rows):
    return [getattr(rows, name).tolist() for name in ("rows", "items", "raws", "at", "systems", "places", "texts")]


@pytest.mark.parametrize(
    "rows",
    [
        [["", "", "", ""]],
        [["1", "Heron", " ", ""]],
        [["1", "Heron", "x", ""], ["1", "Moss", "\u2003\n", ""]],
        [["", "H", "x", ""]],
        [["\x1f", "H", "x", ""]],
        [["1", "H" * 121, "x", ""]],
    ],
)
def test_what_needs_a_closer_look_is_left(rows):
    layout = find_layout("t.csv", LONG[0], ImportOptions(), None)
    assert ColumnReader(layout, LONG[0]).read(by_columns(2, rows)) is None


def test_long_names_are_counted_in_characters():
    layout = find_layout("t.csv", LONG[0], ImportOptions(), None)
    read = ColumnReader(layout, LONG[0]).read(by_columns(2, [["\u00e9" * 200, "é" * 120, "x", ""]]))
    assert (read.items.to_pylist(), read.raws.to_pylist()) == (["é" * 200], ["{}"])


@pytest.mark.django_db
def test_rows_for_copy():
    texts, objects = ["plain", 'a\\b\tc\r\n"d" é', ""], ["{}", '{"a": "\\n"}', "[1]"]
    with connection.cursor() as cursor:
        cursor.execute("create temporary table copied (a bigint, b text, c jsonb, d integer) on commit drop")
        for start in (0, 1, 3):  # slices of arrays, and none at all
            some = [np.array([-1, 2**40, 7])[start:], pa.array(texts)[start:], Json(pa.array(objects)[start:])]
            copy_in(cursor, "copied", [copy_rows(*some, np.array([1, -2, 3], np.int32)[start:])])
        cursor.execute("select a, b, c::text, d from copied")
        rows = [(-1, texts[0], "{}", 1), (2**40, texts[1], '{"a": "\\n"}', -2), (7, texts[2], "[1]", 3)]
        assert cursor.fetchall() == [*rows, *rows[1:]]


@pytest.mark.parametrize("order", ["by item", "by system"])
@pytest.mark.parametrize("media", [False, True])
def test_items_that_come_again_in_later_blocks(project, tmp_path, monkeypatch, order, media):
    monkeypatch.setattr(transfer, "BLOCK_ROWS", 6)
    monkeypatch.setattr(transfer, "BLOCK_ROWS_WITH_MEDIA", 6)
    rows = [
        [str(n), system, f"{system} on {n}", f"field {n}"] for n in range(20) for system in ("Heron", "Moss", "Reed")
    ]
    if order == "by system":
        rows.sort(key=lambda row: row[1])
    folder = tmp_path / "media"
    folder.mkdir()
    result = load(project, table(tmp_path, [LONG[0], *rows]), folder if media else None)
    assert (result.items, result.systems, result.outputs) == (20, 3, 60)
    assert content(result.dataset) == {
        str(n): ({"context": f"field {n}"}, {one: f"{one} on {n}" for one in ("Heron", "Moss", "Reed")}, {})
        for n in range(20)
    }


@pytest.mark.parametrize("media", [False, True])
def test_doubled_output_blocks_apart(project, tmp_path, monkeypatch, media):
    """Found by the table's own constraint, with or without the spool, and told with both rows."""
    monkeypatch.setattr(transfer, "BLOCK_ROWS", 3)
    monkeypatch.setattr(transfer, "BLOCK_ROWS_WITH_MEDIA", 3)
    rows = [[str(n), "Heron", f"Text {n}", "x"] for n in range(20)]
    folder = tmp_path / "media"
    folder.mkdir()
    path = table(
        tmp_path, [LONG[0], *rows, ["1", "Heron", "Again", "x"], *([str(n), "Moss", "y", "x"] for n in range(9))]
    )
    assert problems(project, path, folder if media else None) == [
        "row 22, column `output`: item 1 has an output of system Heron already, in row 3. Keep one of the two."
    ]
    assert stored_files() == {}
    assert Output.objects.count() == 0


def test_doubles_are_told_along_with_everything_else(project, tmp_path):
    rows = [*LONG, ["1", "Heron", "Again.", "Harbour"], ["2", "Moss", "", "Hills"], ["1", "Reed", "x", "Elsewhere"]]
    remedy = "Repeat an item's fields in each of its rows unchanged."
    assert problems(project, table(tmp_path, rows)) == [
        "row 6, column `output`: item 1 has an output of system Heron already, in row 2. Keep one of the two.",
        ("row 7, column `output`: the output is empty. Fill it in, or allow blank outputs, which are then left out."),
        f"row 8, column `context`: item 1 has “Elsewhere” here, but “Harbour” in row 2. {remedy}",
    ]


def test_outputs_taken_for_systems(project, tmp_path):
    rows = [LONG[0], *([str(n), f"A text {n:04}", "Heron", "x"] for n in range(1001))]
    assert problems(project, table(tmp_path, rows)) == [
        (
            "there are more than 1,000 different systems, among them A text 0000. "
            "The systems are probably in another column; name it as the column of the system."
        )
    ]


@pytest.mark.parametrize(
    ("content", "name", "rows"),
    [
        (csv_bytes(LONG), "t.csv", 4),
        (csv_bytes(LONG, end="\n").rstrip(), "t.csv", 4),
        (csv_bytes(LONG, end="\r"), "t.csv", 4),
        (csv_bytes([LONG[0], ["1", "Heron", 'Two\nlines, "quoted"', "x" * 3_000_000 + "\n,"]]), "t.csv", 1),
        (csv_bytes(LONG[:1]), "t.csv", 0),
        (b'{"id": 1}\n{"id": "a \\" b"}\n{"id": 3}', "t.jsonl", 3),
    ],
)
def test_rows_are_estimated_by_the_line_ends(tmp_path, content, name, rows):
    assert open_table(table(tmp_path, content, name)).estimate() == rows


def test_long_files_are_estimated_by_their_first_megabytes(tmp_path):
    line = b"1,Heron,x\n"
    rows = COUNTED_BYTES // len(line) + 100_000
    path = table(tmp_path, b"id,system,output\n" + line * rows)
    assert abs(open_table(path).estimate() - rows) <= 1
