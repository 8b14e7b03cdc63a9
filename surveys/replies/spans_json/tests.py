"""Tests of reading replies in the format `spans-json`: JSON with unusual content, and refusals."""

import json

import pytest

from surveys.kinds.spans.tests import rubric_of, shown
from surveys.replies import ReplyError

MARKS = [{"quote": "end", "category": "style", "severity": "minor"}]


def read(reply: object):
    rubric = rubric_of()
    text = reply if isinstance(reply, str) else json.dumps(reply, ensure_ascii=False)
    return rubric.reply.read(rubric, shown(), text).values


def test_marks_and_a_score_are_read_in_any_order_of_members():
    for members in ({"errors": MARKS, "quality": 90}, {"quality": 90, "errors": MARKS}):
        values = read(members)
        assert values["quality"] == 90
        assert [mark["quote"] for mark in json.loads(values["errors"])] == ["end"]


def test_a_quote_is_found_where_the_reply_lost_its_invisible_signs():
    family = "\U0001f468\u200d\U0001f469\u200d\U0001f467"
    bare = family.replace("\u200d", "")
    values = read({"errors": [{**MARKS[0], "quote": bare}], "quality": 90})
    assert json.loads(values["errors"])[0]["quote"] == family


@pytest.mark.parametrize(
    ("reply", "code"),
    [
        ({"errors": MARKS}, "missing_section"),
        ({"errors": {"quote": "end"}, "quality": 90}, "invalid_json"),
        ({"errors": MARKS, "quality": [90]}, "not_a_number"),
        ("I cannot say.", "invalid_json"),
    ],
)
def test_a_reply_that_lacks_something_is_refused(reply, code):
    with pytest.raises(ReplyError) as refused:
        read(reply)
    assert refused.value.code == code
