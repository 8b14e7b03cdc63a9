"""Made-up content for any rubric, for previewing a page before there is a dataset."""

from collections.abc import Mapping
from dataclasses import replace

from surveys.base import Medium, ShownOutput, Stimulus
from surveys.blocks.base import SENTENCES
from surveys.conversations.samples import sample_conversation
from surveys.conversations.turns import CONVERSATION
from surveys.spec import Rubric


def sample_stimulus(rubric: Rubric, media: Mapping[str, Medium]) -> Stimulus:
    """Return a stimulus with made-up content in every field that the rubric shows.

    `media` has a picture and a clip, by the type of the field.
    """
    fields: dict[str, object] = {}
    for block in rubric.stimulus:
        fields |= block.sample()
    media_by_field = {need.name: media[need.type] for need in rubric.fields() if need.type in media}
    kind = rubric.outputs.kind
    own_media = [replace(media[kind], kind=kind)] if kind in media else []
    outputs = [
        ShownOutput(letter, number, "" if own_media else _words(rubric, number), own_media)
        for number, letter in enumerate(rubric.letters(), 1)
    ]
    return Stimulus(fields=fields, media=media_by_field, outputs=outputs)


def _words(rubric: Rubric, number: int) -> str:
    name = f"{rubric.outputs.name} number {number}"
    if rubric.outputs.kind == CONVERSATION:
        return sample_conversation(name)
    if rubric.output_format == "html":
        return f"<!doctype html>\n<h1>{name}</h1>\n<p>{SENTENCES[number]}</p>"
    return f"{name}. {SENTENCES[number]}"
