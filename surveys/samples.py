"""Made-up content for any rubric, so that its page can be looked at before there is a dataset."""

from collections.abc import Mapping
from typing import Any

from surveys.base import LETTERS, Medium, ShownOutput, Stimulus
from surveys.blocks import AnyBlock
from surveys.blocks.cards import CardsBlock
from surveys.blocks.highlighted import HighlightedBlock
from surveys.blocks.media import VideoBlock
from surveys.spec import Rubric

SENTENCES = (
    "An old mill stands above the river, and its sails were made anew last spring.",
    "Visitors climb the narrow stair to the top, where the miller explains the stones.",
    "On windy days the whole house hums, and flour lies on every sill.",
)
CAPTIONS = "WEBVTT\n\n00:00.000 --> 00:01.500\nThe sails begin to turn.\n"


def sample_stimulus(rubric: Rubric, media: Mapping[str, Medium]) -> Stimulus:
    """A stimulus with something in every field the rubric shows. `media` are the picture and clip by field type."""
    fields: dict[str, Any] = {}
    for block in rubric.stimulus:
        fields |= _fields(block)
    shown = {need.name: media[need.type] for need in rubric.fields() if need.type in media}
    outputs = [
        ShownOutput(letter, number, f"{rubric.outputs.name} number {number}. {SENTENCES[number]}")
        for number, letter in enumerate(LETTERS[: rubric.outputs.per_page], 1)
    ]
    return Stimulus(fields=fields, media=shown, outputs=outputs)


def _fields(block: AnyBlock) -> dict[str, Any]:
    if isinstance(block, HighlightedBlock):
        return {block.field: " ".join(SENTENCES), block.highlights: ["sails were made anew", "flour"]}
    if isinstance(block, CardsBlock):
        names = [row.field for row in block.rows]
        cards: list[dict[str, str | None]] = [
            {name: f"{name.replace('_', ' ').capitalize()} {number}" for name in names} for number in (1, 2, 3)
        ]
        cards[1][names[-1]] = None  # how a missing value looks
        return {block.field: cards}
    if isinstance(block, VideoBlock):
        return {block.captions: CAPTIONS} if block.captions else {}
    return {need.name: _value(need.type) for need in block.needs() if need.type in {"text", "list"}}


def _value(kind: str) -> str | list[str]:
    return list(SENTENCES) if kind == "list" else SENTENCES[0]
