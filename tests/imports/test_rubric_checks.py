"""Tests of checking items against the rubric: each missing or wrong field is named with its row and
column."""

import pytest

from core.errors import RateroomError
from tests import world
from tests.imports.makers import content, filed, load, picture, problems, rubric, table, tone

HEAD = ["id", "system", "text", "Page title", "highlights", "body", "products"]
GOOD = [
    "1",
    "Heron",
    "A text.",
    "Ports",
    "quay\nboats",
    "The quay has boats.",
    '[{"title": "Rope", "price": 3.5}]',
]
BLOCKS = (
    {"block": "text", "field": "page_title"},
    {"block": "highlighted", "field": "body"},
    {"block": "cards", "field": "products", "rows": [{"field": "title", "title": "Title"}]},
    {"block": "list", "field": "notes", "required": False},
)


def row(**changes):
    return [changes.get(name, value) for name, value in zip(HEAD, GOOD, strict=True)]


@pytest.fixture
def version(db):
    return rubric(*BLOCKS).pk


def test_cells_become_what_the_rubric_declares(project, tmp_path, version):
    rows = [
        [*HEAD, "notes"],
        [*GOOD, ""],
        [*row(id="2", highlights='["quay", "boats"]'), " one \n\n two "],
    ]
    result = load(project, table(tmp_path, rows), rubric_version=version)
    fields = {
        "page_title": "Ports",
        "highlights": ["quay", "boats"],
        "body": "The quay has boats.",
        "products": [{"title": "Rope", "price": 3.5}],
    }
    assert content(result.dataset) == {
        "1": (fields, {"Heron": "A text."}, {}),
        "2": (fields | {"notes": ["one", "two"]}, {"Heron": "A text."}, {}),
    }
    assert result.warnings == []


def test_without_a_rubric_cells_stay_text(project, tmp_path):
    fields, _outputs, _media = content(load(project, table(tmp_path, [HEAD, GOOD])).dataset)["1"]
    assert fields["highlights"] == "quay\nboats"


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"Page title": ""},
            "column `Page title`: is missing, but the rubric shows this field (text). Fill in this field.",
        ),
        (
            {"Page title": "  "},
            "column `Page title`: is missing, but the rubric shows this field (text). Fill in this field.",
        ),
        (
            {"highlights": "\n\n"},
            "column `highlights`: is missing, but the rubric shows this field (list). Fill in this field.",
        ),
        (
            {"highlights": '["quay"'},
            "column `highlights`: is not valid JSON at character 8: Expecting ',' delimiter. Write the list as a JSON array.",
        ),
        (
            {"highlights": '["quay", ["boats"]]'},
            "column `highlights`: entry 2 must be a text that is not blank. The rubric declares this field as `list`.",
        ),
        (
            {"products": '{"title": "Rope"}'},
            "column `products`: is not a JSON array. Write the list as a JSON array.",
        ),
        (
            {"products": '[{"title": "Rope"}, "Net"]'},
            (
                "column `products`: record 2 must be a JSON object with texts and numbers. "
                "The rubric declares this field as `records`."
            ),
        ),
        (
            {"products": "[]"},
            "column `products`: is missing, but the rubric shows this field (records). Fill in this field.",
        ),
    ],
)
def test_cells_that_do_not_suit(project, tmp_path, version, changes, said):
    rows = [HEAD, GOOD, row(id="2", **changes), row(id="2", system="Moss", **changes)]
    assert problems(project, table(tmp_path, rows), rubric_version=version) == [f"row 3, {said}"]


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"page_title": ["Ports"]},
            "column `page_title`: must be a text. The rubric declares this field as `text`.",
        ),
        (
            {"page_title": True},
            "column `page_title`: must be a text. The rubric declares this field as `text`.",
        ),
        (
            {"page_title": None},
            "column `page_title`: is missing, but the rubric shows this field (text). Fill in this field.",
        ),
        (
            {"highlights": "quay"},
            "column `highlights`: must be a list. The rubric declares this field as `list`.",
        ),
        (
            {"highlights": []},
            "column `highlights`: is missing, but the rubric shows this field (list). Fill in this field.",
        ),
        (
            {"products": {"title": "Rope"}},
            "column `products`: must be a list. The rubric declares this field as `records`.",
        ),
        (
            {"notes": [""]},
            "column `notes`: entry 1 must be a text that is not blank. The rubric declares this field as `list`.",
        ),
    ],
)
def test_json_values_that_do_not_suit(project, tmp_path, version, changes, said):
    good = {
        "id": 1,
        "system": "Heron",
        "text": "A text.",
        "page_title": 1998,
        "highlights": ["quay"],
        "body": "The quay.",
        "products": [{"title": "Rope", "price": None}],
    }
    path = table(tmp_path, [good, good | {"id": 2} | changes], "t.jsonl")
    assert problems(project, path, rubric_version=version) == [f"row 2, {said}"]


