"""Outputs of spaces and marks alone: there is nothing to rate."""

from typing import Any

from django.utils.translation import ngettext

from hits.batches.preflight.base import Finding, found_rows, item_ids, plain_examples
from hits.models import Batch

NAME = "empty_outputs"


def check(cursor: Any, batch: Batch) -> Finding | None:
    """Outputs without a letter or a digit."""
    del batch
    rows = found_rows(cursor, "empty")
    if rows is None:
        return None
    title = ngettext("%(count)d output is empty", "%(count)d outputs are empty", rows.rows)
    return Finding(
        check=NAME,
        title=title % {"count": rows.rows},
        text="",
        rows=rows.rows,
        items=rows.items,
        fingerprint=rows.fingerprint,
        examples=plain_examples(rows),
    )


def items(cursor: Any, batch: Batch) -> list[int]:
    """The items with such an output."""
    del batch
    return item_ids(cursor, "empty")
