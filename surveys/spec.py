"""The declaration of a rubric. The page, the validation of answers, the prompt, the reply reader
and the export columns are all derived from the declaration."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, Union

from pydantic import BeforeValidator, Field, StringConstraints, WithJsonSchema, field_validator

from surveys.audience import Audience, Noted, Reader, audience_field, is_for
from surveys.base import LETTERS, Declared, FieldNeed, Key, ShownOutput, Text
from surveys.blocks.base import BlockBase
from surveys.guards import AnyGuard
from surveys.kinds.base import Criterion, OutputDeclaration, SectionBase, numbered_name
from surveys.plugins.registry import parts
from surveys.replies.base import ReplyFormat

Section = SectionBase


class Example(Declared):
    """An example in the instructions: its content, and why it is good or bad.

    A judge gets the picture with its alternative text, or only the text if it cannot see pictures.
    """

    words: ClassVar[tuple[str, ...]] = ("picture_alt", "text", "reason")

    verdict: Literal["good", "bad"]
    picture: str = Field(
        default="",
        pattern=r"^[a-z0-9-]*(\.(jpg|png|webp))?$",
        description="Name of a file in `media/`.",
    )
    picture_alt: str = ""
    text: Text
    reason: Text
    audience: Audience = audience_field("Who reads the example.")


class WorkedExample(Declared):
    """An item as a judge's prompt shows it, with the reply that it should get. People do not see
    worked examples.

    `media` describes a picture or clip in words. An `excerpt` is part of a reply.
    """

    fields: dict[Key, Any] = Field(default_factory=dict)
    media: dict[Key, Text] = Field(default_factory=dict)
    outputs: tuple[Text, ...] = Field(min_length=1)
    reply: Text = Field(description="The judge's reply, in the rubric's reply format.")
    excerpt: bool = Field(default=False, description="Whether the reply is only an excerpt.")


class Terms(Declared):
    """Default values for the price and the sample of a new batch, from a study with this rubric."""

    reward: Decimal = Field(gt=0, description="Reward for one HIT.")
    fee: Decimal = Field(ge=0, description="Fee for one HIT.")
    fraction: Decimal | None = Field(
        default=None, gt=0, le=1, description="Size of the sample as a share of the items."
    )
    count: int | None = Field(
        default=None, ge=1, description="Size of the sample as a number of items."
    )


_WORDED = {
    "title": "string",
    "summary": "string",
    "instructions": "string",
    "notes": "object",
    "reminders": "object",
    "examples": "object",
    "outputs": "object",
    "stimulus": "object",
    "criteria": "object",
    "sections": "object",
}


def _by_name(tree: object) -> object:
    """Return `tree` with every key as text, because YAML reads an option's value as a number."""
    return (
        {str(key): _by_name(inner) for key, inner in tree.items()}
        if isinstance(tree, Mapping)
        else tree
    )


# Translated texts, nested in the same way as the rubric's own texts. They are checked by
# `surveys.languages.translations`.
Translation = Annotated[
    dict[str, object],
    BeforeValidator(_by_name),
    WithJsonSchema(
        {
            "type": "object",
            "description": (
                "The rubric's words by their place: list entries by key, value or field, else by "
                "number."
            ),
            "properties": {name: {"type": kind} for name, kind in _WORDED.items()},
            "additionalProperties": False,
        }
    ),
]


