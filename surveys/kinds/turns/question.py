"""Questions about one turn that are answered on a scale."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from surveys.kinds.scale.question import ScaleQuestion


@dataclass(frozen=True, kw_only=True)
class TurnQuestion(ScaleQuestion):
    """A question about the score of one turn. `entry` is the number of the turn. Only the first
    question of a criterion explains the numbers."""

    kind: ClassVar[str] = "turn"
    in_wide: ClassVar[bool] = False
    named_by_label: ClassVar[bool] = True
    is_first: bool = False

    def prompt_lines(self) -> Sequence[str]:
        return super().prompt_lines() if self.is_first else []
