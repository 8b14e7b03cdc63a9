"""What every stimulus block shares: the fields it needs, how it reads in a prompt, and its template."""

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar

from surveys.base import Declared, FieldNeed, Part, Stimulus


class BlockBase(Declared):
    """One thing shown above the questions. Its template is `templates/blocks/<block>.html`."""

    words: ClassVar[tuple[str, ...]] = ("title",)
    named_by: ClassVar[str] = "field"

    title: str = ""

    @abstractmethod
    def needs(self) -> Sequence[FieldNeed]:
        """The item's fields that this block shows."""

    @abstractmethod
    def prompt(self, stimulus: Stimulus) -> Sequence[Part]:
        """The same content for a judge. Empty where the item has none."""

    def headed(self, text: str) -> list[Part]:
        """`text` under the block's title, as one part; nothing for blank text."""
        if not text.strip():
            return []
        return [Part("text", f"[{self.title}]:\n{text}" if self.title else text)]
