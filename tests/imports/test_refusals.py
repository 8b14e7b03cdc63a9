"""Tests that every rejection of a table names the row and column and leaves nothing behind."""

import json

import pytest
from django.db import IntegrityError

from core.errors import DocumentError
from core.tabular.reading import CELL_LIMIT
from people.models import User
from stimuli.imports import import_dataset
from tests.imports.makers import (
    LONG,
    csv_bytes,
    load,
    picture,
    problems,
    table,
    world_state,
    zipped,
)

HEAD = LONG[0]


def refused(project, tmp_path, content, name="table.csv", **options):
    return problems(project, table(tmp_path, content, name), **options)


def test_encoding_names_the_byte(project, tmp_path):
    content = csv_bytes(LONG) + "3,Heron,Un café,x\r\n".encode("latin-1")
    assert refused(project, tmp_path, content) == [
        (
            f"line 6: byte 0xE9 at offset {content.index(0xE9)} is not UTF-8. Save the table as UTF-8 (in a spreadsheet "
            "“CSV UTF-8”), or convert it: iconv -f WINDOWS-1252 -t UTF-8 old.csv > new.csv"
        )
    ]


def test_encoding_is_found_beyond_the_first_buffer(project, tmp_path):
    content = (
        csv_bytes([HEAD, *([str(n), "Heron", "é" * 40, ""] for n in range(3000))])
        + b'9,Moss,"\xe2\x82",x\r\n'
    )
    offset = len(content) - len(b'\xe2\x82",x\r\n')
    assert refused(project, tmp_path, content)[0].startswith(
        f"line 3002: byte 0xE2 at offset {offset:,} is not UTF-8."
    )


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "is empty. Use a table with a header and at least one row."),
        (
            csv_bytes(LONG).decode().encode("utf-16"),
            "is encoded in UTF-16. Save the file as UTF-8.",
        ),
        (
            csv_bytes(LONG).decode().encode("utf-16-le"),
            "is encoded in UTF-16. Save the file as UTF-8.",
        ),
        (
            b"PK\x03\x04rest",
            "is a spreadsheet or a ZIP file, not a text table. Save the sheet as “CSV UTF-8”.",
        ),
        (
            b"\xd0\xcf\x11\xe0rest",
            "is an old Excel file, not a text table. Save the sheet as “CSV UTF-8”.",
        ),
        (b"\x1f\x8brest", "is compressed with gzip. Decompress the file first."),
    ],
)
def test_other_files_are_told_apart(project, tmp_path, content, said):
    assert refused(project, tmp_path, content) == [said]


def test_header_alone(project, tmp_path):
    assert refused(project, tmp_path, LONG[:1]) == [
        "has no rows. Add at least one row below the header."
    ]


@pytest.mark.parametrize(
    ("header", "said"),
    [
        (
            b"\r\nitem_id,system,output\r\n",
            "row 1: is blank. Put the column names in the first row.",
        ),
        (b"item_id,,output\r\n", "row 1: column 2 has no name. Name the column, or delete it."),
        (
            b"item_id,system,output,item_id\r\n",
            "row 1, column `item_id`: columns 1 and 4 have the same name. Rename or delete one of the columns.",
        ),
    ],
)
def test_header(project, tmp_path, header, said):
    assert refused(project, tmp_path, header + b"1,a,b\r\n") == [said]


def test_many_columns(project, tmp_path):
    names = ",".join(f"c{number}" for number in range(200_000))
    assert refused(project, tmp_path, f"{names}\r\n1,2\r\n".encode()) == [
        (
            "row 1: has 200,000 columns; at most 2,000 are read. "
            "Delete columns that you do not need, or use one row per item and system."
        )
    ]


def test_many_keys(project, tmp_path):
    rows = [{"item_id": "1"}, {f"k{number}": 1 for number in range(2000)}]
    content = "\n".join(json.dumps(row) for row in rows).encode()
    assert refused(project, tmp_path, content, "table.jsonl") == [
        (
            "row 2: there are 2,001 different keys up to this row; at most 2,000 are read. "
            "Delete keys that you do not need."
        )
    ]


def test_doubled_key_among_many(project, tmp_path):
    """Counting each of the 200,000 keys separately would take minutes."""
    keys = [*range(200_000), 199_999]
    content = "{" + ",".join(f'"k{key}": 1' for key in keys) + "}"
    said = refused(
        project,
        tmp_path,
        b'{"id": 1, "system": "a", "output": "b"}\n' + content.encode(),
        "table.jsonl",
    )
    assert (
        said[0]
        == "row 2, column `k199999`: this key occurs twice in the object. Delete one of the two."
    )


def test_wrong_number_of_cells(project, tmp_path):
    rows = [*LONG, ["3", "Heron", "Text"], ["4", "Heron", "A", "text", "cut"]]
    remedy = "Put cells that contain the delimiter or a line break in double quotes."
    assert refused(project, tmp_path, rows) == [
        f"row 6: has 3 cells, but the header has 4 columns. {remedy}",
        f"row 7: has 5 cells, but the header has 4 columns. {remedy}",
    ]


