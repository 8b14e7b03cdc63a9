"""Tests of `spans-json` with sections that are closed or can be skipped."""

import json

import pytest

from surveys.loading import load_rubric
from surveys.prompts import prompt_text, render_prompt
from surveys.prompts.structured import structured_schema
from surveys.replies.abstentions import read_reply, write_reply
from surveys.replies.base import ReplyError
from tests.judges.chat_server import instance
from tests.surveys.parts import shown

RUBRIC = """\
name: marked
title: T
summary: S
instructions: I
outputs: {{per_page: 1, name: Answer}}
stimulus: [{{block: outputs}}]
criteria:
  - {{key: harm, title: Harm, level: ordinal, best: lowest}}
  - {{key: quality, title: Quality, level: ordinal, best: highest}}
sections:
  - {{key: danger, kind: scale, title: Danger, criteria: [harm], low: 0, high: 1}}
  - {{key: errors, kind: spans, title: Errors, {more}
     severities: [{{key: minor, title: Minor}}, {{key: major, title: Major}}]}}
  - {{key: score, kind: scale, title: Score, criteria: [quality], {more} low: 0, high: 5}}
reply: {{format: spans-json}}
"""
LEAVES = "cannot_judge: true,"
GATED = "show_if: {section: danger, is: [1]},"
WHY = "It breaks off."
MARKS = [{"quote": "Text", "start": 0, "severity": "minor"}]


def rubric(more):
    return load_rubric(RUBRIC.format(more=more))


def read(reply, more=LEAVES):
    raw = reply if isinstance(reply, str) else json.dumps(reply)
    reading = read_reply(rubric(more), shown(), raw)
    values = dict(reading.values)
    marks = json.loads(values.pop("errors", "[]"))
    return values, [mark["quote"] for mark in marks]


def refused(reply, more=LEAVES):
    with pytest.raises(ReplyError) as problem:
        read(reply, more)
    return problem.value.code


def test_a_section_that_is_left_keeps_the_other_answers():
    marked = {"harm": 1, "errors": MARKS}
    assert read(marked | {"cannot_judge": {"quality": WHY}}) == (
        {"harm": 1, "score.cannot_judge": WHY},
        ["Text"],
    )
    for name in ("errors", "Errors"):
        reply = {"harm": 0, "errors": [], "quality": 3, "cannot_judge": {name: WHY, "quality": ""}}
        assert read(reply) == ({"harm": 0, "errors.cannot_judge": WHY, "quality": 3}, [])
    both = {"harm": 1, "cannot_judge": {"errors": WHY, "quality": WHY}}
    assert read(both)[0] == {"harm": 1, "errors.cannot_judge": WHY, "score.cannot_judge": WHY}
    for blank in (None, "", {}, {"quality": None, "errors": " "}):
        assert read(marked | {"quality": 2, "cannot_judge": blank}) == (
            {"harm": 1, "quality": 2},
            ["Text"],
        )


def test_the_only_section_that_can_be_left_needs_no_name():
    only = RUBRIC.replace("title: Errors, {more}", "title: Errors,").format(more=LEAVES)
    reply = {"harm": 1, "errors": MARKS, "cannot_judge": "no idea"}
    values = read_reply(load_rubric(only), shown(), json.dumps(reply)).values
    assert (values["harm"], values["score.cannot_judge"]) == (1, "no idea")
    assert json.loads(values["errors"])[0]["quote"] == "Text"


@pytest.mark.parametrize(
    ("left", "code"),
    [
        ("no idea", "ambiguous_score"),
        ({"quality": "<your reason if you cannot judge it, or blank>"}, "ambiguous_score"),
        ({"quality": WHY, "Quality": "It is too long."}, "ambiguous_score"),
        ({"harm": WHY}, "unknown_key"),
        ({"quality": [WHY]}, "invalid_json"),
        ([WHY], "invalid_json"),
        ({"quality": ""}, "missing_section"),
    ],
)
def test_a_reason_that_is_not_certain_is_refused(left, code):
    assert refused({"harm": 1, "errors": MARKS, "cannot_judge": left}) == code


def test_a_reason_is_unknown_where_the_rubric_allows_none():
    assert refused({"harm": 1, "errors": [], "cannot_judge": {"quality": WHY}}, "") == "unknown_key"


def test_a_judge_is_asked_for_reasons_by_section():
    asked = rubric(LEAVES)
    prompt = prompt_text(render_prompt(asked, shown()))
    assert prompt.count('"cannot_judge"') == 1
    assert '"quality": "<your reason' in prompt
    reasons = structured_schema(asked, shown())["properties"]["cannot_judge"]
    assert list(reasons["properties"]) == ["errors", "quality"]
    values = {"harm": 1, "errors.cannot_judge": WHY, "quality": 2}
    written = write_reply(asked, shown(), values)
    assert dict(read_reply(asked, shown(), written).values) == values


@pytest.mark.parametrize(
    "reply",
    [
        {"harm": 0},
        {"harm": 0, "errors": None, "quality": None},
        {"harm": 0, "errors": "not asked", "quality": "N/A"},
        '{"harm": 0,\n "errors": null,\n "quality": "n/a"}',
        {"harm": 0, "errors": MARKS, "quality": 3},
    ],
)
def test_a_closed_section_is_left_out(reply):
    assert read(reply, GATED) == ({"harm": 0}, [])


@pytest.mark.parametrize("name", ["errors", "quality"])
@pytest.mark.parametrize("more", [{}, None, "n/a"])
def test_an_open_section_is_not(name, more):
    whole = {"harm": 1, "errors": [], "quality": 3}
    assert read(whole, GATED)[0] == {"harm": 1, "quality": 3}
    lacking = {key: value for key, value in whole.items() if key != name}
    reply = lacking if more == {} else whole | {name: more}
    assert refused(reply, GATED) == "missing_criterion"


def test_a_schema_lets_a_closed_section_be_null():
    schema = structured_schema(rubric(GATED), shown())["properties"]
    assert instance(schema["harm"]) == 0
    assert [schema[name]["anyOf"][1] for name in ("errors", "quality")] == [{"type": "null"}] * 2
    assert '"quality": "<number, or null>"' in prompt_text(render_prompt(rubric(GATED), shown()))
