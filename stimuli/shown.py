"""Media as a page shows them, of an item and of the systems' outputs, and the origins that linked
media come from."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import connection

from database.sql import load
from stimuli.models import Medium as StoredMedium
from stimuli.signed_media import medium_address
from surveys.base import MEDIA, Medium, Stimulus

_SQL = "stimuli/sql/shown.sql"
# For SQL, of a medium `d`.
MEDIUM_COLUMNS = load(_SQL, "medium_columns", medium="d")
_OF_HIT = load(_SQL, "of_hit", medium_columns=MEDIUM_COLUMNS)


@dataclass(frozen=True)
class HitMedia:
    """All media of a HIT: the item's by field, and the outputs' by output id, in the order
    shown."""

    fields: dict[str, Medium] = field(default_factory=dict)
    outputs: dict[int, list[Medium]] = field(default_factory=dict)

    def every(self) -> list[Medium]:
        return [*self.fields.values(), *(medium for own in self.outputs.values() for medium in own)]


def outputs_sql(text: str) -> str:
    """For SQL, beside a HIT `h`: its outputs as JSON, with `text` for the words of an output
    `o`."""
    return load(_SQL, "outputs", medium_columns=MEDIUM_COLUMNS, text=text)


def media_of_hit(item_id: int, output_ids: Sequence[int], *, viewer: int | None) -> HitMedia:
    """What the HIT of this item and these outputs shows beside words, in one query."""
    media = HitMedia()
    with connection.cursor() as cursor:
        cursor.execute(_OF_HIT, {"item": item_id, "outputs": list(output_ids)})
        for output_id, name, kind, *values, _place in cursor.fetchall():
            medium = shown_medium(values, viewer=viewer, kind=kind)
            if output_id is None:
                media.fields[name] = medium
            else:
                media.outputs.setdefault(output_id, []).append(medium)
    return media


def shown_medium(values: Sequence[Any], *, viewer: int | None, kind: str = "") -> Medium:
    """A medium at its own address where it is a link, else at one of ours that is signed for
    `viewer`.

    `values` are the `medium_columns` of the file of statements; `kind` is what it is where no type
    tells.
    """
    url, sha256, content_type, width, height, seconds, peaks = values
    url = _address(url, sha256, content_type, viewer=viewer)
    typed = content_type.partition("/")[0]
    kind = typed if typed in MEDIA else kind
    return Medium(url, content_type, width, height, kind, seconds, peaks or ())


def address_of(medium: StoredMedium, *, viewer: int | None) -> str:
    """Where `viewer` sees a medium: its link, or an address of ours for the copy without tags, else
    for the file."""
    return _address(medium.url, medium.shown_sha256, medium.content_type, viewer=viewer)


def _address(url: str | None, sha256: str | None, content_type: str, *, viewer: int | None) -> str:
    if url is not None:
        return url
    return "" if viewer is None else medium_address(str(sha256), content_type, viewer=viewer)


def outside_origins(stimulus: Stimulus) -> set[str]:
    """The origins of linked media, which the page's Content-Security-Policy must allow by name.
    That of our own media stands in every page's."""
    parts = [urlsplit(medium.url) for medium in _all_media(stimulus)]
    origins = {f"{part.scheme}://{part.netloc}" for part in parts if part.netloc}
    return origins - {settings.MEDIA_ORIGIN}


def _all_media(stimulus: Stimulus) -> Iterable[Medium]:
    yield from stimulus.media.values()
    for output in stimulus.outputs:
        yield from output.media