def test_rows_are_counted_as_a_spreadsheet_does(project, tmp_path):
    rows = [HEAD, ["1", "Heron", "Two\r\nlines\nor three", ""], ["2", "Heron", "", ""]]
    assert refused(project, tmp_path, rows) == [
        (
            "row 3, column `output`: the output is empty. Fill it in, or choose to skip blank outputs."
        )
    ]


def test_open_quote(project, tmp_path):
    content = csv_bytes(LONG) + b'3,Heron,"never closed,x\r\n4,Heron,Text,x\r\n'
    assert refused(project, tmp_path, content) == [
        (
            "row 6: cannot be read as CSV: unexpected end of data. "
            "Close each quotation mark, and double each quotation mark inside a cell."
        )
    ]


def test_quote_inside_a_cell(project, tmp_path):
    content = csv_bytes(LONG) + b'3,Heron,"a "hill" again",x\r\n'
    assert refused(project, tmp_path, content)[0].startswith(
        "row 6: cannot be read as CSV: ',' expected after"
    )


def test_endless_cell(project, tmp_path):
    content = csv_bytes(LONG) + b'3,Heron,"' + b"x" * CELL_LIMIT + b'",y\r\n'
    assert refused(project, tmp_path, content) == ["line 6: is longer than 16,777,216 characters."]
    lines = (
        csv_bytes(LONG)
        + b'3,Heron,"'
        + (b"x" * 999 + b"\n") * (CELL_LIMIT // 1000 + 1)
        + b'",y\r\n'
    )
    assert refused(project, tmp_path, lines)[0].startswith(
        f"row 6: cannot be read as CSV: field larger than field limit ({CELL_LIMIT})."
    )


def test_cell_longer_than_the_standard_limit_is_read(project, tmp_path):
    text = "word " * 100_000
    made = load(project, table(tmp_path, [HEAD, ["1", "Heron", text, ""]])).dataset
    assert [output.text for output in made.items.get().outputs.all()] == [text]


def test_doubled_output(project, tmp_path):
    rows = [*LONG, ["2", "Moss", "Again.", "Hills"], ["2", " Moss ", "And again.", "Hills"]]
    assert refused(project, tmp_path, rows) == [
        "row 6, column `output`: item 2 already has an output of system Moss, in row 5. Delete one of the two outputs.",
        "row 7, column `output`: item 2 already has an output of system Moss, in row 5. Delete one of the two outputs.",
    ]


def test_doubled_item_in_the_wide_layout_is_said_once(project, tmp_path):
    rows = [
        ["id", "output:Heron", "output:Moss"],
        ["1", "a", "b"],
        ["2", "c", "d"],
        ["1", "e", "f"],
    ]
    assert refused(project, tmp_path, rows) == [
        "row 4, column `output:Heron`: item 1 already has an output of system Heron, in row 2. Delete one of the two outputs."
    ]


def test_contradicting_fields(project, tmp_path):
    rows = [*LONG, ["1", "Reed", "Water.", "A harbour"], ["2", "Reed", "Rain.", ""]]
    remedy = "Write the same value in all rows of the item."
    assert refused(project, tmp_path, rows) == [
        f"row 6, column `context`: item 1 has “A harbour” here, but “Harbour” in row 2. {remedy}",
        f"row 7, column `context`: item 2 has no value here, but “Hills” in row 4. {remedy}",
    ]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (
            ["", "Heron", "Text", ""],
            "row 2, column `item_id`: is empty. Fill it in, or delete the row.",
        ),
        (
            ["  ", "Heron", "Text", ""],
            "row 2, column `item_id`: is blank. Fill it in, or delete the row.",
        ),
        (["1", "", "Text", ""], "row 2, column `system`: is empty. Fill it in, or delete the row."),
        (
            ["i" * 201, "H", "T", ""],
            "row 2, column `item_id`: has 201 characters; at most 200 are stored. Shorten it.",
        ),
        (
            ["1", "s" * 121, "T", ""],
            "row 2, column `system`: has 121 characters; at most 120 are stored. Shorten it.",
        ),
        (
            ["1", "Heron", " \t", ""],
            (
                "row 2, column `output`: the output is empty. "
                "Fill it in, or choose to skip blank outputs."
            ),
        ),
    ],
)
def test_ids_and_outputs(project, tmp_path, row, said):
    assert refused(project, tmp_path, [HEAD, row]) == [said]


@pytest.mark.parametrize("column", [0, 1, 2, 3])
def test_nul(project, tmp_path, column):
    row = ["1", "Heron", "Text", "Context"]
    row[column] += "\0x"
    assert refused(project, tmp_path, [HEAD, row]) == [
        (
            f"row 2, column `{HEAD[column]}`: contains a NUL character or half of a surrogate pair, which cannot be stored. "
            "Remove that character."
        )
    ]


def test_id_of_200_characters_is_taken(project, tmp_path):
    assert load(project, table(tmp_path, [HEAD, ["é" * 200, "Heron", "Text", ""]])).items == 1


def test_long_field_name_is_said_once(project, tmp_path):
    rows = [["id", "system", "text", "c" * 41], ["1", "a", "b", "c"], ["2", "a", "b", "c"]]
    assert refused(project, tmp_path, rows)[0].endswith(
        "a field's name must have at most 40 characters, and no NUL. Rename the column."
    )
    assert len(refused(project, tmp_path, rows)) == 1


