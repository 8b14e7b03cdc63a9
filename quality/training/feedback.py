"""Feedback after a training HIT: the person's answers, the accepted ones, and the reason."""

from collections.abc import Sequence
from dataclasses import dataclass

from hits.models import GoldKey, TrainingAnswer
from quality.gold.passing import accepted_in_words, answer_in_words, holds
from surveys.questions import Question


@dataclass(frozen=True)
class Line:
    """One question that has a known answer: what was answered and what is accepted, in words."""

    label: str
    answer_words: str
    accepted: str
    is_right: bool


def feedback_lines(
    key: GoldKey, answer: TrainingAnswer, questions: Sequence[Question]
) -> list[Line]:
    """In the order asked. A question that a later rubric does not ask cannot be: versions are
    frozen."""
    by_key = {question.key: question for question in questions}
    order = {question.key: number for number, question in enumerate(questions)}
    rules = sorted(key.rules, key=lambda rule: order.get(rule["question"], 0))
    return [
        Line(
            label=by_key[rule["question"]].label,
            answer_words=answer_in_words(
                by_key[rule["question"]], answer.values.get(rule["question"])
            ),
            accepted=accepted_in_words(rule, by_key),
            is_right=holds(rule, answer.values),
        )
        for rule in rules
        if rule["question"] in by_key
    ]
