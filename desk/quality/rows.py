"""Rows of the page of checks: as many statements for all gold as for one."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hits.models import HIT, Batch, CheckCredit, GoldKey
from hits.models.work import attach_outputs
from quality.gold.rules import rules_in_words
from quality.results import GoldOutcome, outcomes_by_gold


@dataclass(frozen=True)
class GoldRow:
    key: GoldKey
    item: str
    systems: Sequence[str]
    accepted: str
    outcome: GoldOutcome


@dataclass(frozen=True)
class Budget:
    """Checks that escrow was to pay for, and those that may still be claimed."""

    planned: int
    unclaimed: int

    @property
    def is_spent(self) -> bool:
        return self.planned > 0 and self.unclaimed == 0


def gold_rows(batch: Batch) -> list[GoldRow]:
    """All gold of the batch, what good annotators fail first."""
    gold = batch.gold_keys.filter(purpose=GoldKey.Purpose.GOLD)
    keys = list(gold.select_related("item").order_by("pk"))
    hits: list[Any] = [HIT(batch=batch, item=key.item, output_ids=key.output_ids) for key in keys]
    attach_outputs(hits)
    outcomes = outcomes_by_gold(batch)
    rows = [
        GoldRow(
            key,
            key.item.external_id,
            [output.system.name for output in hit.outputs],
            rules_in_words(key.rules),
            outcomes.get(key.pk, GoldOutcome()),
        )
        for key, hit in zip(keys, hits, strict=True)
    ]
    return sorted(
        rows, key=lambda row: (-row.outcome.is_doubtful, -row.outcome.failed_by_good, row.key.pk)
    )


def budget_of(batch: Batch) -> Budget:
    return Budget(batch.checks_planned, CheckCredit.objects.filter(batch=batch).count())
