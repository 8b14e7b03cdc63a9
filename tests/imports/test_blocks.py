"""Tests of tables read in several blocks, and of problems that span blocks."""

import pytest

from core.tabular.reading import COUNTED_BYTES, open_table
from stimuli.imports import items, loading
from stimuli.models import Output
from tests.imports.makers import LONG, content, csv_bytes, load, problems, stored_files, table


@pytest.mark.parametrize("order", ["by item", "by system"])
@pytest.mark.parametrize("media", [False, True])
def test_items_that_come_again_in_later_blocks(project, tmp_path, monkeypatch, order, media):
    monkeypatch.setattr(loading, "BLOCK_ROWS", 6)
    monkeypatch.setattr(items, "STEP", 6)
    rows = [
        [str(n), system, f"{system} on {n}", f"field {n}"]
        for n in range(20)
        for system in ("Heron", "Moss", "Reed")
    ]
    if order == "by system":
        rows.sort(key=lambda row: row[1])
    folder = tmp_path / "media"
    folder.mkdir()
    result = load(project, table(tmp_path, [LONG[0], *rows]), folder if media else None)
    assert (result.items, result.systems, result.outputs) == (20, 3, 60)
    assert content(result.dataset) == {
        str(n): (
            {"context": f"field {n}"},
            {one: f"{one} on {n}" for one in ("Heron", "Moss", "Reed")},
            {},
        )
        for n in range(20)
    }


@pytest.mark.parametrize("media", [False, True])
def test_doubled_output_blocks_apart(project, tmp_path, monkeypatch, media):
    """The message must name both rows."""
    monkeypatch.setattr(loading, "BLOCK_ROWS", 3)
    monkeypatch.setattr(items, "STEP", 3)
    rows = [[str(n), "Heron", f"Text {n}", "x"] for n in range(20)]
    folder = tmp_path / "media"
    folder.mkdir()
    path = table(
        tmp_path,
        [
            LONG[0],
            *rows,
            ["1", "Heron", "Again", "x"],
            *([str(n), "Moss", "y", "x"] for n in range(9)),
        ],
    )
    assert problems(project, path, folder if media else None) == [
        "row 22, column `output`: item 1 already has an output of system Heron, in row 3. Delete one of the two outputs."
    ]
    assert stored_files() == {}
    assert Output.objects.count() == 0


def test_doubles_are_told_along_with_everything_else(project, tmp_path):
    rows = [
        *LONG,
        ["1", "Heron", "Again.", "Harbour"],
        ["2", "Moss", "", "Hills"],
        ["1", "Reed", "x", "Elsewhere"],
    ]
    remedy = "Write the same value in all rows of the item."
    assert problems(project, table(tmp_path, rows)) == [
        "row 6, column `output`: item 1 already has an output of system Heron, in row 2. Delete one of the two outputs.",
        (
            "row 7, column `output`: the output is empty. Fill it in, or choose to skip blank outputs."
        ),
        f"row 8, column `context`: item 1 has “Elsewhere” here, but “Harbour” in row 2. {remedy}",
    ]


def test_outputs_taken_for_systems(project, tmp_path):
    rows = [LONG[0], *([str(n), f"A text {n:04}", "Heron", "x"] for n in range(1001))]
    assert problems(project, table(tmp_path, rows)) == [
        (
            "there are more than 1,000 different systems, for example A text 0000. "
            "The systems are probably in another column. Choose it as the system column."
        )
    ]


@pytest.mark.parametrize(
    ("content", "name", "rows"),
    [
        (csv_bytes(LONG), "t.csv", 4),
        (csv_bytes(LONG, end="\n").rstrip(), "t.csv", 4),
        (csv_bytes(LONG, end="\r"), "t.csv", 4),
        (
            csv_bytes([LONG[0], ["1", "Heron", 'Two\nlines, "quoted"', "x" * 3_000_000 + "\n,"]]),
            "t.csv",
            1,
        ),
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
