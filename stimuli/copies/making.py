"""Creation of degraded copies of outputs. The copies belong to a separate system, and the same seed
always creates the same copies."""

import hashlib
import io
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import connection, models, transaction
from django.utils.translation import gettext_lazy as _

from stimuli.copies.ways import blur, drop_sentence, swap_sentence
from stimuli.imports.storing import STORING_LOCK
from stimuli.media.images import pillow
from stimuli.models import Medium, Output, OutputMedium, System
from stimuli.room import locked_room, no_room
from stimuli.store import open_content, put_content, size_of

LONGEST_NAME = 80  # characters of the system's name in the name of its copies


class Way(models.TextChoices):
    """The ways to degrade an output. A way's value is part of the name of the copies' system."""

    FOREIGN_SENTENCE = (
        "foreign sentence",
        _("One sentence replaced by a sentence from another item"),
    )
    DROPPED_SENTENCE = "dropped sentence", _("One sentence removed")
    BLURRED = "blurred", _("Blurred pictures")
    ANOTHER = "of another item", _("Picture, clip or sound from another item")


@dataclass(frozen=True)
class _Content:
    """The content of a copy: its text, and its media in order."""

    text: str
    media: Sequence[Medium]


def copy_system(*, original: System, way: Way, seed: int) -> System:
    """Return or create the system with copies of `original`'s outputs for this way and seed."""
    name = f"{original.name[:LONGEST_NAME]} · {way.value} {seed}"
    system, _created = System.objects.get_or_create(
        dataset_id=original.dataset_id, name=name, defaults={"copy_of": original}
    )
    return system


@transaction.atomic
def make_copy(
    *, output: Output, donor: Output, system: System, way: Way, seed: int
) -> Output | None:
    """Return the degraded copy of `output` in `system`, and create the copy if it does not exist.
    Replacement parts come from `donor`, an output for another item. Return None if the output
    cannot be degraded in this way. Raises MediaError."""
    standing = Output.objects.filter(item=output.item_id, system=system).first()
    if standing is not None:
        return standing
    content = _worse(output, donor, way, f"{seed}:{way.value}:{output.item.external_id}")
    if content is None:
        return None
    copy = Output.objects.create(
        item_id=output.item_id, system=system, kind=output.kind, text=content.text
    )
    OutputMedium.objects.bulk_create(
        OutputMedium(output=copy, place=place, medium=medium)
        for place, medium in enumerate(content.media, 1)
    )
    return copy


def _worse(output: Output, donor: Output, way: Way, seed: str) -> _Content | None:
    media = _media_of(output)
    if way in {Way.DROPPED_SENTENCE, Way.FOREIGN_SENTENCE}:
        text = (
            drop_sentence(output.text, seed=seed)
            if way == Way.DROPPED_SENTENCE
            else swap_sentence(output.text, donor.text, seed=seed)
        )
        return _Content(text, media) if text else None
    if way == Way.ANOTHER:
        others = _media_of(donor)
        return _Content(output.text, others) if others and others != media else None
    pictures = output.kind == Output.Kind.IMAGE and all(medium.sha256 for medium in media)
    return _Content(output.text, [_blurred(medium) for medium in media]) if pictures else None


def _media_of(output: Output) -> list[Medium]:
    rows = output.output_media.select_related("medium").order_by("place")
    return [row.medium for row in rows]


def _blurred(medium: Medium) -> Medium:
    """Return a blurred copy of a stored picture. The copy is stored like an imported medium. Raises
    MediaError if the picture is too large, and an error if the project has no room for the copy."""
    with open_content(str(medium.sha256)) as file:
        data = blur(file.read())
    sha256 = hashlib.sha256(data).hexdigest()
    about = {"project_id": medium.project_id, "sha256": sha256}
    # Lock the project's storage even if the copy exists. One transaction can store many copies, and
    # the lock on the storage must come before the other locks.
    room = locked_room(medium.project)
    if not Medium.objects.filter(**about).exists() and not room.has(len(data)):
        raise no_room(room, len(data), where=str(medium))
    # Take the lock of imports, so that no import deletes the file.
    with connection.cursor() as cursor:
        cursor.execute("select pg_advisory_xact_lock(%s)", [STORING_LOCK])
    if size_of(sha256) != len(data):
        put_content(sha256, io.BytesIO(data))
    with pillow().open(io.BytesIO(data)) as image:
        width, height = image.size
    copy, _created = Medium.objects.get_or_create(
        **about,
        defaults={"content_type": "image/png", "size": len(data), "width": width, "height": height},
    )
    return copy
