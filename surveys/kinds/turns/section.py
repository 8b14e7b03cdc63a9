"""Declaration of the section kind `turns`."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, ClassVar, Literal

from pydantic import Field

from core.errors import Problem
from surveys.base import ShownOutput, Stimulus, Text
from surveys.conversations.turns import Role
from surveys.kinds.base import Asking, Criterion
from surveys.kinds.question import Question
from surveys.kinds.scale.section import ScaleSection
from surveys.kinds.turns.question import TurnQuestion

TURN = "turn"


class TurnsSection(ScaleSection):
    words: ClassVar[tuple[str, ...]] = (*ScaleSection.words, "turn_name")
    asks: ClassVar[tuple[type[Question], ...]] = (TurnQuestion,)
    substance: ClassVar[frozenset[str]] = frozenset({"low", "high", "roles"})
    asks_about_turns: ClassVar[bool] = True

    kind: Literal["turns"]  # type: ignore[assignment]
    roles: tuple[Role, ...] = Field(
        default=("assistant",), min_length=1, description="Roles whose turns are rated."
    )
    turn_name: Text = Field(default="Turn", description="Word before the number of a turn.")

    def problems(self, rubric: Asking) -> Sequence[Problem]:
        return [*super().problems(rubric), *turn_problems(self, rubric)]

    def key_patterns(self) -> list[str]:
        prefix = "*." if self.per_output else ""
        return [f"{prefix}{TURN}.{key}" for key in self.criteria or (self.key,)]

    def page_context(self, fields: Sequence[Any]) -> Mapping[str, Any]:
        return {**super().page_context(fields), "turns": len(fields)}

    def questions(
        self, rubric: Asking, stimulus: Stimulus, output: ShownOutput | None
    ) -> Sequence[Question]:
        target = output or next(iter(stimulus.outputs), None)
        if target is None:
            return []
        numbers = [n for n, turn in enumerate(target.turns, 1) if turn.role in self.roles]
        return [
            self._question(rubric, target, output, number, criterion, is_first=not place)
            for place, number in enumerate(numbers)
            for criterion in self.targets(rubric)
        ]

    def _question(
        self,
        rubric: Asking,
        target: ShownOutput,
        output: ShownOutput | None,
        number: int,
        criterion: Criterion | None,
        *,
        is_first: bool,
    ) -> Question:
        common = self.common(rubric, output, criterion)
        name = criterion.key if criterion else self.key
        parts = [output.letter] if output else []
        return TurnQuestion(
            key=".".join([*parts, TURN, str(number), name]),
            low=self.low,
            high=self.high,
            low_label=self.low_label,
            high_label=self.high_label,
            anchors=self.anchors,
            falls=self.falls(rubric),
            entry=number,
            is_first=is_first,
            about=target.turn_id(number),
            **common
            | {
                "label": self._label(rubric, number, common["label"]),
                "help": common["help"] if is_first else "",
            },
        )

    def _label(self, rubric: Asking, number: int, title: str) -> str:
        """Return the turn's name, for example "Turn 3". If the rubric asks several questions about
        turns, the question follows the name."""
        things = sum(
            max(len(section.criteria), 1)
            for section in rubric.sections
            if isinstance(section, TurnsSection)
        )
        name = f"{self.turn_name} {number}"
        return f"{name}, {title}" if things > 1 or self.per_output else name


def turn_problems(section: Any, rubric: Asking) -> Iterator[Problem]:
    """Yield the problems that prevent a section from asking about the turns of one output."""
    if rubric.outputs.kind != "conversation":
        what = "the section asks about turns, but the outputs are not conversations."
        yield Problem(what, remedy="Set `outputs.kind: conversation`.")
    if rubric.outputs.per_page > 1 and not section.per_output:
        what = "the page shows several conversations."
        yield Problem(what, "per_output", remedy="Set `per_output: true`.")
