"""Reconciliation of the ledger. The correct balance of every account is computed from assignments
and recorded payments, and compared with the ledger."""

from dataclasses import dataclass
from decimal import Decimal

from django.db import connection

from hits.states import load_with_states

ACCOUNTS = load_with_states("hits/money/sql/reconciliation.sql", "accounts")


@dataclass(frozen=True)
class AccountLine:
    """One account, with its balance in the ledger and the balance expected from work and
    payments."""

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
        """Return the account's kind, and its batch or annotator."""
        of = (
            f" of batch {self.batch_id}"
            if self.batch_id
            else f" of {self.annotator}"
            if self.annotator
            else ""
        )
        return f"{self.kind}{of}"


def reconcile() -> list[AccountLine]:
    """Return a line for every account, ordered by project. Accounts that should exist but are
    missing from the ledger are included."""
    with connection.cursor() as cursor:
        cursor.execute(ACCOUNTS)
        return [AccountLine(*row) for row in cursor.fetchall()]
