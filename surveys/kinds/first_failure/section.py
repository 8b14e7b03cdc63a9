"""Declaration of the section kind `first-failure`."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from pydantic import Field

from core.errors import Problem
from core.tabular.beginnings import beginning
from surveys.base import ShownOutput, Stimulus, Text
from surveys.conversations.turns import Role, Turn
from surveys.kinds.base import Asking, SectionBase
from surveys.kinds.first_failure.question import Choice, FailureQuestion
from surveys.kinds.measures import Measure
from surveys.kinds.question import Question
from surveys.kinds.text.question import TextQuestion
from surveys.kinds.turns.section import turn_problems

REASON = "reason"
REASON_LENGTH = 1000
WORDS = 60  # characters to show of a turn's beginning


class FirstFailureSection(SectionBase):
    words: ClassVar[tuple[str, ...]] = (*SectionBase.words, "none", "reason_title")
    answers: ClassVar[Literal["scores", "texts", "entries"]] = "scores"
    asks: ClassVar[tuple[type[Question], ...]] = (FailureQuestion, TextQuestion)
    substance: ClassVar[frozenset[str]] = frozenset({"roles"})
    form: ClassVar[frozenset[str]] = frozenset({"reasons"})
    asks_about_turns: ClassVar[bool] = True

    kind: Literal["first-failure"]
    roles: tuple[Role, ...] = Field(
        default=("assistant",), min_length=1, description="Roles whose turns can fail."
    )
    none: Text = Field(
        default="No turn fails",
        description="Label of the answer that no turn fails, which is stored as 0.",
    )
    reasons: Literal["none", "optional"] = Field(
        default="optional", description="Whether annotators can give a reason why the turn fails."
    )
    reason_title: Text = "Why does it fail?"

    def problems(self, rubric: Asking) -> Sequence[Problem]:
        problems = list(turn_problems(self, rubric))
        if len(self.criteria) > 1:
            what = "the first failure can measure only one criterion."
            remedy = "Keep one criterion, and write another section for each of the others."
            problems.append(Problem(what, "criteria", remedy=remedy))
        return problems

    def measure(self, rubric: Asking) -> Measure | None:
        del rubric
        return Measure("turn", 0, level="nominal", best="none")

    def questions(
        self, rubric: Asking, stimulus: Stimulus, output: ShownOutput | None
    ) -> Sequence[Question]:
        target = output or next(iter(stimulus.outputs), None)
        turns = target.turns if target else ()
        criterion = next(self.targets(rubric))
        common = self.common(rubric, output, criterion)
        key = self.question_key(output, criterion)
        failure = FailureQuestion(
            key=key,
            choices=[
                Choice(number, beginning(_words(turn), WORDS))
                for number, turn in enumerate(turns, 1)
                if turn.role in self.roles
            ],
            none=self.none,
            **common,
        )
        if self.reasons == "none":
            return [failure]
        about = common | {"label": self.reason_title, "help": "", "required": False}
        text = TextQuestion(
            key=f"{key}.{REASON}", step=REASON, rows=2, max_length=REASON_LENGTH, **about
        )
        return [failure, text]


def _words(turn: Turn) -> str:
    return " ".join(turn.text.split()) or ", ".join(call.name for call in turn.calls)
