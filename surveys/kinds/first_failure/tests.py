"""Tests of the kind `first-failure`."""

import pytest

from core.errors import DocumentError
from surveys.base import ShownOutput, Stimulus
from surveys.columns import rubric_columns
from surveys.conversations.reading import conversation_text
from surveys.forms import check_answers
from surveys.loading import load_rubric
from surveys.prompts import prompt_text, render_prompt
from surveys.questions import questions
from tests.surveys.parts import impression

RUBRIC = """\
name: one-part
title: T
summary: S
instructions: I
outputs: {{name: Run, kind: conversation}}
stimulus: [{{block: outputs}}]
criteria:
  - {{key: failure, title: First failure, level: nominal, best: none}}
sections:
  - {{key: first, kind: first-failure, title: Which turn fails first?, criteria: [failure]{more}}}
reply: {{format: section-lines}}
"""
RUN = [
    {"role": "user", "text": "Go."},
    {"role": "assistant", "calls": [{"name": "ls"}]},
    {"role": "tool", "text": "a"},
    {"role": "assistant", "text": "Done. " * 30},
]
SHOWN = Stimulus(outputs=[ShownOutput("a", 1, conversation_text(RUN))])


def rubric_of(more: str = ""):
    return load_rubric(RUBRIC.format(more=more))


def test_a_turn_is_chosen_by_its_number_and_its_beginning():
    failure, reason = questions(rubric_of(), SHOWN)
    assert (failure.key, reason.key, reason.required) == ("failure", "failure.reason", False)
    assert [(choice.number, choice.words[:8]) for choice in failure.choices] == [
        (2, "ls"),
        (4, "Done. Do"),
    ]
    (alone,) = questions(rubric_of(", reasons: none, roles: [tool]"), SHOWN)
    assert list(alone.values()) == [0, 3]
    with pytest.raises(DocumentError, match="but the outputs are not conversations"):
        load_rubric(RUBRIC.replace("kind: conversation", "kind: text").format(more=""))


@pytest.mark.parametrize(
    ("raw", "stored", "code"),
    [("0", 0, ""), ("4", 4, ""), ("3", None, "out_of_range"), ("", None, "missing_criterion")],
)
def test_the_check_knows_the_turns_and_none(raw, stored, code):
    checked = check_answers(questions(rubric_of(), SHOWN), {"failure": raw})
    assert checked.values.get("failure") == stored
    assert [problem.code for problem in checked.problems] == ([code] if code else [])


def test_a_judge_answers_with_the_number_or_in_words():
    rubric = rubric_of()
    prompt = prompt_text(render_prompt(rubric, SHOWN))
    assert (
        "The number of the first turn that fails, or 0: No turn fails.\n  One of 0, 2, 4." in prompt
    )
    for reply, number in [
        ("Section 1: 4\nWhy does it fail?: It stops early.", 4),
        ("Section 1: Turn 4\nWhy does it fail?: It stops early.", 4),
        ("Section 1: No turn fails", 0),
    ]:
        values = dict(rubric.reply.read(rubric, SHOWN, reply).values)
        assert values.pop("failure.reason", "") == ("It stops early." if number else "")
        assert values == {"failure": number}


def test_its_columns_are_a_number_without_order_and_a_text():
    number, reason = rubric_columns(rubric_of(), turns=3)
    assert (number.key, number.level, number.measure.shape) == ("failure", "nominal", "turn")
    assert (reason.label, reason.is_text, reason.measure) == ("Why does it fail?", True, None)
    assert number.allowed == "0 = No turn fails; otherwise the number of a turn"
    assert number.in_wide


def test_a_made_up_annotator_sees_a_failure_where_the_run_is_bad():
    failure, _reason = questions(rubric_of(), SHOWN)
    assert [failure.simulated(impression(level)) for level in (0.9, 0.5, 0.0)] == [0, 4, 2]
