"""Checks of money. Transactions must balance within a project, and amounts must match the work."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from core.database.sql import load
from hits.money.reconciliation import reconcile
from hits.verification.base import Check

_sql = partial(load, "hits/verification/sql/money.sql")


@dataclass(frozen=True)
class AccountsCheck(Check):
    """A check that compares the balances of some kinds of accounts with the recorded work (see
    hits.money.reconciliation)."""

    kinds: tuple[str, ...] = ()

    def offenders(self) -> Iterable[str]:
        for line in reconcile():
            if line.difference and line.kind in self.kinds:
                amounts = f"{line.balance:.2f} instead of {line.expected:.2f} {line.currency}"
                yield f"{line.project}, {line.name}: {amounts}"


CHECKS = [
    Check(
        "transactions_balance",
        "The entries of every transaction sum to zero, and there are at least two.",
        "Restore the ledger's tables from a backup: an entry is missing or was changed.",
        _sql("transactions_balance"),
    ),
    Check(
        "one_project",
        "A transaction moves money inside one project, and so in one currency.",
        "Restore the ledger's tables from a backup.",
        _sql("one_project"),
    ),
    AccountsCheck(
        "escrow",
        (
            "A batch's escrow is what it has promised: reward and fee of every assignment that is "
            "free, in work or submitted."
        ),
        (
            "`manage.py reconcile` shows every account; "
            "compare the batch's transactions with its assignments."
        ),
        kinds=("escrow",),
    ),
    AccountsCheck(
        "accounts",
        "Every other account holds what the work and the declared payments say.",
        "`manage.py reconcile` shows every account; compare its transactions with the assignments.",
        kinds=("outside", "balance", "earnings", "fees", "panel"),
    ),
    Check(
        "approved_paid_once",
        "Every approved assignment was paid its reward exactly once, and nothing else was.",
        (
            "Compare the decision with the payment in a backup; "
            "what is owed can be paid as a bonus meanwhile."
        ),
        _sql("approved_paid_once"),
    ),
    Check(
        "amendments_set_aside",
        "What an amendment added to a batch's cost was set aside with it.",
        "Compare the amendment's cost with the batch's transactions in a backup.",
        _sql("amendments_set_aside"),
    ),
    Check(
        "nothing_overspent",
        "No balance, escrow, earnings or fees are below zero.",
        "Deposit what is missing, then look for the transaction that should have been refused.",
        _sql("nothing_overspent"),
    ),
    Check(
        "reversals_mirror",
        (
            "A reversal is the exact opposite of the one transaction it reverses, "
            "which is no reversal itself."
        ),
        "Restore the ledger's tables from a backup.",
        _sql("reversals_mirror"),
    ),
]