class Rubric(Declared):
    """A rubric: one annotation task with its texts, content, questions and reply format."""

    words: ClassVar[tuple[str, ...]] = ("title", "summary", "instructions")

    name: Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9-]{1,59}$")]
    title: Text
    language: str = Field(
        default="en",
        pattern=r"^[a-z]{2,3}(-[A-Za-z0-9]+)*$",
        description="Code of the language of this file.",
    )
    translations: dict[str, Translation] = Field(
        default_factory=dict,
        description="Translations of the texts that annotators see, by language code.",
    )
    summary: Text = Field(description="One or two sentences that say what the annotator does.")
    instructions: Text = Field(
        description="Instructions in Markdown. They are shown before the first HIT, and later "
        "with one key."
    )
    notes: tuple[Noted, ...] = Field(
        default=(),
        description="Further paragraphs of the instructions, each for an audience (`for`).",
    )
    reminders: tuple[Noted, ...] = Field(
        default=(), description="Rules that stay visible while people rate."
    )
    examples: tuple[Example, ...] = ()
    worked: tuple[WorkedExample, ...] = Field(
        default=(), description="Worked examples for judges, each with an input and a reply."
    )
    outputs: OutputDeclaration = OutputDeclaration()
    ordered: bool = Field(
        default=False,
        description="Whether each section opens only when the section before it is complete.",
    )
    stimulus: tuple[BlockBase, ...] = Field(min_length=1)
    criteria: tuple[Criterion, ...] = ()
    sections: tuple[SectionBase, ...] = Field(min_length=1)
    guards: tuple[AnyGuard, ...] = Field(
        default=(),
        description="Checks for contradictory answers. Annotators are asked about each "
        "contradiction once.",
    )
    reply: ReplyFormat
    terms: Terms | None = Field(
        default=None, description="Default price and sample of a new batch."
    )

    @field_validator("stimulus", mode="after")
    @classmethod
    def _shows_outputs(cls, blocks: Sequence[Any]) -> Sequence[object]:
        if sum(block.shows_outputs for block in blocks) != 1:
            raise ValueError(
                "exactly one block must be `outputs`, which shows the outputs of the systems"
            )
        return blocks

    @property
    def languages(self) -> tuple[str, ...]:
        """Return the languages of the rubric, with the original language first."""
        return (self.language, *self.translations)

    @cached_property
    def written_in(self) -> str:
        """Return the language of the rubric's file, which is the same for every translation."""
        return self.language

    def instructions_for(self, reader: Reader) -> str:
        """Return the instructions and notes for people or for judges, as Markdown."""
        notes = [note.text for note in self.notes if is_for(note, reader)]
        return "\n\n".join([self.instructions.strip(), *notes])

    @property
    def page_instructions(self) -> str:
        return self.instructions_for("page")

    @property
    def page_reminders(self) -> list[str]:
        return [reminder.text for reminder in self.reminders if is_for(reminder, "page")]

    @property
    def page_examples(self) -> list[Example]:
        return [example for example in self.examples if is_for(example, "page")]

    @property
    def orders(self) -> int:
        """Return the number of orders in which the rubric's options can be shown. People are
        distributed evenly over these orders."""
        return max(section.orders for section in self.sections)

    def in_order(self, order: int) -> "Rubric":
        """Return the rubric with its options in the order with this number. The keys, the values
        and the hash do not change."""
        sections = tuple(section.in_order(self, order) for section in self.sections)
        same = {"sha256": self.sha256, "written_in": self.written_in}
        return self.model_copy(update={"sections": sections, **same})

    @property
    def section_titles(self) -> list[str]:
        """Return the section titles in order. A section that is asked per output is listed once."""
        return [section.title.replace("{output}", self.outputs.name) for section in self.sections]

    def criterion(self, key: str) -> Criterion:
        return next(criterion for criterion in self.criteria if criterion.key == key)

    def fields(self) -> list[FieldNeed]:
        """Return the item fields that the page shows, in the order shown, without repetitions."""
        needs: dict[str, FieldNeed] = {}
        for block in self.stimulus:
            for need in block.needs():
                earlier = needs.get(need.name)
                needs[need.name] = need if earlier is None or need.required else earlier
        return list(needs.values())

    def field_title(self, name: str) -> str:
        """Return the title of an item's field on the page. This is the title of the field's block,
        or else the field's name."""
        titles = [
            block.title for block in self.stimulus if name in {each.name for each in block.needs()}
        ]
        return next(filter(None, titles), name)

    def letters(self) -> tuple[str, ...]:
        """Return the canonical letters of the outputs on a page."""
        return LETTERS[: self.outputs.per_page]

    @property
    def headed_blocks(self) -> tuple[BlockBase, ...]:
        """Return the blocks for a prompt. If outputs have no title, their heading is the rubric's
        name for an output, as on the page."""
        return tuple(
            block.model_copy(update={"title": self.outputs.name})
            if block.shows_outputs and not block.title
            else block
            for block in self.stimulus
        )

    def output_title(self, output: ShownOutput | None) -> str:
        """Return an output's title: "Caption 1" if a page has several outputs, else "Caption"."""
        if output is None or self.outputs.per_page == 1:
            return self.outputs.name
        return numbered_name(self.outputs.name, output.position)

    @property
    def output_format(self) -> str:
        """Return the format in which the page shows an output's text: plain, markdown or html."""
        return next(
            (block.output_format for block in self.stimulus if block.shows_outputs), "plain"
        )

    @property
    def recalls_outputs(self) -> bool:
        """Return whether a page has several outputs and a section that shows its output again."""
        return self.outputs.per_page > 1 and any(
            section.recalls_outputs for section in self.sections
        )

    def canonical(self) -> str:
        """Return the declaration as JSON with sorted keys and without default values. The hash is
        computed from this JSON.

        Because defaults are omitted, old hashes stay valid when an option is added to the language.
        """
        content = self.model_dump(mode="json", exclude_defaults=True)
        return json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))

    @cached_property
    def sha256(self) -> str:
        """Return the hash of the version, which is the same for the version's translations."""
        return hashlib.sha256(self.canonical().encode()).hexdigest()


def take_in_parts() -> None:
    """Build the rubric language from the installed kinds, blocks and reply formats."""
    language_parts = parts()
    fields: Any = Rubric.model_fields
    section: Any = _one_of(language_parts.kinds, "kind")
    block: Any = _one_of(language_parts.blocks, "block")
    fields["sections"].annotation = tuple[section, ...]
    fields["stimulus"].annotation = tuple[block, ...]
    fields["reply"].annotation = _one_of(language_parts.formats, "format")
    Rubric.model_rebuild(force=True)


def _one_of(types: Mapping[str, type[Declared]], discriminator: str) -> object:
    """Return the union of `types`. The field `discriminator` determines the type of a value."""
    union: Any = Union[tuple(types.values())]  # noqa: UP007
    return Annotated[union, Field(discriminator=discriminator)]


take_in_parts()
