"""The names of what a batch's items hold: found once, because a million items are long to look
through."""

from dataclasses import dataclass

from django.db import connection

from hits.models import Batch

_FIELDS = """
    select distinct jsonb_object_keys(i.fields) from stimuli_item i
     where i.id in (select item_id from hits_hit where batch_id = %s) order by 1
"""
_MEDIA = """
    select distinct m.field from stimuli_itemmedium m
     where m.item_id in (select item_id from hits_hit where batch_id = %s) order by 1
"""
_OUTPUT_MEDIA = """
    select exists (
        select from hits_hit h cross join unnest(h.output_ids) as shown(id)
          join stimuli_outputmedium om on om.output_id = shown.id
         where h.batch_id = %s)
"""


@dataclass(frozen=True)
class InputNames:
    """Of the items that a batch shows: the names of their fields, and of their media, each in
    order; and whether any of its outputs has media."""

    fields: list[str]
    media: list[str]
    output_media: bool = False


def input_names(batch: Batch) -> InputNames:
    """As they were noted when the batch went live: its items are frozen since. Before that they are
    looked for."""
    if batch.input_fields is None or batch.input_media is None or batch.output_media is None:
        return find_input_names(batch)
    return InputNames(batch.input_fields, batch.input_media, batch.output_media)


def find_input_names(batch: Batch) -> InputNames:
    """By looking through all the items of the batch's HITs: some 5 seconds for a million."""
    with connection.cursor() as cursor:
        cursor.execute(_OUTPUT_MEDIA, [batch.pk])
        output_media = bool(cursor.fetchone()[0])
    return InputNames(_names(_FIELDS, batch), _names(_MEDIA, batch), output_media)


def _names(sql: str, batch: Batch) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(sql, [batch.pk])
        return [row[0] for row in cursor.fetchall()]
