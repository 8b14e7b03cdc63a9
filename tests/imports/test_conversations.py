"""Tests of conversations in tables, in cells or in files, for outputs and for items."""

import json
import re

import pytest

from surveys.conversations.reading import conversation_text
from surveys.conversations.turns import stored_turns
from tests.documentation import text_of
from tests.imports.makers import content, filed, load, picture, problems, rubric, table
from tests.imports.test_outputs import outputs, sha

pytestmark = pytest.mark.usefixtures("store")
RUN = [{"role": "user", "text": "Go."}, {"role": "tool", "text": "Seen.", "media": ["1"]}]
TEXT = conversation_text(RUN)
PAGE = picture()


@pytest.mark.parametrize("name", ["t.csv", "t.jsonl"])
def test_cells_and_files_bring_the_same_conversation(project, tmp_path, name):
    lines = "\n".join(map(json.dumps, RUN))
    media = filed(tmp_path / "m", {"runs/1.jsonl": lines.encode(), "page.png": PAGE})
    head = ["item_id", "system", "output_conversation", "output_image"]
    rows = [head, ["1", "Heron", "runs/1.jsonl", "page.png"], ["1", "Moss", json.dumps(RUN), ""]]
    written = rows
    if name == "t.jsonl":
        written = [dict(zip(head, row, strict=True)) for row in rows[1:]]
        written[1]["output_conversation"] = RUN
    dataset = load(project, table(tmp_path, written, name), media).dataset
    assert outputs(dataset) == {
        ("1", "Heron"): ("conversation", TEXT, [sha(PAGE)]),
        ("1", "Moss"): ("conversation", TEXT, []),
    }


def test_wide_columns_and_nested_outputs_hold_conversations(project, tmp_path):
    wide = [["item_id", "Heron", "Moss"], ["1", json.dumps(RUN), TEXT]]
    options = {"systems": ("Heron", "Moss"), "output_kind": "conversation"}
    nested = [{"item_id": "1", "outputs": {"Heron": {"conversation": {"messages": RUN}}}}]
    for number, (rows, name, given) in enumerate(
        [(wide, "w.csv", options), (nested, "n.jsonl", {})]
    ):
        dataset = load(project, table(tmp_path, rows, name), name=f"{number}", **given).dataset
        assert {(kind, text) for kind, text, _media in outputs(dataset).values()} == {
            ("conversation", TEXT)
        }


@pytest.mark.parametrize("name", ["t.csv", "t.jsonl"])
def test_an_items_conversation_is_stored_in_the_same_form(project, tmp_path, name):
    version = rubric({"block": "conversation", "field": "talk"})
    rows = [["id", "system", "text", "talk"], ["1", "Heron", "x", json.dumps(RUN)]]
    written = rows
    if name == "t.jsonl":
        written = [{"id": "1", "system": "Heron", "text": "x", "talk": RUN}]
    dataset = load(project, table(tmp_path, written, name), rubric_version=version.pk).dataset
    assert content(dataset)["1"][0] == {"talk": TEXT}
    assert len(stored_turns(TEXT)) == 2


def test_what_is_wrong_is_told_with_its_row_and_a_remedy(project, tmp_path):
    rows = [
        ["item_id", "system", "output", "output_conversation"],
        ["1", "Heron", "", '[{"role": "oracle"}]'],
        ["1", "Moss", "Words.", json.dumps(RUN)],
        ["1", "Teal", "", "run.jsonl"],
        ["1", "Wren", "", "bytes.jsonl"],
        ["1", "Reed", "", "large.jsonl"],
    ]
    large = "é".encode() * 1_000_001
    media = filed(tmp_path / "m", {"bytes.jsonl": b'[{"role": "\xff"}]', "large.jsonl": large})
    told = problems(project, table(tmp_path, rows), media)
    assert [line.partition(":")[0] for line in told] == [
        "row 2, column `output_conversation`",
        "row 3, column `output`",
        *(f"row {row}, column `output_conversation`" for row in (4, 5, 6)),
    ]
    for line, what in zip(
        told,
        ["must be system, user", "a conversation, and also text", "not in m", "UTF-8", "than 2 MB"],
        strict=True,
    ):
        assert what in line
    (alone,) = problems(project, table(tmp_path, [rows[0], rows[3]]))
    assert "run.jsonl is a file name, but the import has no media files." in alone


@pytest.mark.parametrize("name", ["t.csv", "t.jsonl"])
def test_a_text_that_pages_show_as_a_conversation_is_checked_as_one(project, tmp_path, name):
    head = ["item_id", "system", "output"]
    plain = ["1", "Heron", "Words."]  # of systems that were met, a table's rows go a shorter way
    rows = [head, plain, ["2", "Heron", TEXT], ["3", "Heron", TEXT.replace(": 2", ": 99999", 1)]]
    first = 1 if name == "t.jsonl" else 2

    def written(rows):
        as_objects = [dict(zip(head, row, strict=True)) for row in rows[1:]]
        return table(tmp_path, as_objects if first == 1 else rows, name)

    (told,) = problems(project, written(rows))
    assert told.startswith(f"row {first + 2}, column `output`: the turns do not match the hash")
    dataset = load(project, written(rows[:3])).dataset
    assert outputs(dataset)["2", "Heron"] == ("conversation", TEXT, [])


def test_a_field_that_cannot_be_read_is_told_once(project, tmp_path):
    version = rubric({"block": "conversation", "field": "talk"})
    rows = [["id", "system", "text", "talk"], ["1", "Heron", "x", "[{}]"]]
    (told,) = problems(project, table(tmp_path, rows), rubric_version=version.pk)
    assert told.startswith("row 2, column `talk`: turn 1, `role`: is missing.")


def test_the_documentations_example_is_imported(project, tmp_path):
    page = text_of("importing").partition("# Importing conversations")[2]
    run = re.findall(r"```json\n(.*?)```", page, re.DOTALL)[0]
    rows = re.findall(r"(?:^    \S.*\n)+", page, re.MULTILINE)[0].replace("    ", "").encode()
    media = filed(tmp_path / "m", {"runs/heron-63.jsonl": run.encode()})
    dataset = load(project, table(tmp_path, rows), media).dataset
    turns = {name: len(stored_turns(text[1])) for (_item, name), text in outputs(dataset).items()}
    assert turns == {"Heron": 4, "Moss": 2}
