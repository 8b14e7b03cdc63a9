"""`same-text`: the same words given as the reason for every criterion."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from pydantic import Field

from surveys.base import Key, Stimulus
from surveys.dangling import Dangling, unknown
from surveys.guards.base import Answers, Concern, GuardBase, asked_of

if TYPE_CHECKING:
    from surveys.spec import Rubric


class SameText(GuardBase):
    guard: Literal["same-text"]
    sections: tuple[Key, ...] = Field(min_length=1, description="Text sections whose answers should differ.")

    def dangling(self, rubric: "Rubric") -> Sequence[Dangling]:
        texts = [one.key for one in rubric.sections if one.kind == "text"]
        return unknown("sections", self.sections, texts, "text section")

    def concern(
        self,
        rubric: "Rubric",
        stimulus: Stimulus,
        values: Answers,
        earlier: Sequence[Answers],  # noqa: ARG002
    ) -> Concern | None:
        """Output by output: a reason may fit both outputs, but hardly all criteria of one."""
        asked = asked_of(rubric, stimulus, self.sections, values)
        for output in dict.fromkeys(one.output for one in asked):
            here = [one for one in asked if one.output == output]
            words = {" ".join(str(values[one.key]).lower().split()) for one in here}
            if len(here) > 1 and len(words) == 1:
                title = next((rubric.output_title(one) for one in stimulus.outputs if one.letter == output), "")
                of = f" for {title}" if title else ""
                message = f"The same words stand under every criterion{of}. Does each reason fit its criterion?"
                return Concern(self.guard, message, here[0])
        return None
