"""Tests of structured output: the JSON Schema for a judge's questions, and exact parsing."""

import json

import pytest

from surveys.loading import library_names, library_rubric
from surveys.prompts import prompt_text, render_prompt
from surveys.prompts.shown import as_judges_read
from surveys.prompts.structured import conforms, read_structured, structured_form, structured_schema
from surveys.replies.asked import scored
from tests.judges.chat_server import instance
from tests.surveys.shown import SHOWN, entries_of, marked


@pytest.mark.parametrize("name", library_names())
def test_a_reply_that_keeps_to_the_schema_is_read_whole(name):
    rubric, shown = library_rubric(name), SHOWN[name]
    schema = structured_schema(rubric, shown)
    reply = instance(schema)
    reply |= (
        {"cannot_judge": dict.fromkeys(reply["cannot_judge"], "")}
        if "cannot_judge" in reply
        else {}
    )
    raw = json.dumps(reply)
    assert conforms(schema, raw)
    reading = read_structured(rubric, shown, raw) or rubric.reply.read(rubric, shown, raw)
    least = {
        question.key: question.parse(min(question.values())) for question in scored(rubric, shown)
    }
    least = least or {entry.score.key: 0 for entry in entries_of(name)}
    numbers = {key: value for key, value in reading.values.items() if isinstance(value, int)}
    # The least score with nothing marked is what the guard asks about.
    warnings = ["contradiction"] if marked(name) else []
    assert (numbers, list(reading.warnings)) == (least, warnings)


@pytest.mark.parametrize("name", library_names())
def test_the_prompt_then_asks_for_json(name):
    rubric, shown = library_rubric(name), SHOWN[name]
    prompt = prompt_text(render_prompt(rubric, shown, structured=True))
    assert prompt.endswith(structured_form(rubric, shown))
    if scored(rubric, shown) and not marked(name):  # that format is JSON itself
        own = rubric.reply.instructions(as_judges_read(rubric), shown)
        assert own not in prompt


VIDEO, SHOWN_VIDEO = library_rubric("video-caption"), SHOWN["video-caption"]
SCORES = {"Accuracy": 85, "Completeness": 70, "Conciseness": 90, "Relevance": 95}
WHOLE = {"Reasons for your scores": "Right.", "Scores": SCORES}


def test_the_schema_of_scores_and_reasons():
    schema = structured_schema(VIDEO, SHOWN_VIDEO)
    assert list(schema["properties"]) == ["Reasons for your scores", "Scores"]
    assert schema["properties"]["Scores"]["properties"]["Accuracy"] == {
        "type": "integer",
        "minimum": 0,
        "maximum": 100,
    }


@pytest.mark.parametrize("form", ["%s", " %s\n", "```json\n%s\n```"])
def test_a_whole_object_is_read(form):
    reading = read_structured(VIDEO, SHOWN_VIDEO, form % json.dumps(WHOLE))
    assert dict(reading.values) == {
        "reason": "Right.", "accuracy": 85, "completeness": 70, "conciseness": 90, "relevance": 95,
    }  # fmt: skip


@pytest.mark.parametrize(
    "changed",
    [
        {**WHOLE, "Scores": {**SCORES, "Accuracy": 101}},
        {**WHOLE, "Scores": {**SCORES, "Accuracy": 85.5}},
        {**WHOLE, "Scores": {**SCORES, "Accuracy": "85"}},
        {**WHOLE, "Scores": {**SCORES, "Accuracy": True}},
        {**WHOLE, "Scores": {**SCORES, "Accuracy": None}},
        {**WHOLE, "Scores": {**SCORES, "Accuracy": 85, "Beauty": 3}},
        {**WHOLE, "Scores": {"Accuracy": 85}},
        {**WHOLE, "Reasons for your scores": 3},
        {"Scores": SCORES},
        [WHOLE],
    ],
)
def test_anything_else_is_left_to_the_formats_reader(changed):
    assert read_structured(VIDEO, SHOWN_VIDEO, json.dumps(changed)) is None


def test_a_member_that_stands_twice_is_left_to_the_formats_reader():
    twice = json.dumps(WHOLE).replace('"Accuracy": 85', '"Accuracy": 85, "Accuracy": 60')
    assert read_structured(VIDEO, SHOWN_VIDEO, twice) is None


def test_a_preference_is_of_the_place_shown():
    """The outputs are shown in the order b, a, so choosing the first one means output b."""
    rubric, shown = (
        library_rubric("instruction-following-pair"),
        SHOWN["instruction-following-pair"],
    )
    raw = json.dumps({"Which answer follows the instruction better?": 1, "Reason": ""})
    assert dict(read_structured(rubric, shown, raw).values) == {"preference": 2}
