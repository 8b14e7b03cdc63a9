"""The guard `low-score-without-mark`, which asks about a low score for a text without marks."""

from collections.abc import Sequence
from typing import Literal

from django.utils.translation import gettext as _
from pydantic import Field

from core.errors import Problem
from surveys.base import Key, Stimulus
from surveys.guards.base import Answers, Concern, GuardBase, asked_of
from surveys.kinds.base import Asking
from surveys.kinds.spans.question import SpansQuestion
from surveys.problems import not_among


class LowScoreWithoutMark(GuardBase):
    guard: Literal["low-score-without-mark"]
    marks: Key = Field(description="The `spans` section whose marks are compared with the score.")
    score: Key = Field(description="The section that scores the same texts.")
    below: int = Field(description="The lowest score that needs no mark.")

    def problems(self, rubric: Asking) -> Sequence[Problem]:
        marked = [section.key for section in rubric.sections if SpansQuestion in section.asks]
        scored = [section.key for section in rubric.sections if section.answers == "scores"]
        return [
            *not_among("marks", [self.marks], marked, "section of kind `spans`"),
            *not_among("score", [self.score], scored, "scored section"),
        ]

    def concern(
        self, rubric: Asking, stimulus: Stimulus, values: Answers, earlier: Sequence[Answers]
    ) -> Concern | None:
        del earlier
        unmarked = {
            question.output: question
            for question in asked_of(rubric, stimulus, [self.marks], values)
            if values[question.key] == "[]"
        }
        for score in asked_of(rubric, stimulus, [self.score], values):
            value = values[score.key]
            if score.output in unmarked and not isinstance(value, str) and value < self.below:
                message = _("The score is %(score)s, but nothing is marked. Is that right?")
                details = {"score": value}
                return Concern(self.guard, message % details, unmarked[score.output])
        return None
