"""Tests of the kind `turns`."""

import pytest

from core.errors import DocumentError
from surveys.base import ShownOutput, Stimulus
from surveys.columns import rubric_columns
from surveys.conversations.reading import conversation_text
from surveys.forms import check_answers
from surveys.kinds.measures import Measure
from surveys.loading import load_rubric
from surveys.prompts import prompt_text, render_prompt
from surveys.questions import questions

RUBRIC = """\
name: one-part
title: T
summary: S
instructions: I
outputs: {{per_page: {outputs}, name: Run, kind: conversation}}
stimulus: [{{block: outputs}}]
criteria:
  - {{key: helpful, title: Helpfulness, definition: Does it help?, level: ordinal, best: highest}}
  - {{key: safe, title: Safety, level: ordinal, best: highest}}
sections:
  - {{key: all, kind: scale, title: Overall, low: 1, high: 3}}
  - {{key: each, kind: turns, title: Each turn, criteria: [{criteria}], low: 1, high: 5{more}}}
reply: {{format: section-lines}}
"""
ROLES = ["user", "assistant", "tool", "assistant"]


def rubric_of(*, outputs: int = 1, criteria: str = "helpful", more: str = ""):
    return load_rubric(RUBRIC.format(outputs=outputs, criteria=criteria, more=more))


def run(roles=ROLES, letter: str = "a", place: int = 1) -> ShownOutput:
    turns = [{"role": role, "text": f"words {n}"} for n, role in enumerate(roles, 1)]
    return ShownOutput(letter, place, conversation_text(turns))


SHOWN = Stimulus(outputs=[run()])
KEYS = ["turn.2.helpful", "turn.4.helpful"]


def test_it_asks_about_each_turn_of_a_role_by_its_number():
    page = questions(rubric_of(), SHOWN)[1:]
    assert [question.key for question in page] == KEYS
    assert [question.label for question in page] == ["Turn 2", "Turn 4"]
    assert [question.about for question in page] == ["output-1-turn-2", "output-1-turn-4"]
    everyone = questions(rubric_of(more=", roles: [user, tool], turn_name: Step"), SHOWN)[1:]
    assert [question.label for question in everyone] == ["Step 1", "Step 3"]
    both = questions(rubric_of(criteria="helpful, safe"), SHOWN)[1:3]
    assert [question.key for question in both] == ["turn.2.helpful", "turn.2.safe"]
    assert [question.label for question in both] == ["Turn 2, Helpfulness", "Turn 2, Safety"]


def test_several_outputs_have_turns_of_their_own():
    rubric = rubric_of(outputs=2, more=", per_output: true")
    stimulus = Stimulus(outputs=[run(["assistant"], "b", 1), run(ROLES, "a", 2)])
    keys = [question.key for question in questions(rubric, stimulus)[1:]]
    assert keys == ["b.turn.1.helpful", "a.turn.2.helpful", "a.turn.4.helpful"]
    with pytest.raises(DocumentError, match="shows several conversations"):
        rubric_of(outputs=2)
    with pytest.raises(DocumentError, match="but the outputs are not conversations"):
        texts = RUBRIC.replace("kind: conversation", "kind: text")
        load_rubric(texts.format(outputs=1, criteria="helpful", more=""))


def test_the_check_asks_for_every_turn_and_knows_no_other():
    page = questions(rubric_of(), SHOWN)
    checked = check_answers(page, {"all": "1", "turn.2.helpful": "6", "turn.3.helpful": "1"})
    assert [(problem.question.key, problem.code) for problem in checked.problems] == [
        ("turn.2.helpful", "out_of_range"),
        ("turn.4.helpful", "missing_criterion"),
    ]
    assert dict(checked.values) == {"all": 1}


def test_a_judge_answers_by_the_turns_number():
    rubric = rubric_of()
    prompt = prompt_text(render_prompt(rubric, SHOWN))
    assert "Turn 2\n  Does it help?\n  A whole number from 1 to 5.\nTurn 4\n\n" in prompt
    assert prompt.endswith(
        "Section 1: <number of your answer>\nTurn 2: <number of your answer>\n"
        "Turn 4: <number of your answer>"
    )
    values = {"all": 3, "turn.2.helpful": 5, "turn.4.helpful": 1}
    for reply in (
        rubric.reply.write(rubric, SHOWN, values),
        "Section 1: 3\nTurn 4: 1\nTurn 2: 5",
        '{"Overall": 3, "Turn 2": 5, "Turn 4": 1}',
    ):
        assert dict(rubric.reply.read(rubric, SHOWN, reply).values) == values


def test_many_turns_are_read_by_their_own_numbers():
    rubric, stimulus = rubric_of(), Stimulus(outputs=[run(["assistant"] * 120)])
    values = {"all": 2} | {f"turn.{n}.helpful": n % 5 + 1 for n in range(1, 121)}
    reply = rubric.reply.write(rubric, stimulus, values)
    assert dict(rubric.reply.read(rubric, stimulus, reply).values) == values


def test_its_columns_are_as_many_as_the_longest_conversation_has_turns():
    first, *turns = rubric_columns(rubric_of(), turns=3)
    assert first.in_wide
    assert [(column.key, column.in_wide, column.criterion) for column in turns] == [
        (f"turn.{n}.helpful", False, "helpful") for n in (1, 2, 3)
    ]
    assert turns[0].measure == Measure("value", 1, 5)
