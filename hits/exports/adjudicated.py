"""Adjudicators' answers as CSV. They have their own file, because adjudicators are not
annotators."""

import csv
import io
from collections.abc import Iterator

from django.db import transaction

from core.tabular.formulas import guarded
from hits.models import AdjudicatedAnswer, Batch
from hits.models.work import OUTPUT_SYSTEMS

HEADER = ("HITId", "Item", "Systems", "Question", "Number", "Text", "Adjudicator", "DecidedAt")


def adjudicated_csv(batch: Batch) -> Iterator[str]:
    """Yield CSV lines with the answers of current adjudications, ordered by HIT. Times are in
    UTC."""
    yield _line(HEADER)
    rows = (
        AdjudicatedAnswer.objects.filter(
            adjudication__hit__batch=batch, adjudication__replaced_at=None
        )
        .annotate(systems=OUTPUT_SYSTEMS)
        .order_by("adjudication__hit", "key")
        .values_list(
            "adjudication__hit",
            "adjudication__hit__item__external_id",
            "systems",
            "key",
            "number",
            "text",
            "adjudication__adjudicator__username",
            "adjudication__decided_at",
        )
    )
    with transaction.atomic():
        for hit, item, systems, key, number, text, person, at in rows.iterator():
            words = (item, " ".join(systems), key, "" if number is None else f"{number:g}")
            yield _line((str(hit), *words, text or "", person, at.isoformat(timespec="seconds")))


def _line(cells: tuple[str, ...]) -> str:
    line = io.StringIO()
    csv.writer(line).writerow([guarded(cell) for cell in cells])
    return line.getvalue()
