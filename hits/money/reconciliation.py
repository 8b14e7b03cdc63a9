"""The ledger against the work: what every account must hold, computed from assignments and declared
payments."""

from dataclasses import dataclass
from decimal import Decimal

from django.db import connection

from hits.states import load_with_states

ACCOUNTS = load_with_states("hits/money/sql/reconciliation.sql", "accounts")


@dataclass(frozen=True)
class AccountLine:
    """One account: what its entries sum to, and what work and declared payments say it holds."""

    project: str
    currency: str
    kind: str
    batch_id: int | None
    annotator: str | None
    balance: Decimal
    expected: Decimal

    @property
    def difference(self) -> Decimal:
        return self.balance - self.expected

    @property
    def name(self) -> str:
        """The kind, with the batch or the annotator that the account is of."""
        of = (
            f" of batch {self.batch_id}"
            if self.batch_id
            else f" of {self.annotator}"
            if self.annotator
            else ""
        )
        return f"{self.kind}{of}"


def reconcile() -> list[AccountLine]:
    """Return every account of every project, by project; accounts that should exist and do not are
    among them."""
    with connection.cursor() as cursor:
        cursor.execute(ACCOUNTS)
        return [AccountLine(*row) for row in cursor.fetchall()]
