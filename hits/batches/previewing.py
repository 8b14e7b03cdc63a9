"""Previews of a batch's HITs by number or item. For a draft, these are the HITs that publishing
would create."""

from collections.abc import Sequence
from typing import Any

from django.db import connection, transaction
from django.db.models import Q

from core.database.sql import load
from core.database.whole_numbers import whole_number
from hits.batches.cost_preview import CostPreview, cost_preview
from hits.batches.designs import PUBLISH
from hits.batches.making import (
    annotators_of,
    forget_sample,
    main_hits,
    stage_sample,
    step_values,
    wanted_hits,
)
from hits.batches.sampling import drawn_ids
from hits.models import HIT, Batch
from hits.models.work import attach_outputs
from stimuli.models import Item, Output


class HitsInOrder:
    """The HITs of a batch, numbered from 1. A draft's HITs are not saved, and are in the order of
    the sample. Raises RateroomError if a draft cannot be published."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.preview: CostPreview | None = None
        self.total = batch.hits_planned
        if batch.state == Batch.State.DRAFT:
            self.preview = cost_preview(batch)
            self.total = self.preview.cost.hits

    def at(self, number: int) -> HIT | None:
        """Return the HIT with this number, or None if there is none."""
        if not 1 <= number <= self.total:
            return None
        if self.preview is None:
            rows = main_hits(self.batch).select_related("item").order_by("position", "pk")
            hits: list[Any] = list(rows[number - 1 : number])
            attach_outputs(hits)
        else:
            rank, place = divmod(number - 1, self.preview.per_item)
            hits = draft_hits(self.batch, rank, preview=self.preview)[place : place + 1]
        return hits[0] if hits else None

    def number_of(self, external_id: str) -> int | None:
        """Return the number of the item's first HIT, or None if the item is not in the sample."""
        if self.preview is not None:
            most = self.preview.readings[0].reading.count
            ids = drawn_ids(self.batch, most=most, eligible=self.preview.eligible)
            ranks = {each: rank for rank, each in enumerate(ids)}
            rank = ranks.get(external_id)
            return None if rank is None else rank * self.preview.per_item + 1
        hits = main_hits(self.batch)
        first = hits.filter(item__external_id=external_id).order_by("position", "pk").first()
        if first is None:
            return None
        earlier = Q(position__lt=first.position) | Q(position=first.position, pk__lt=first.pk)
        return hits.filter(earlier).count() + 1


@transaction.atomic
def draft_hits(batch: Batch, rank: int, *, preview: CostPreview | None = None) -> list[HIT]:
    """Return the unsaved HITs that publishing the draft would create for one item of its sample.
    The SQL statements are the same as for publishing.

    `rank` is the item's index in the sample. The list is empty if there is no such item. Raises
    RateroomError if the draft cannot be published.
    """
    preview = preview or cost_preview(batch)
    ids = drawn_ids(batch, most=rank + 1, eligible=preview.eligible)[rank:]
    if not ids:
        return []
    item = Item.objects.get(dataset=batch.dataset_id, external_id=ids[0])
    annotators = annotators_of(batch, 1, start=rank)
    with connection.cursor() as cursor:
        stage_sample(cursor, batch, 1, annotators=annotators, ids=ids)
        cursor.execute(
            load(PUBLISH, "in_order", wanted=wanted_hits(batch)),
            step_values(batch, rank, annotators, step=1),
        )
        hits: list[Any] = [
            HIT(batch=batch, item=item, output_ids=output_ids) for (output_ids,) in cursor
        ]
        forget_sample(cursor)
    attach_outputs(hits)
    return hits


def outputs_of(batch: Batch, item_id: int, output_ids: Sequence[int]) -> list[Output]:
    """Return these outputs of one item of the batch's dataset, in the given order. The list is
    empty if an output is missing, or if the rubric's pages show another number of outputs."""
    rows = Output.objects.filter(
        pk__in=output_ids, item=item_id, item__dataset=batch.dataset_id
    ).select_related("item", "system")
    by_pk = {output.pk: output for output in rows}
    outputs = [by_pk[pk] for pk in output_ids if pk in by_pk]
    is_page = len(outputs) == len(output_ids) == batch.rubric_version.spec.outputs.per_page
    return outputs if is_page else []


def hit_of(batch: Batch, outputs: Sequence[Output]) -> HIT:
    """Return an unsaved HIT of the batch with these outputs, which must be of the same item."""
    hits: list[Any] = [
        HIT(batch=batch, item=outputs[0].item, output_ids=[output.pk for output in outputs])
    ]
    attach_outputs(hits)
    return hits[0]


def output_ids_in(slug: str) -> list[int]:
    """Return the output ids in a part of a URL, for example [7, 9] for `7-9`. An invalid id becomes
    0."""
    return [whole_number(text) or 0 for text in slug.split("-")]