def test_absent_columns_are_said_once(project, tmp_path, version):
    rows = [
        ["id", "system", "text", "body"],
        *([str(number), "Heron", "x", "y"] for number in range(100)),
    ]
    remedy = "Add a column for this field, or rename a column."
    assert problems(project, table(tmp_path, rows), rubric_version=version) == [
        f"row 1: no column has the field `page_title` (text) of rubric probe. {remedy}",
        f"row 1: no column has the field `highlights` (list) of rubric probe. {remedy}",
        f"row 1: no column has the field `products` (records) of rubric probe. {remedy}",
    ]


def test_highlight_that_does_not_occur_is_flagged(project, tmp_path, version):
    path = table(tmp_path, [HEAD, GOOD, row(id="2", highlights="quay\ncranes")])
    result = load(project, path, rubric_version=version)
    assert [str(warning) for warning in result.warnings] == [
        "row 3, column `highlights`: “cranes” does not occur in `body`, so the page lists this segment next to the text."
    ]
    assert content(result.dataset)["2"][0]["highlights"] == ["quay", "cranes"]


def test_a_value_that_no_card_names_is_flagged_and_a_gap_is_not(project, tmp_path):
    rows = [{"field": "title", "title": "Title"}, {"field": "price", "title": "Price"}]
    version = rubric({"block": "cards", "field": "products", "rows": rows})
    cells = [
        '[{"title": "Rope", "cost": 3}, {"title": "Net"}]',
        '[{"title": "Rope", "price": null}, {"title": "Net"}]',
    ]
    path = table(
        tmp_path,
        [
            ["id", "system", "text", "products"],
            *([str(n), "Heron", "x", one] for n, one in enumerate(cells)),
        ],
    )
    assert [
        str(warning) for warning in load(project, path, rubric_version=version.pk).warnings
    ] == [
        (
            "row 2, column `products`: no record has `price`, so the page shows N/A in every card. "
            "The records have `title`, `cost`."
        )
    ]


def test_warnings_beyond_fifty_are_counted(project, tmp_path, version):
    rows = [HEAD, *(row(id=str(number), highlights="cranes") for number in range(53))]
    warnings = load(project, table(tmp_path, rows), rubric_version=version).warnings
    assert (len(warnings), str(warnings[-1])) == (51, "and 3 more warnings.")


def test_media_that_the_rubric_requires(project, tmp_path):
    version = rubric(
        {"block": "image", "field": "scene"},
        {"block": "video", "field": "tour", "required": False},
        {"block": "audio", "field": "voice"},
    )
    media = filed(tmp_path / "m", {"a.png": picture(), "a.wav": tone()})
    rows = [
        ["id", "system", "text", "Scene", "tour", "voice"],
        ["1", "Heron", "x", "a.png", "", "a.wav"],
        ["2", "Heron", "x", " ", "", ""],
    ]
    assert problems(project, table(tmp_path, rows), media, rubric_version=version.pk) == [
        "row 3, column `Scene`: is missing, but the rubric shows this field (image). Fill in this field.",
        "row 3, column `voice`: is missing, but the rubric shows this field (audio). Fill in this field.",
    ]
    result = load(project, table(tmp_path, rows[:2]), media, rubric_version=version.pk)
    assert sorted(content(result.dataset)["1"][2]) == ["scene", "voice"]


def test_medium_must_be_named_by_a_text(project, tmp_path):
    rows = [{"id": 1, "system": "Heron", "text": "x", "image": ["a.png"]}]
    assert problems(project, table(tmp_path, rows, "t.jsonl")) == [
        "row 1, column `image`: must be a file name or a link. Write the value in quotes."
    ]


def test_rubric_of_another_project_is_not_taken(project, tmp_path):
    stranger = rubric(*BLOCKS, project=world.project(money="0"))
    with pytest.raises(RateroomError, match="The rubric chosen for this import no longer exists"):
        load(project, table(tmp_path, [HEAD, GOOD]), rubric_version=stranger.pk)