def test_jsonl_lines(project, tmp_path):
    lines = [
        '{"id": 1, "system": "Heron", "text": "Fine."}',
        "",
        '{"id": 2, "system": "Heron", "text": "Cut',
        '["id", 3]',
        '{"id": 4, "id": 5, "system": "Heron", "text": "x"}',
        '{"id": 4.5, "system": "Heron", "text": "x"}',
        '{"id": true, "system": "Heron", "text": "x"}',
        '{"id": 6, "system": "Heron", "text": 7}',
        '{"id": 7, "system": "Heron"}',
        '{"id": 8, "system": "Heron", "text": "x", "n": NaN}',
        '{"id": 9, "system": "Heron", "text": "x", "n": "\\ud800"}',
        '{"id": 10, "system": "Heron", "text": "x", "deep": [{"a\\u0000": 1}]}',
        '{"id": 11, "system": "Heron", "text": "x", "deep": ' + "[" * 100_000 + "]" * 100_000 + "}",
        '{"id": ' + "9" * 5000 + "}",
    ]
    storable = "contains a NUL character or half of a surrogate pair, which cannot be stored. Remove that character."
    assert refused(project, tmp_path, "\n".join(lines).encode(), "table.jsonl") == [
        (
            "row 3: is not valid JSON at character 38: Unterminated string starting. "
            "Write one complete JSON object per line."
        ),
        "row 4: is not a JSON object. Write one object per line: jq -c '.[]' old.json > new.jsonl",
        "row 5, column `id`: this key occurs twice in the object. Delete one of the two.",
        "row 6, column `id`: is a number, not a text or a whole number. Write the value in quotes.",
        "row 7, column `id`: is true or false, not a text or a whole number. Write the value in quotes.",
        "row 8, column `text`: the output is a number, not a text. Write the value in quotes.",
        ("row 9, column `text`: the output is empty. Fill it in, or choose to skip blank outputs."),
        "row 10: contains NaN or Infinity, which is not valid JSON. Use null instead.",
        f"row 11, column `n`: {storable}",
        f"row 12, column `deep`: {storable}",
        "row 13: contains a number that is too large, or is nested too deeply. Shorten the number, or use fewer levels.",
        "row 14: contains a number that is too large, or is nested too deeply. Shorten the number, or use fewer levels.",
    ]


@pytest.mark.parametrize("depth", range(100, 1001, 50))
def test_no_nesting_breaks_the_import(project, tmp_path, depth):
    line = '{"id": 1, "system": "Heron", "text": "x", "deep": ' + "[" * depth + "]" * depth + "}"
    path = table(tmp_path, line.encode(), "table.jsonl")
    try:
        assert load(project, path).items == 1
    except DocumentError as error:
        assert "nest" in str(error.problems[0])


def test_json_array_says_how_to_convert(project, tmp_path):
    content = json.dumps([{"id": 1, "system": "Heron", "text": "x"}]).encode()
    assert refused(project, tmp_path, content, "table.json") == [
        "row 1: is not a JSON object. Write one object per line: jq -c '.[]' old.json > new.jsonl"
    ]


def test_first_fifty_are_listed_and_the_rest_counted(project, tmp_path):
    rows = [
        HEAD,
        *([str(n), "Heron", "", ""] for n in range(60)),
        *([str(n), "Moss", "x", ""] for n in (1, 1, 1)),
    ]
    with pytest.raises(DocumentError) as caught:
        load(project, table(tmp_path, rows))
    assert len(caught.value.problems) == 50
    assert caught.value.problems[0].path == "row 2, column `output`"
    assert caught.value.problems[-1].path == "row 51, column `output`"
    assert caught.value.more == 12
    assert str(caught.value).splitlines()[-1] == "table.csv: and 12 more problems"


def test_name_that_exists(project, tmp_path):
    path = table(tmp_path, LONG)
    load(project, path, name="Scenes")
    assert problems(project, path, name=" Scenes ") == [
        f"project {project.name} already has a dataset named Scenes. Choose another name. To add rows to that dataset, extend a batch of it."
    ]


@pytest.mark.parametrize("name", ["", "  ", "n" * 121, "two\nlines"])
def test_bad_dataset_name(project, tmp_path, name):
    assert problems(project, table(tmp_path, LONG), name=name) == [
        "the name must have 1 to 120 characters on one line. Choose another name."
    ]


def test_failure_at_the_very_end_leaves_nothing(project, tmp_path):
    """The user no longer exists, which the database only reports after storing everything. The
    stored files must then be deleted."""
    path = table(tmp_path, [[*HEAD, "image"], ["1", "Heron", "Text", "", "a.png"]])
    media = zipped(tmp_path / "m.zip", {"a.png": picture()})
    before = world_state()
    with pytest.raises(IntegrityError):
        import_dataset(
            project=project, name="Scenes", table=path, media=media, created_by=User(pk=10**9)
        )
    assert world_state() == before
    assert load(project, path, media).media == 1
