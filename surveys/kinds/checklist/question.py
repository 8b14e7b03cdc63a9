"""Checklist questions: an entry's step, the reason for its score, and a judge's direct score."""

from dataclasses import dataclass
from typing import ClassVar

from surveys.kinds.choice.question import ChoiceQuestion, Option
from surveys.kinds.question import Impression, Value
from surveys.kinds.text.question import TextQuestion

MIDDLE = 0.5
SCORES = (Option(value=0, text="wrong or not there"), Option(value=1, text="there and right"))
REASON_LENGTH = 1000


@dataclass(frozen=True, kw_only=True)
class StepQuestion(ChoiceQuestion):
    kind: ClassVar[str] = "step"
    in_replies: ClassVar[bool] = False
    noise: ClassVar[float] = 2.5

    def simulated(self, seen: Impression) -> Value:
        return int(seen.level > MIDDLE)


@dataclass(frozen=True, kw_only=True)
class EntryScoreQuestion(ChoiceQuestion):
    """A judge's score of 0 or 1 for an entry. Because the score is an amount, a reply can also give
    it as a fraction or a percentage."""

    @property
    def takes_amounts(self) -> bool:
        return True


def score_question(key: str, section: str) -> ChoiceQuestion:
    """Return the question for a judge's score of 0 or 1 for a whole entry. People do not answer
    this question, because their score follows from the steps."""
    return EntryScoreQuestion(key=key, section=section, label="score", options=SCORES)


def reason_question(key: str, section: str) -> TextQuestion:
    """Return the question about a judge's reason for an entry's score."""
    return TextQuestion(key=key, section=section, label="", max_length=REASON_LENGTH)
