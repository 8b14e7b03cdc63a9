"""Training and test HITs as rows of a table, with the results of their answers."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Case, Value, When

from core.database.keyset import PER_PAGE, Cursor, Key, Window, window
from hits.models import HIT, Batch, GoldKey
from hits.models.work import attach_outputs
from quality.gold.rules import rules_in_words
from quality.gold.uploading import TRAINING_PURPOSES
from quality.training.results import answered_by_key

# Sort training HITs before HITs of the test.
BY_PLACE = (Key("is_test"), Key("place"), Key("pk"))


@dataclass(frozen=True)
class KeyRow:
    """The row of a training or test HIT in the list of these HITs."""

    key: GoldKey
    item: str
    systems: list[str]
    accepted: str
    answered: int
    wrong: int


def key_window(batch: Batch, cursor: Cursor | None) -> tuple[list[KeyRow], Window]:
    """Return a page of the training HITs, followed by the test HITs, in the order of their table.
    Also return the window, which has the cursors of the adjacent pages. Uses a fixed number of SQL
    statements."""
    is_test = Case(When(purpose=GoldKey.Purpose.TRAINING, then=Value(0)), default=Value(1))
    keys = batch.gold_keys.filter(purpose__in=TRAINING_PURPOSES).annotate(is_test=is_test)
    page = window(keys.select_related("item"), BY_PLACE, cursor, size=PER_PAGE)
    hits: list[Any] = [
        HIT(batch_id=key.batch_id, item=key.item, output_ids=key.output_ids) for key in page.rows
    ]
    attach_outputs(hits)
    answered = answered_by_key(batch)
    rows = [
        KeyRow(
            key,
            key.item.external_id,
            [output.system.name for output in hit.outputs],
            rules_in_words(key.rules),
            *answered.get(key.pk, (0, 0)),
        )
        for key, hit in zip(page.rows, hits, strict=True)
    ]
    return rows, page
