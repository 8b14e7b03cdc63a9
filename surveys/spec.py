"""The declaration of a rubric: page, check, prompt, reader and columns are all derived from this one model."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal

from pydantic import BeforeValidator, Field, StringConstraints, WithJsonSchema, field_validator

from surveys.base import Declared, FieldNeed, Key, ShownOutput, Text
from surveys.blocks import AnyBlock
from surveys.blocks.outputs import OutputsBlock
from surveys.guards import AnyGuard
from surveys.kinds import AnySection
from surveys.replies import AnyReplyFormat

Section = AnySection


class Criterion(Declared):
    """What a scored section measures. `best` says which end of the numbers is the good one."""

    words: ClassVar[tuple[str, ...]] = ("title", "definition")
    named_by: ClassVar[str] = "key"

    key: Key
    title: Text
    definition: str = ""
    level: Literal["nominal", "ordinal", "interval"]
    best: Literal["highest", "lowest", "none"]


class Example(Declared):
    """A worked example in the instructions: what is shown, and why it is good or bad."""

    words: ClassVar[tuple[str, ...]] = ("picture_alt", "text", "reason")

    verdict: Literal["good", "bad"]
    picture: str = Field(default="", pattern=r"^[a-z0-9-]*(\.(jpg|png|webp))?$", description="A file in `media/`.")
    picture_alt: str = ""
    text: Text
    reason: Text


class OutputDeclaration(Declared):
    """How many outputs a page takes and what one is called."""

    words: ClassVar[tuple[str, ...]] = ("name",)

    per_page: Literal[1, 2] = 1
    name: Text = "Output"


_WORDED = {
    "title": "string",
    "summary": "string",
    "instructions": "string",
    "reminders": "object",
    "examples": "object",
    "outputs": "object",
    "stimulus": "object",
    "criteria": "object",
    "sections": "object",
}


def _by_name(tree: Any) -> Any:
    """`tree` with every key as text: an option's value is a number in YAML."""
    return {str(key): _by_name(inner) for key, inner in tree.items()} if isinstance(tree, Mapping) else tree


# Texts by the place of what they translate, nested as the rubric is: `surveys.translations` checks them.
Translation = Annotated[
    dict[str, Any],
    BeforeValidator(_by_name),
    WithJsonSchema(
        {
            "type": "object",
            "description": "The rubric's words by their place: list entries by key, value or field, else by number.",
            "properties": {name: {"type": kind} for name, kind in _WORDED.items()},
            "additionalProperties": False,
        }
    ),
]


class Rubric(Declared):
    """One annotation task, declared once."""

    words: ClassVar[tuple[str, ...]] = ("title", "summary", "instructions", "reminders")

    name: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]{1,59}$")]
    title: Text
    language: str = Field(
        default="en", pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]+)*$", description="The language this file is written in."
    )
    translations: dict[str, Translation] = Field(
        default_factory=dict, description="The words that raters see in other languages, by language code."
    )
    summary: Text = Field(description="One or two sentences that say what the rater does.")
    instructions: Text = Field(description="Markdown, shown before the first HIT and one key away from then on.")
    reminders: tuple[Text, ...] = Field(default=(), description="Rules that stay in view while rating.")
    examples: tuple[Example, ...] = ()
    outputs: OutputDeclaration = OutputDeclaration()
    ordered: bool = Field(default=False, description="Each section opens when the one before it is complete.")
    stimulus: tuple[AnyBlock, ...] = Field(min_length=1)
    criteria: tuple[Criterion, ...] = ()
    sections: tuple[Section, ...] = Field(min_length=1)
    guards: tuple[AnyGuard, ...] = Field(default=(), description="Contradictions a rater is asked about, once.")
    reply: AnyReplyFormat

    @field_validator("stimulus", mode="after")
    @classmethod
    def _shows_outputs(cls, blocks: Sequence[Any]) -> Sequence[Any]:
        if sum(block.block == "outputs" for block in blocks) != 1:
            raise ValueError("exactly one block must be `outputs`: what the systems wrote is shown there")
        return blocks

    @property
    def languages(self) -> tuple[str, ...]:
        """The languages that raters can have it in, its own first."""
        return (self.language, *self.translations)

    @cached_property
    def written_in(self) -> str:
        """The language of the file; a rubric put into another language keeps it."""
        return self.language

    def criterion(self, key: str) -> Criterion:
        return next(criterion for criterion in self.criteria if criterion.key == key)

    def fields(self) -> list[FieldNeed]:
        """The item fields that the page shows, each once, in the order shown."""
        found: dict[str, FieldNeed] = {}
        for block in self.stimulus:
            for need in block.needs():
                known = found.get(need.name)
                found[need.name] = need if known is None or need.required else known
        return list(found.values())

    @property
    def headed_blocks(self) -> tuple[AnyBlock, ...]:
        """The blocks for a prompt: untitled outputs are headed by the rubric's name for one, as on the page."""
        return tuple(
            block.model_copy(update={"title": self.outputs.name})
            if isinstance(block, OutputsBlock) and not block.title
            else block
            for block in self.stimulus
        )

    def output_title(self, output: ShownOutput | None) -> str:
        """ "Caption 1" on a page of two, "Caption" on a page of one."""
        if output is None or self.outputs.per_page == 1:
            return self.outputs.name
        return f"{self.outputs.name} {output.position}"

    @property
    def output_format(self) -> str:
        """How the page shows the text of an output: plain or markdown."""
        return next((block.format for block in self.stimulus if isinstance(block, OutputsBlock)), "plain")

    @property
    def recalls_outputs(self) -> bool:
        """Whether sections ask about one of two outputs alone; each then shows its output once more."""
        return self.outputs.per_page > 1 and any(section.per_output for section in self.sections)

    def canonical(self) -> str:
        """The declaration as JSON with sorted keys and without defaults: what the hash is taken of.

        Leaving defaults out keeps old hashes true when the declaration language gains an option.
        """
        content = self.model_dump(mode="json", exclude_defaults=True)
        return json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))

    @cached_property
    def sha256(self) -> str:
        """The version's hash. A rubric put into another language keeps it: it is the same version."""
        return hashlib.sha256(self.canonical().encode()).hexdigest()
