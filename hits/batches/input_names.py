"""The names of the fields and media in a batch's items. They are stored, because searching a
million items for them takes long."""

from dataclasses import dataclass

from django.db import connection
from django.db.models import Func, TextField

from core.database.sql import load
from hits.models import HIT, Batch
from stimuli.models import Item, ItemMedium

_OUTPUT_MEDIA = load("hits/batches/sql/input_names.sql", "output_media")
KEYS = Func("fields", function="jsonb_object_keys", output_field=TextField())


@dataclass(frozen=True)
class InputNames:
    """The sorted names of the fields and of the media in a batch's items. `output_media` says
    whether outputs have media, and `masked` whether some outputs are masked."""

    fields: list[str]
    media: list[str]
    output_media: bool = False
    masked: bool = False

    @property
    def noted(self) -> dict[str, object]:
        """Return the values to store, by field name of `Batch`."""
        return {
            "input_fields": self.fields,
            "input_media": self.media,
            "output_media": self.output_media,
            "outputs_masked": self.masked,
        }


def input_names(batch: Batch) -> InputNames:
    """Return the names of the batch's fields and media. They are read from the items of a draft.
    For a published batch, they were stored at publication and updated by amendments."""
    if batch.input_fields is None or batch.input_media is None or batch.output_media is None:
        return find_input_names(batch)
    return InputNames(
        batch.input_fields, batch.input_media, batch.output_media, batch.outputs_masked
    )


def find_input_names(batch: Batch) -> InputNames:
    """Read the names of fields and media from all items with HITs in the batch. This takes about 5
    seconds for a million items."""
    items = HIT.objects.filter(batch=batch).values("item")
    fields = Item.objects.filter(pk__in=items).annotate(name=KEYS).values_list("name", flat=True)
    media = ItemMedium.objects.filter(item__in=items).values_list("field", flat=True)
    with connection.cursor() as cursor:
        cursor.execute(_OUTPUT_MEDIA, {"batch": batch.pk})
        has_output_media = bool(cursor.fetchone()[0])
    return InputNames(
        list(fields.distinct().order_by("name")),
        list(media.distinct().order_by("field")),
        has_output_media,
        batch.masked_outputs.exists(),
    )
