"""The money of a project's batches: paid out, owed, fees, and reserved."""

from collections.abc import Collection
from dataclasses import dataclass
from decimal import Decimal

from django.db import connection

from core.database.sql import load
from hits.models import Batch
from people.models import Project

_BY_BATCH = load("hits/money/sql/by_batch.sql", "by_batch")


@dataclass(frozen=True)
class Spending:
    """One batch's money. The parts add up to the reserved amount minus refunds."""

    earned: Decimal = Decimal(0)
    owed: Decimal = Decimal(0)
    fees: Decimal = Decimal(0)
    reserved: Decimal = Decimal(0)

    @property
    def paid(self) -> Decimal:
        return self.earned - self.owed

    @property
    def total(self) -> Decimal:
        return self.earned + self.fees + self.reserved


def spending_by_batch(project: Project, batches: Collection[Batch]) -> dict[int | None, Spending]:
    """Return the money of each batch by id, and under None the earnings for no batch. One
    statement."""
    with connection.cursor() as cursor:
        cursor.execute(
            _BY_BATCH, {"project": project.pk, "batches": [batch.pk for batch in batches]}
        )
        spending = {batch: Spending(*amounts) for batch, *amounts in cursor.fetchall()}
    return {key: spending.get(key, Spending()) for key in (*(batch.pk for batch in batches), None)}
