"""Tests of a researcher's own rubric: its prompt and its replies use the same names."""

import pytest

from surveys.base import ShownOutput, Stimulus
from surveys.loading import load_rubric
from surveys.prompts import prompt_text, render_prompt
from surveys.replies import ReplyError

RUBRIC = """\
name: own
title: T
summary: S
instructions: I
stimulus:
  - {block: list, field: points, title: Points}
  - {block: outputs, title: Reply}
criteria:
  - {key: clarity, title: Clarity, level: ordinal, best: highest}
  - {key: truth, title: Truth, level: ordinal, best: highest}
sections:
  - {key: why, kind: text, title: Why}
  - {key: scores, kind: scale, title: Scores, criteria: [clarity, truth], low: 1, high: 5}
  - {key: points, kind: checklist, title: Points, entries: points, steps: [{key: said, title: Said}]}
  - {key: ease, kind: scale, title: Ease, low: 1, high: 7}
reply: {format: section-lines}
"""
SHOWN = Stimulus(fields={"points": ["a dog"]}, outputs=[ShownOutput("a", 1, "x")])
SCORES = {"clarity": 4, "truth": 2, "ease": 5}


def test_the_prompt_numbers_what_the_reply_numbers():
    prompt = prompt_text(render_prompt(load_rubric(RUBRIC), SHOWN))
    asked, _, reply = prompt.partition("Reply with these lines")
    named = [line for line in asked.split("\n") if line.startswith("Section ")]
    assert named == ["Section 1: Clarity", "Section 2: Truth", "Section 3: Ease"]
    assert reply.count("<number of your answer>") == 3


def test_a_bracketed_header_may_be_the_title_of_its_only_score():
    rubric = load_rubric(RUBRIC.replace("format: section-lines", "format: bracketed, headers: {}"))
    raw = rubric.reply.write(rubric, SHOWN, {**SCORES, "why": "It is clear."})
    reading = rubric.reply.read(rubric, SHOWN, raw)
    assert (dict(reading.values), list(reading.warnings)) == ({**SCORES, "why": "It is clear."}, [])
    alone = rubric.reply.read(
        rubric, SHOWN, "[Why]\nClear.\n[Scores]\nClarity: 4\nTruth: 2\n[Ease]\n5"
    )
    assert dict(alone.values) == {**SCORES, "why": "Clear."}


QUESTIONS = RUBRIC.replace("title: Clarity", "title: Would you use this answer?").replace(
    "title: Truth", "title: Is the score of the game wrong?"
)
MARKED = QUESTIONS.replace(
    "format: section-lines", "format: marks, reasons: why, marks: {clarity: α, truth: β}"
).replace("  - {key: ease, kind: scale, title: Ease, low: 1, high: 7}\n", "")
RESTATED = """\
It names the river.
Would you use this answer?: α4α
The Is the score of the game wrong? score is β2β."""


def test_a_title_that_is_a_question_is_no_doubt():
    rubric = load_rubric(MARKED)
    values = rubric.reply.read(rubric, SHOWN, RESTATED).values
    assert {key: values[key] for key in ("clarity", "truth")} == {"clarity": 4, "truth": 2}


@pytest.mark.parametrize(
    "raw",
    [
        RESTATED + "\nThe score is wrong.",
        RESTATED.replace("answer?:", "answer? No, it would be"),
        RESTATED.replace("Would you", "If so, would you"),
    ],
)
def test_doubt_beside_such_a_title_is_seen(raw):
    rubric = load_rubric(MARKED)
    with pytest.raises(ReplyError) as refused:
        rubric.reply.read(rubric, SHOWN, raw)
    assert refused.value.code == "score_in_doubt"
