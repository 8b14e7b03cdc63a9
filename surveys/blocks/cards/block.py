"""Declaration of the block `cards`."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal

from pydantic import Field

from core.errors import Problem
from surveys.base import Declared, FieldNeed, Key, Part, Stimulus, Text
from surveys.blocks.base import BlockBase

MISSING = "N/A"


class CardRow(Declared):
    """A row on every card, which shows the record's value of `field` under `title`."""

    words: ClassVar[tuple[str, ...]] = ("title",)
    named_by: ClassVar[str] = "field"

    field: Key
    title: Text


class CardsBlock(BlockBase):
    words: ClassVar[tuple[str, ...]] = (*BlockBase.words, "card_title")

    block: Literal["cards"]
    field: Key
    card_title: Text = Field(
        default="Card", description="Title of one record, for example “Product”."
    )
    rows: tuple[CardRow, ...] = Field(min_length=1)
    required: bool = True
    count: int | None = Field(
        default=None,
        ge=1,
        description="Number of records that each item must have. Without it, any number is "
        "accepted.",
    )

    def needs(self) -> Sequence[FieldNeed]:
        return [FieldNeed(self.field, "records", self.required, self.count)]

    def cards(self, stimulus: Stimulus) -> list[tuple[str, list[tuple[str, str]]]]:
        """Return the card of each record, as the record's name and a list of rows. A row is a title
        and a value, or N/A if the record has no value."""
        records: Sequence[Mapping[str, object]] = stimulus.fields.get(self.field) or []
        return [
            (
                f"{self.card_title} {number}",
                [(row.title, self._value(record, row.field)) for row in self.rows],
            )
            for number, record in enumerate(records, start=1)
        ]

    def absent(self, stimulus: Stimulus) -> list[str]:
        """Return the row fields that no record has. The name of such a field is probably
        misspelt."""
        records: Sequence[Mapping[str, object]] = stimulus.fields.get(self.field) or []
        return [
            row.field
            for row in self.rows
            if records and not any(row.field in record for record in records)
        ]

    @staticmethod
    def _value(record: Mapping[str, object], name: str) -> str:
        value = record.get(name)
        if isinstance(value, list):
            value = ", ".join(map(str, value))
        return MISSING if value is None or str(value).strip() == "" else str(value)

    def text(self, stimulus: Stimulus) -> str:
        """Return the cards as plain text, one value per line."""
        cards = [
            "\n".join([f"{name}:", *(f"- {title}: {value}" for title, value in rows)])
            for name, rows in self.cards(stimulus)
        ]
        return "\n\n".join(cards)

    def prompt(self, stimulus: Stimulus) -> Sequence[Part]:
        return self.headed(self.text(stimulus))

    def part_of(self, stimulus: Stimulus, need: FieldNeed) -> Sequence[Part]:
        del need
        return [Part("text", self.text(stimulus))]

    def sample(self) -> Mapping[str, object]:
        names = [row.field for row in self.rows]
        cards: list[dict[str, str | None]] = [
            {name: f"{name.replace('_', ' ').capitalize()} {number}" for name in names}
            for number in range(1, (self.count or 3) + 1)
        ]
        cards[len(cards) // 2][names[-1]] = None  # shows the text for a missing value
        return {self.field: cards}

    def doubts(self, fields: Mapping[str, object]) -> Sequence[Problem]:
        """Return a warning for each row field that no record of the item has. The warning lists the
        fields that exist."""
        records = fields.get(self.field)
        if not isinstance(records, list) or not all(
            isinstance(record, Mapping) for record in records
        ):
            return []
        names = dict.fromkeys(name for record in records for name in record)
        listed = ", ".join(f"`{name[:30]}`" for name in names)[:300]
        return [
            Problem(
                (
                    f"no record has `{absent}`, so the page shows {MISSING} in every card. "
                    f"The records have {listed}."
                ),
                self.field,
            )
            for absent in self.absent(Stimulus(fields=fields))
        ]
