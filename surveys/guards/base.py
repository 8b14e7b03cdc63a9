"""What every guard shares: what it is told, and the concern it may raise. A guard never refuses an answer."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from surveys.base import Declared, Stimulus
from surveys.dangling import Dangling
from surveys.questions import Question, Value, questions

if TYPE_CHECKING:
    from surveys.spec import Rubric

Answers = Mapping[str, Value]


@dataclass(frozen=True)
class Concern:
    """One contradiction: the guard that saw it, in words for the person, and the question to look at first."""

    guard: str
    message: str
    question: Question


class GuardBase(Declared):
    """A rule between answers that are each valid by themselves."""

    @property
    def earlier_hits(self) -> int:
        """How many of the rater's latest submissions the guard wants to see."""
        return 0

    @abstractmethod
    def dangling(self, rubric: "Rubric") -> Sequence[Dangling]:
        """What the guard names that the rubric does not have."""

    @abstractmethod
    def concern(
        self, rubric: "Rubric", stimulus: Stimulus, values: Answers, earlier: Sequence[Answers]
    ) -> Concern | None:
        """The concern that valid answers `values` raise. `earlier` are the rater's latest submissions, newest first."""


def find_concerns(
    rubric: "Rubric", stimulus: Stimulus, values: Answers, earlier: Sequence[Answers] = ()
) -> list[Concern]:
    """Every concern of the rubric's guards about one submission, in the order declared."""
    found = (guard.concern(rubric, stimulus, values, earlier) for guard in rubric.guards)
    return [concern for concern in found if concern is not None]


def asked_of(rubric: "Rubric", stimulus: Stimulus, sections: Sequence[str], answered: Answers) -> list[Question]:
    """The answered questions of `sections`, in the order asked."""
    return [one for one in questions(rubric, stimulus) if one.section in sections and one.key in answered]
