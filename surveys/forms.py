"""Validation of answers, with the same function for a person's form and a judge's reply."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from surveys.questions import AnswerError, Question, Value


@dataclass(frozen=True)
class AnswerProblem:
    """A problem with the answer to one question, with a message for the error summary."""

    question: Question
    code: str
    message: str


@dataclass(frozen=True)
class CheckedAnswers:
    """The valid answers by question key, and the problem with each invalid answer."""

    values: Mapping[str, Value]
    problems: Sequence[AnswerProblem] = field(default_factory=tuple)


def check_answers(questions: Sequence[Question], raw: Mapping[str, object]) -> CheckedAnswers:
    """Check the answers in `raw` against `questions`, and return the valid answers and the
    problems. `raw` maps question keys to form strings or numbers.

    Answers to questions that are not asked, because their gate is closed, are omitted. The answers
    of a section that cannot be judged are also omitted.
    """
    abstained = {question.unless for question in questions if _has_reason(raw, question)}
    values: dict[str, Value] = {}
    problems: list[AnswerProblem] = []
    for question in questions:
        if question.unless in abstained or not all(gate.opens(values) for gate in question.gates):
            continue
        try:
            value = question.parse(question.given(raw))
        except AnswerError as error:
            problems.append(AnswerProblem(question, error.code, str(error)))
            continue
        if value is not None:
            values[question.key] = value
        elif question.required and (message := question.when_blank()):
            problems.append(AnswerProblem(question, "missing_criterion", message))
    return CheckedAnswers(values, [*problems, *conflicts(questions, values)])


def _has_reason(raw: Mapping[str, object], question: Question) -> bool:
    """Return whether `raw` has a reason why the question's section cannot be judged."""
    reason = raw.get(question.unless) if question.unless else None
    return bool(str(reason or "").replace("\x00", "").strip())


def conflicts(questions: Sequence[Question], values: Mapping[str, Value]) -> list[AnswerProblem]:
    """Return the contradictions between valid answers, such as two outputs with the same rank."""
    return [
        AnswerProblem(question, "conflict", message)
        for question in questions
        if question.key in values and (message := question.conflict(values))
    ]
