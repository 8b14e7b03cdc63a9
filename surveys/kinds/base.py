"""What every section kind shares: what it repeats over, and how a question's key is built from that."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import Field

from surveys.base import Declared, Key, ShownOutput, Stimulus, Text
from surveys.dangling import Dangling
from surveys.questions import Question

if TYPE_CHECKING:
    from surveys.spec import Criterion, Rubric


class SectionBase(Declared):
    """One thing asked. `{output}` in its title stands for the output at hand ("Caption 1")."""

    # Scored kinds put their criterion's name in the key; a text about a criterion adds its own section's key to it.
    scores: ClassVar[bool] = True
    words: ClassVar[tuple[str, ...]] = ("title", "help")
    named_by: ClassVar[str] = "key"

    key: Key
    title: Text
    help: str = ""
    per_output: bool = Field(default=False, description="Ask once for every output on the page.")
    criteria: tuple[Key, ...] = Field(default=(), description="Ask once for every one of these criteria.")
    required: bool = True

    @abstractmethod
    def questions(self, rubric: "Rubric", stimulus: Stimulus, output: ShownOutput | None) -> Sequence[Question]:
        """The section's questions for one stimulus, and for one output where it repeats per output."""

    def dangling(self) -> Sequence[Dangling]:
        """What contradicts itself among the section's own options."""
        return []

    def entry_field(self) -> str | None:
        """The item's list field that the section repeats over, if any."""
        return None

    def targets(self, rubric: "Rubric") -> "Iterator[Criterion | None]":
        """The criteria to ask about, or a single None."""
        if not self.criteria:
            yield None
        for key in self.criteria:
            yield rubric.criterion(key)

    def question_key(self, output: ShownOutput | None, criterion: "Criterion | None", *tail: str) -> str:
        """`a.consistency`, `a.consistency.reasons`, `coherence`, `key_point.3.mentioned`."""
        name = [self.key] if criterion is None else [criterion.key, *(() if self.scores else (self.key,))]
        return ".".join([*([output.letter] if output else []), *name, *tail])

    def common(self, rubric: "Rubric", output: ShownOutput | None, criterion: "Criterion | None") -> dict[str, Any]:
        """The arguments that every question of this section shares."""
        return {
            "section": self.key,
            "criterion": criterion.key if criterion else None,
            "output": output.letter if output else None,
            "label": criterion.title if criterion else self.title.replace("{output}", rubric.output_title(output)),
            "help": criterion.definition if criterion else "",
            "required": self.required,
        }
