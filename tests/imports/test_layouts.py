"""Tests of recognising a table's columns by name or option, or else asking the user."""

import csv

import pytest

from core.errors import RateroomError
from stimuli.imports import ImportOptions
from stimuli.models import Item
from tests.imports.makers import LONG, content, load, problems, rubric, table

WANTED = {
    "1": ({"context": "Harbour"}, {"Heron": "A quay at noon.", "Moss": "Boats."}, {}),
    "2": ({"context": "Hills"}, {"Heron": "A hill, in rain.", "Moss": "Wet grass."}, {}),
}
WIDE = [
    ["item_id", "context", "Heron", "Moss"],
    ["1", "Harbour", "A quay at noon.", "Boats."],
    ["2", "Hills", "A hill, in rain.", "Wet grass."],
]
PREFIXED = [["item_id", "context", "output:Heron", "output: Moss"], *WIDE[1:]]
OBJECTS = [dict(zip(LONG[0], row, strict=True)) for row in LONG[1:]]
WIDE_OBJECTS = [dict(zip(WIDE[0], row, strict=True)) for row in WIDE[1:]]
NESTED = [
    {
        "item_id": one["item_id"],
        "context": one["context"],
        "outputs": {"Heron": one["Heron"], "Moss": one["Moss"]},
    }
    for one in WIDE_OBJECTS
]


@pytest.mark.parametrize(
    ("rows", "name", "options", "dialect"),
    [
        (LONG, "t.csv", {}, {}),
        (LONG, "t.csv", {}, {"end": "\n"}),
        (LONG, "t.csv", {}, {"end": "\r"}),
        (LONG, "t.csv", {}, {"delimiter": ";"}),
        (LONG, "t.txt", {}, {"delimiter": "\t"}),
        (LONG, "t.csv", {}, {"delimiter": ";", "quoting": csv.QUOTE_ALL}),
        (LONG, "t.tsv", {}, {"delimiter": "\t"}),
        (LONG, "table", {}, {}),
        ([*LONG[:3], [""] * 4, *LONG[3:], [""] * 4], "t.csv", {}, {}),
        (WIDE, "t.csv", {"systems": ["Heron", "Moss"]}, {}),
        (PREFIXED, "t.csv", {}, {}),
        (OBJECTS, "t.jsonl", {}, {}),
        (OBJECTS, "t.NDJSON", {}, {}),
        (OBJECTS, "table", {}, {}),
        (WIDE_OBJECTS, "t.jsonl", {"systems": ["Heron", "Moss"]}, {}),
        (NESTED, "t.jsonl", {}, {}),
    ],
)
def test_every_layout_brings_the_same_dataset(project, tmp_path, rows, name, options, dialect):
    result = load(project, table(tmp_path, rows, name, **dialect), **options)
    assert content(result.dataset) == WANTED
    assert (result.items, result.systems, result.outputs, result.media, result.warnings) == (
        2,
        2,
        4,
        0,
        [],
    )


@pytest.mark.parametrize("name", ["t.csv", "t.jsonl"])
def test_byte_order_mark(project, tmp_path, name):
    path = table(tmp_path, LONG if name == "t.csv" else OBJECTS, name)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert content(load(project, path).dataset) == WANTED


def test_system_major_order(project, tmp_path):
    rows = [LONG[0], LONG[1], LONG[3], LONG[2], LONG[4]]
    assert content(load(project, table(tmp_path, rows)).dataset) == WANTED


def test_named_columns(project, tmp_path):
    rows = [["nr", "who", "what", "id", "text"], ["1", "Heron", "A quay.", "x", "y"]]
    options = {"item_column": "nr", "system_column": "who", "output_column": "what"}
    assert content(load(project, table(tmp_path, rows), **options).dataset) == {
        "1": ({"id": "x", "text": "y"}, {"Heron": "A quay."}, {})
    }


def test_field_names_are_written_as_rubrics_do(project, tmp_path):
    rows = [["Item ID", "Model-Name", "Caption", "Page title"], ["1", "Heron", "A quay.", "Ports"]]
    assert content(load(project, table(tmp_path, rows)).dataset) == {
        "1": ({"page_title": "Ports"}, {"Heron": "A quay."}, {})
    }


def test_values_of_json_keep_their_types(project, tmp_path):
    fields = {
        "n": 3,
        "f": 2.5,
        "b": False,
        "l": ["a", 1, None],
        "o": {"k": [1]},
        "e": [],
        "none": None,
        "blank": "",
    }
    load(project, table(tmp_path, [{"id": 7, "system": "Heron", "text": "x", **fields}], "t.jsonl"))
    item = Item.objects.get()
    kept = {key: value for key, value in fields.items() if key not in {"none", "blank"}}
    assert (item.external_id, item.fields) == ("7", kept)
    assert item.fields["b"] is False


