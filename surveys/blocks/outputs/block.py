"""Declaration of the block `outputs`."""

from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import takewhile
from typing import ClassVar, Literal, Self

from pydantic import Field, model_validator

from core.errors import Problem
from surveys.base import FieldNeed, Part, ShownOutput, Stimulus
from surveys.blocks.playing import PlayingBlock
from surveys.kinds.base import Asking, numbered_name

FEWEST_SHARED = 3  # least number of shared turns to fold; a single task is never folded


@dataclass(frozen=True)
class SharedStart:
    """The first turns that several conversations share, as slices for templates. `last` is the
    number of the last shared turn, as text."""

    last: str

    @property
    def start(self) -> str:
        return f":{self.last}"

    @property
    def rest(self) -> str:
        return f"{self.last}:"


class OutputsBlock(PlayingBlock):
    named_by: ClassVar[str] = "block"
    shows_outputs: ClassVar[bool] = True

    block: Literal["outputs"]
    format: Literal["plain", "markdown", "html"] = "plain"
    mark_differences: bool = Field(
        default=False,
        description="Let annotators highlight the words that differ between two plain outputs.",
    )

    @model_validator(mode="after")
    def _marks_plain_text(self) -> Self:
        if self.mark_differences and self.format != "plain":
            raise ValueError(
                "`mark_differences` needs `format: plain`, because markup cannot be compared"
            )
        return self

    @property
    def output_format(self) -> str:
        return self.format

    @property
    def is_plain(self) -> bool:
        return self.format == "plain"

    def problems(self, rubric: Asking) -> Sequence[Problem]:
        if not self.mark_differences or rubric.outputs.per_page > 1:
            return []
        what = "a page with one output has nothing to compare."
        return [Problem(what, "mark_differences", remedy="Set `outputs.per_page: 2`.")]

    def needs(self) -> Sequence[FieldNeed]:
        return []

    def plays_together(self, stimulus: Stimulus) -> bool:
        """Return whether the clips of the outputs are played together. This is the case if there
        are several outputs that each have one clip."""
        clips = [sum(medium.is_clip for medium in output.media) for output in stimulus.outputs]
        return len(clips) > 1 and set(clips) == {1}

    def shared_start(self, stimulus: Stimulus) -> SharedStart | None:
        """Return the first turns that all outputs share. Return None if there are fewer than
        FEWEST_SHARED, because so few turns are not folded."""
        turns = [output.turns for output in stimulus.outputs]
        same = takewhile(
            lambda column: all(turn == column[0] for turn in column), zip(*turns, strict=False)
        )
        count = sum(1 for _column in same) if len(turns) > 1 else 0
        return SharedStart(str(count)) if count >= FEWEST_SHARED else None

    def kinds_shown(self, stimulus: Stimulus) -> frozenset[str]:
        """Return the kinds of all outputs' media: "image", "video" or "audio"."""
        return frozenset(kind for output in stimulus.outputs for kind in output.kinds)

    def prompt(self, stimulus: Stimulus) -> Sequence[Part]:
        return [part for output in stimulus.outputs for part in self._of(stimulus, output)]

    def rest(self, stimulus: Stimulus, placed: AbstractSet[str]) -> Sequence[Part]:
        """Return the prompt parts of the outputs whose name is not in `placed`. The name of the
        second output is `output 2`. The first output is also called `output`."""
        names = placed | ({"output 1"} if "output" in placed else set())
        return [
            part
            for output in stimulus.outputs
            if f"output {output.position}" not in names
            for part in self._of(stimulus, output)
        ]

    def _of(self, stimulus: Stimulus, output: ShownOutput) -> list[Part]:
        """Return the prompt parts of one output, under a heading for this output."""
        single = len(stimulus.outputs) == 1
        heading = f"[{self.title if single else numbered_name(self.title, output.position)}]:"
        if output.media:
            return [Part("text", heading), *output.parts()]
        return [Part("text", f"{heading}\n{output.in_prompt}")]
