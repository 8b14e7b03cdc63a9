"""Base class of guards, the data that a guard receives, and the concern that a guard can raise.

A guard never refuses an answer.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Protocol

from core.errors import Problem
from surveys.base import Declared, Stimulus
from surveys.kinds.base import Asking
from surveys.questions import Question, Value, questions

Answers = Mapping[str, Value]


@dataclass(frozen=True)
class Concern:
    """One contradiction: the guard that found it, the message for the person, and the first
    question to check. The question is None if the concern is about the whole HIT."""

    guard: str
    message: str
    question: Question | None = None


class GuardBase(Declared):
    """A rule between answers that are valid on their own.

    `contradicts` means that two of the answers cannot both be intended. Such contradictions are
    recorded for judges as well.
    """

    contradicts: ClassVar[bool] = True

    @property
    def earlier_hits(self) -> int:
        """Return the number of the annotator's earlier HITs that the guard needs."""
        return 0

    @abstractmethod
    def problems(self, rubric: Asking) -> Sequence[Problem]:
        """Return a problem for each name in the guard that does not occur in the rubric."""

    @abstractmethod
    def concern(
        self, rubric: Asking, stimulus: Stimulus, values: Answers, earlier: Sequence[Answers]
    ) -> Concern | None:
        """Return the guard's concern about the valid answers `values`, or None.

        `earlier` are the answers in the annotator's latest submissions, newest first.
        """


class Guarded(Asking, Protocol):
    """A rubric with its guards."""

    @property
    def guards(self) -> Sequence[GuardBase]: ...


def find_concerns(
    rubric: Guarded, stimulus: Stimulus, values: Answers, earlier: Sequence[Answers] = ()
) -> list[Concern]:
    """Return every concern of the rubric's guards about one submission, in the order in which the
    rubric declares the guards."""
    concerns = (guard.concern(rubric, stimulus, values, earlier) for guard in rubric.guards)
    return [concern for concern in concerns if concern is not None]


def asked_of(
    rubric: Asking, stimulus: Stimulus, sections: Sequence[str], answered: Answers
) -> list[Question]:
    """Return the questions of `sections` that were answered, in the order asked."""
    page_questions = questions(rubric, stimulus)
    return [
        question
        for question in page_questions
        if question.section in sections and question.key in answered
    ]
