"""The guard `same-text`, which asks about identical reasons for all criteria."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from django.utils.translation import gettext as _
from pydantic import Field

from core.errors import Problem
from surveys.base import Key, Stimulus
from surveys.guards.base import Answers, Concern, GuardBase, asked_of
from surveys.kinds.base import Asking
from surveys.problems import not_among


class SameText(GuardBase):
    contradicts: ClassVar[bool] = False

    guard: Literal["same-text"]
    sections: tuple[Key, ...] = Field(
        min_length=1, description="Text sections whose answers should differ."
    )

    def problems(self, rubric: Asking) -> Sequence[Problem]:
        texts = [section.key for section in rubric.sections if section.answers == "texts"]
        return not_among("sections", self.sections, texts, "text section")

    def concern(
        self,
        rubric: Asking,
        stimulus: Stimulus,
        values: Answers,
        earlier: Sequence[Answers],
    ) -> Concern | None:
        """Return a concern if all criteria of an output have the same reason, otherwise None. Each
        output is checked separately, because the same reason can be right for two outputs. Only the
        first such output is reported."""
        covered = asked_of(rubric, stimulus, self.sections, values)
        for output in dict.fromkeys(question.output for question in covered):
            here = [question for question in covered if question.output == output]
            words = {" ".join(str(values[question.key]).lower().split()) for question in here}
            if len(here) > 1 and len(words) == 1:
                reminder = _("You gave the same reason for every criterion. Does it fit each one?")
                return Concern(self.guard, reminder, here[0])
        return None