def test_texts_are_kept_to_the_character(project, tmp_path):
    text = '  Ünï — “x”\r\n\n\ttabs, "quotes" and 😀\u2028end \u200b '
    path = table(tmp_path, [LONG[0], ["1", "Heron", text, text]])
    assert content(load(project, path).dataset) == {"1": ({"context": text}, {"Heron": text}, {})}


@pytest.mark.parametrize(
    ("header", "options", "said"),
    [
        (
            ["item_id", "id", "system", "text"],
            {},
            "2 columns could be the item id: `item_id`, `id`. Choose one as the item id column.",
        ),
        (
            ["id", "system", "text", "caption"],
            {},
            "2 columns could be the output: `text`, `caption`. Choose one as the output column.",
        ),
        (
            ["id", "model", "system", "text"],
            {},
            "2 columns could be the system name: `model`, `system`. Choose one as the system column.",
        ),
        (
            ["name", "system", "text"],
            {},
            "no column was recognised as the item id. Choose one of `name`, `system`, `text` as the item id column.",
        ),
        (
            ["id", "who", "text"],
            {},
            "no column was recognised as the system name. Choose one of `id`, `who`, `text` as the system column.",
        ),
        (
            ["id", "system", "what"],
            {},
            "no column was recognised as the output. Choose one of `id`, `system`, `what` as the output column.",
        ),
        (
            ["id", "system", "text"],
            {"item_column": "nr"},
            "no column is named `nr`. Choose one of `id`, `system`, `text` as the item id column.",
        ),
        (
            ["id", "a", "b"],
            {"systems": ["a", "c"]},
            "no column is named `c`. Choose one of `id`, `a`, `b` as the column of a system.",
        ),
        (
            ["id", "system", "output:Heron"],
            {},
            (
                "the table has a column for each system (`output:Heron`) and a column of system names (`system`). Delete one of "
                "the two. Or choose either the columns of the systems, or the system column and the output column."
            ),
        ),
        (
            ["id", "system", "text", "Page title", "page_title"],
            {},
            "columns `Page title` and `page_title` both become the field `page_title`. Rename or delete one of the columns.",
        ),
    ],
)
def test_questions_back(project, tmp_path, header, options, said):
    path = table(tmp_path, [header, ["x"] * len(header)])
    assert problems(project, path, **options) == [f"row 1: {said}"]


def test_a_rubrics_field_is_not_taken_for_the_output(project, tmp_path):
    """Here `summary` is a field of the rubric, so only `text` can be the output."""
    version = rubric({"block": "text", "field": "summary"})
    path = table(tmp_path, [["id", "system", "summary", "text"], ["1", "Heron", "Short.", "Long."]])
    assert content(load(project, path, rubric_version=version.pk).dataset) == {
        "1": ({"summary": "Short."}, {"Heron": "Long."}, {})
    }


def test_missing_outputs_are_a_warning_where_the_row_is_absent(project, tmp_path):
    result = load(project, table(tmp_path, LONG[:4]))
    assert (result.items, result.outputs) == (2, 3)
    assert [str(warning) for warning in result.warnings] == [
        (
            "1 of 2 items have no output of system Moss. "
            "A batch can use only items that have an output of each of its systems."
        )
    ]


def test_empty_cells_of_the_wide_layout(project, tmp_path):
    rows = [*WIDE[:2], ["2", "Hills", "", "Wet grass."]]
    path = table(tmp_path, rows)
    assert problems(project, path, systems=["Heron", "Moss"]) == [
        ("row 3, column `Heron`: the output is empty. Fill it in, or choose to skip blank outputs.")
    ]
    result = load(project, path, systems=["Heron", "Moss"], allow_missing=True)
    assert content(result.dataset) == {
        "1": WANTED["1"],
        "2": ({"context": "Hills"}, {"Moss": "Wet grass."}, {}),
    }


def test_null_in_json_is_no_output(project, tmp_path):
    rows = [
        NESTED[0],
        {"item_id": "2", "context": "Hills", "outputs": {"Heron": None, "Moss": "Wet grass."}},
    ]
    result = load(project, table(tmp_path, rows, "t.jsonl"))
    assert content(result.dataset)["2"] == ({"context": "Hills"}, {"Moss": "Wet grass."}, {})


def test_item_without_any_output(project, tmp_path):
    rows = [*NESTED, {"item_id": "3", "outputs": {"Heron": None}}]
    assert problems(project, table(tmp_path, rows, "t.jsonl")) == [
        "row 3: item 3 has no output of any system. Add an output, or delete the row."
    ]


def test_both_layouts_at_once_are_no_options():
    with pytest.raises(RateroomError, match="You chose the columns of systems"):
        ImportOptions(systems=("a",), system_column="b")


def test_options_survive_json():
    options = ImportOptions(
        item_column="nr", systems=("a", "b"), allow_missing=True, rubric_version=3
    )
    assert (
        ImportOptions.model_validate(options.model_dump(mode="json", exclude_defaults=True))
        == options
    )
