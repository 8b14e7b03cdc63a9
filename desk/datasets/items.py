"""Items of a dataset as its page shows them: their media, and how each system's output starts."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db.models import prefetch_related_objects

from core.tabular.beginnings import beginning
from stimuli.models import Item, Medium
from stimuli.shown import address_of
from surveys.conversations.turns import spoken

WORDS_SHOWN = 120  # letters of an output's text
AT_ONCE = 3  # outputs of an item that are not folded away


@dataclass(frozen=True)
class Preview:
    """A medium as pages show it. `kind`: "image", "video" or "audio"."""

    kind: str
    name: str
    address: str


@dataclass(frozen=True)
class ShownOutput:
    system: str
    words: str
    media: Sequence[Preview]


@dataclass(frozen=True)
class ShownItem:
    name: str
    media: Sequence[Preview]
    outputs: Sequence[ShownOutput]

    @property
    def first(self) -> Sequence[ShownOutput]:
        return self.outputs[:AT_ONCE]

    @property
    def others(self) -> Sequence[ShownOutput]:
        return self.outputs[AT_ONCE:]


def shown_items(items: Sequence[Item], *, viewer: int) -> list[ShownItem]:
    """The items with what they show to the account `viewer`, in three statements."""
    prefetch_related_objects(
        items, "item_media__medium", "outputs__system", "outputs__output_media__medium"
    )
    return [_shown(item, viewer) for item in items]


def _shown(item: Item, viewer: int) -> ShownItem:
    outputs = [
        ShownOutput(
            output.system.name,
            beginning(spoken(output.text), WORDS_SHOWN),
            _previews(
                (part.medium for part in sorted(output.output_media.all(), key=lambda p: p.place)),
                viewer,
            ),
        )
        for output in sorted(item.outputs.all(), key=lambda output: output.system.name)
    ]
    media = _previews((each.medium for each in item.item_media.all()), viewer)
    return ShownItem(item.external_id, media, outputs)


def _previews(media: Iterable[Medium], viewer: int) -> list[Preview]:
    return [
        Preview(
            medium.content_type.partition("/")[0], str(medium), address_of(medium, viewer=viewer)
        )
        for medium in media
    ]
