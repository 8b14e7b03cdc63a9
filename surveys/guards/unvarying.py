"""The guard `unvarying-scores`, which asks about identical scores in many consecutive HITs."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from django.utils.translation import gettext as _
from pydantic import Field

from core.errors import Problem
from surveys.base import Key, Stimulus
from surveys.guards.base import Answers, Concern, GuardBase, asked_of
from surveys.kinds.base import Asking
from surveys.problems import not_among


class UnvaryingScores(GuardBase):
    contradicts: ClassVar[bool] = False

    guard: Literal["unvarying-scores"]
    sections: tuple[Key, ...] = Field(
        min_length=1, description="Sections whose scores should vary over a session."
    )
    hits: int = Field(
        default=10,
        ge=3,
        le=200,
        description="Number of consecutive HITs with identical scores that triggers the question.",
    )

    @property
    def earlier_hits(self) -> int:
        return self.hits - 1

    def problems(self, rubric: Asking) -> Sequence[Problem]:
        scored = [section.key for section in rubric.sections if section.answers == "scores"]
        return not_among("sections", self.sections, scored, "scored section")

    def concern(
        self, rubric: Asking, stimulus: Stimulus, values: Answers, earlier: Sequence[Answers]
    ) -> Concern | None:
        covered = asked_of(rubric, stimulus, self.sections, values)
        session = [values, *earlier[: self.earlier_hits]]
        # All responses of a batch have the same keys, so the keys of this HIT also fit the earlier
        # ones.
        scores = {answers.get(question.key) for answers in session for question in covered}
        if not covered or len(session) < self.hits or len(scores) != 1:
            return None
        details = {"hits": self.hits, "value": scores.pop()}
        message = (
            _(
                "All scores of your last %(hits)s HITs are %(value)s. Did you rate each one "
                "separately?"
            )
            % details
        )
        return Concern(self.guard, message, covered[0])
