"""Names of the contents of a batch's items: found once, because searching a million items takes
long."""

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
    """Of the items that a batch shows: the names of their fields, and of their media, each in
    order; and whether any of its outputs has media, and any is shown masked."""

    fields: list[str]
    media: list[str]
    output_media: bool = False
    masked: bool = False

    @property
    def noted(self) -> dict[str, object]:
        """Return the names as the batch's fields store them."""
        return {
            "input_fields": self.fields,
            "input_media": self.media,
            "output_media": self.output_media,
            "outputs_masked": self.masked,
        }


def input_names(batch: Batch) -> InputNames:
    """As they were recorded when the batch went live: its items are frozen since. Before that they
    are looked for."""
    if batch.input_fields is None or batch.input_media is None or batch.output_media is None:
        return find_input_names(batch)
    return InputNames(
        batch.input_fields, batch.input_media, batch.output_media, batch.outputs_masked
    )


def find_input_names(batch: Batch) -> InputNames:
    """Find the names in all items of the batch's HITs, which takes about 5 seconds for a
    million."""
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
