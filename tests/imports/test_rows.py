"""Tests of staging cells: the fast paths for common rows give the same result as the slow ones."""

from itertools import chain

import pytest

from core.tabular.findings import Findings
from core.tabular.reading import open_table
from stimuli.imports.conversations import Conversations
from stimuli.imports.layouts import SPREAD, find_layout
from stimuli.imports.options import ImportOptions
from stimuli.imports.rows import RowReader
from tests.imports.makers import LONG, problems, table

HEAD = LONG[0]
ROWS = {
    "long": [
        HEAD,
        ["1", "Heron", "A quay.", "Harbour"],
        ["1", " Heron ", "Boats.", "Harbour"],
        [" 1", "Moss", " \u2003kept ", "Harbour"],
        ["2", "Heron", " \u2003 ", 'A "quoted" \\ word\n'],
        ["2", "Moss", "é\u2028", ""],
        ["1", "Moss", "Again.", "Harbour"],
    ],
    "wide": [
        ["item_id", "output:Heron", "output:Moss", "output_image:Reed", "b", "a"],
        ["1", "A quay.", "Boats.", "r.png", "x", "y"],
        ["2", "A hill.", " ", "", "x", "y"],
        ["2", "", "", "", "", "y"],
    ],
    "without fields": [HEAD[:3], ["1", "Heron", "A quay."], ["2", "Heron", "A hill."]],
}


def staged(path):
    """Return the staged cells without their row numbers, and the reader's counts."""
    rows, findings = open_table(path, spread=SPREAD), Findings(path.name)
    layout = find_layout(path.name, rows.columns, ImportOptions(), None)
    reader = RowReader(rows, layout, findings, Conversations(None), allow_missing=True)
    # Rows are numbered otherwise: a CSV has a header.
    cells = [cell[1:] for cell in chain.from_iterable(reader.rows())]
    assert findings.problem_count == 0
    return cells, reader.systems, reader.heads, reader.bare


@pytest.mark.parametrize("rows", ROWS.values(), ids=ROWS)
def test_texts_and_the_same_texts_in_json_are_staged_alike(tmp_path, rows):
    header, *cells = rows
    objects = [dict(zip(header, row, strict=True)) for row in cells]
    cells, *counts = staged(table(tmp_path, rows))
    assert [cells, *counts] == [*staged(table(tmp_path, objects, "table.jsonl"))]


def test_a_long_table_is_staged_as_it_stands(tmp_path):
    cells, systems, heads, bare = staged(table(tmp_path, ROWS["long"]))
    harbour, quoted = '{"context": "Harbour"}', '{"context": "A \\"quoted\\" \\\\ word\\n"}'
    assert cells == [
        ("1", harbour, 0, "Heron", "text", "A quay.", None),
        ("1", None, 0, "Heron", "text", "Boats.", None),
        ("1", None, 0, "Moss", "text", " \u2003kept ", None),
        ("2", quoted, None, None, None, None, None),
        ("2", "{}", 0, "Moss", "text", "é\u2028", None),
        ("1", harbour, 0, "Moss", "text", "Again.", None),
    ]
    assert (dict(systems), heads, bare) == ({"Heron": 2, "Moss": 3}, 4, 1)


@pytest.mark.parametrize("name", ["table.csv", "table.jsonl"])
@pytest.mark.parametrize("column", range(4))
def test_a_character_that_cannot_be_stored_after_rows_without_one(project, tmp_path, name, column):
    header, *rows = LONG
    rows[2] = [*rows[2]]
    rows[2][column] += "\0x"
    content = [header, *rows]
    if name == "table.jsonl":
        content = [dict(zip(header, row, strict=True)) for row in rows]
    where = f"row {4 if name == 'table.csv' else 3}, column `{header[column]}`"
    what = "contains a NUL character or half of a surrogate pair, which cannot be stored."
    remedy = "Remove that character."
    assert problems(project, table(tmp_path, content, name)) == [f"{where}: {what} {remedy}"]
