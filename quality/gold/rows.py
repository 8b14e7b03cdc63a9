"""Gold HITs with their results, and the budget for checks, in a fixed number of queries."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.database.keyset import PER_PAGE, Cursor, Window, window_of_sorted
from hits.models import HIT, Batch, CheckCredit, GoldKey
from hits.models.work import attach_outputs
from quality.gold.pilot import PilotOutcome, outcomes_of_keys
from quality.gold.rules import rules_in_words
from quality.results import GoldOutcome, outcomes_by_gold


@dataclass(frozen=True)
class GoldRow:
    key: GoldKey
    item: str
    systems: Sequence[str]
    accepted: str
    outcome: GoldOutcome
    pilot: PilotOutcome | None = None


@dataclass(frozen=True)
class Budget:
    """The number of checks that the escrow pays for, and the number that can still be claimed."""

    planned: int
    unclaimed: int

    @property
    def is_spent(self) -> bool:
        return self.planned > 0 and self.unclaimed == 0


def gold_rows(batch: Batch) -> list[GoldRow]:
    """Return all gold HITs of the batch with their results, doubtful ones first, then those that
    the most good annotators failed."""
    outcomes = outcomes_by_gold(batch)
    return _rows(batch, _worst_first(batch, outcomes), outcomes)


def gold_window(batch: Batch, cursor: Cursor | None) -> tuple[list[GoldRow], Window]:
    """Return a page of the batch's gold HITs, in the order of `gold_rows`, and the window, which
    has the cursors of the adjacent pages."""
    outcomes = outcomes_by_gold(batch)
    page = window_of_sorted(
        _worst_first(batch, outcomes), cursor, size=PER_PAGE, number=lambda key: key
    )
    return _rows(batch, page.rows, outcomes), page


def _worst_first(batch: Batch, outcomes: Mapping[int, GoldOutcome]) -> list[int]:
    """Return the ids of the batch's gold keys. Doubtful gold HITs come first, then those that the
    most good annotators failed."""
    keys = batch.gold_keys.filter(purpose=GoldKey.Purpose.GOLD).values_list("pk", flat=True)
    never = GoldOutcome()

    def rank(key: int) -> tuple[bool, int, int]:
        outcome = outcomes.get(key, never)
        return not outcome.is_doubtful, -outcome.failed_by_good, key

    return sorted(keys, key=rank)


def _rows(
    batch: Batch, wanted: Sequence[int], outcomes: Mapping[int, GoldOutcome]
) -> list[GoldRow]:
    by_key = GoldKey.objects.select_related("item").in_bulk(wanted)
    keys = [by_key[key] for key in wanted if key in by_key]
    hits: list[Any] = [HIT(batch=batch, item=key.item, output_ids=key.output_ids) for key in keys]
    attach_outputs(hits)
    in_pilot = outcomes_of_keys(batch, keys)
    return [
        GoldRow(
            key,
            key.item.external_id,
            [output.system.name for output in hit.outputs],
            rules_in_words(key.rules),
            outcomes.get(key.pk, GoldOutcome()),
            in_pilot.get(key.pk),
        )
        for key, hit in zip(keys, hits, strict=True)
    ]


def budget_of(batch: Batch) -> Budget:
    return Budget(batch.checks_planned, CheckCredit.objects.filter(batch=batch).count())
