"""Base class of stimulus blocks. A block declares the item's fields that it shows, its part of a
prompt, and its template."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import ClassVar

from core.errors import Problem
from surveys.base import MEDIA, Declared, FieldNeed, Part, Stimulus
from surveys.kinds.base import Asking

# Example content for the preview of a rubric that has no dataset yet.
SENTENCES = (
    "An old mill stands above the river, and its sails were made anew last spring.",
    "Visitors climb the narrow stair to the top, where the miller explains the stones.",
    "On windy days the whole house hums, and flour lies on every sill.",
)
_SAMPLES: dict[str, object] = {"text": SENTENCES[0], "list": list(SENTENCES)}


class BlockBase(Declared):
    """A piece of content that is shown above the questions.

    The block's template is `page.html` in its folder, and gets `block` and `stimulus`.
    """

    words: ClassVar[tuple[str, ...]] = ("title",)
    named_by: ClassVar[str] = "field"

    # Whether this block shows the systems' outputs. A rubric has exactly one such block.
    shows_outputs: ClassVar[bool] = False
    # Whether neighbouring blocks with this flag form one group on the page. The group is zoomed and
    # compared together.
    compares_with_next: ClassVar[bool] = False

    block: str
    title: str = ""

    @property
    def folder(self) -> str:
        return self.block.replace("-", "_")

    @property
    def output_format(self) -> str:
        """Return the format of the block's output texts: plain, markdown or html."""
        return "plain"

    @property
    def is_plain(self) -> bool:
        """Return whether the block's template shows all content in the same way: as pictures and
        paragraphs of text. If so, one rendering of the template serves all HITs
        (hits/page/slots.py)."""
        return False

    @abstractmethod
    def needs(self) -> Sequence[FieldNeed]:
        """Return the item's fields that this block shows."""

    @abstractmethod
    def prompt(self, stimulus: Stimulus) -> Sequence[Part]:
        """Return the block's content for a judge's prompt, or an empty sequence if the item does
        not have the content."""

    def problems(self, rubric: Asking) -> Sequence[Problem]:
        """Return the problems with options of the block that do not fit the rubric."""
        del rubric
        return []

    def listed_field(self) -> str | None:
        """Return the name of the list field if the block shows only the entries of this list. The
        block is omitted if a section asks about each entry."""
        return None

    def part_of(self, stimulus: Stimulus, need: FieldNeed) -> Sequence[Part]:
        """Return the prompt parts for one field of the block, for a researcher's own prompt
        template."""
        if need.type in MEDIA:
            return [Part(need.type, need.name)] if need.name in stimulus.media else []
        value = stimulus.fields.get(need.name)
        text = "\n".join(map(str, value)) if isinstance(value, list) else str(value or "")
        return [Part("text", text)]

    def rest(self, stimulus: Stimulus, placed: AbstractSet[str]) -> Sequence[Part]:
        """Return the prompt parts of the block's fields that are not in `placed`, for a
        researcher's own prompt template."""
        parts = self.prompt(stimulus)
        if not placed & {need.name for need in self.needs()}:
            return parts
        media = [part for part in parts if not part.is_text and part.content not in placed]
        texts = [
            Part("text", f"[{self.label_of(need)}]:\n{part.content}")
            for need in self.needs()
            if need.name not in placed
            for part in self.part_of(stimulus, need)
            if part.is_text and part.content.strip()
        ]
        return [*media, *texts]

    def label_of(self, need: FieldNeed) -> str:
        """Return the heading for one of the block's fields when the field is shown alone."""
        return self.title or need.name.replace("_", " ").capitalize()

    def sample(self) -> Mapping[str, object]:
        """Return made-up values for the block's fields. Media have no made-up values."""
        return {need.name: _SAMPLES[need.type] for need in self.needs() if need.type in _SAMPLES}

    def doubts(self, fields: Mapping[str, object]) -> Sequence[Problem]:
        """Return import warnings about probable mistakes in fields that the page can still show."""
        del fields
        return []

    def headed(self, text: str) -> list[Part]:
        """Return one part with `text` under the block's title, or an empty list if the text is
        blank."""
        if not text.strip():
            return []
        return [Part("text", f"[{self.title}]:\n{text}" if self.title else text)]
