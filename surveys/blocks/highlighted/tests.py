"""Tests of the block `highlighted`."""

from core.errors import Problem
from surveys.base import FieldNeed, Part
from tests.surveys.parts import rubric_with, shown

BLOCK = "  - {block: highlighted, field: body, title: Body}"


def test_it_marks_segments_and_lists_the_others():
    block = rubric_with(block=BLOCK).stimulus[-1]
    assert block.needs() == [FieldNeed("body", "text"), FieldNeed("highlights", "list")]
    stimulus = shown(body="The sails turn.", highlights=["sails", "storm"])
    assert [run.text for run in block.runs(stimulus) if run.number] == ["sails"]
    assert block.places(stimulus) == [("sails", 1), ("storm", 0)]
    assert block.missing(stimulus) == ["storm"]
    assert block.prompt(stimulus) == [
        Part("text", "[Body]:\nThe sails turn."),
        Part("text", "[Highlighted]:\nsails\nstorm"),
    ]


def test_each_segment_leads_to_the_mark_that_has_it_first():
    block = rubric_with(block=BLOCK).stimulus[-1]
    segments = ["sails turn", "The sails", "winds", " "]
    stimulus = shown(body="The sails turn. The sails rest.", highlights=segments)
    assert [(run.text, run.number) for run in block.runs(stimulus)] == [
        ("The sails turn", 1),
        (". ", 0),
        ("The sails", 2),
        (" rest.", 0),
    ]
    assert block.places(stimulus) == [("sails turn", 1), ("The sails", 1), ("winds", 0), (" ", 0)]


def test_what_it_is_from_stands_above_it_and_belongs_to_it():
    lead = "title: Body, lead: [{field: page, title: Page}, {field: part, title: Section}]}"
    block = rubric_with(block=BLOCK.replace("title: Body}", lead)).stimulus[-1]
    assert [need.name for need in block.needs()] == ["page", "part", "body", "highlights"]
    stimulus = shown(page="Mills", part=" ", body="The sails turn.", highlights=[])
    assert block.lead_lines(stimulus) == [("Page", "Mills")]
    assert block.prompt(stimulus) == [Part("text", "[Body]:\nPage: Mills\n\nThe sails turn.")]
    assert set(block.sample()) == {"page", "part", "body", "highlights"}


def test_an_import_warns_of_a_segment_that_is_not_there():
    block = rubric_with(block=BLOCK).stimulus[-1]
    what = "“storm” does not occur in `body`, so the page lists this segment next to the text."
    assert block.doubts({"body": "The sails.", "highlights": ["sails", "storm"]}) == [
        Problem(what, "highlights")
    ]
