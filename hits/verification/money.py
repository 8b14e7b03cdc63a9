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
        "A transaction moves money within one project, and therefore in one currency.",
        "Restore the ledger's tables from a backup.",
        _sql("one_project"),
    ),
    AccountsCheck(
        "escrow",
        (
            "A batch's escrow is the sum of the rewards and fees of its assignments that are free, "
            "in progress or submitted."
        ),
        (
            "Compare the batch's transactions with its assignments. `manage.py reconcile` shows "
            "every account."
        ),
        kinds=("escrow",),
    ),
    AccountsCheck(
        "accounts",
        "The balance of every other account matches the work and the recorded payments.",
        "Compare the account's transactions with the work. `manage.py reconcile` shows all "
        "accounts.",
        kinds=("outside", "balance", "earnings", "fees", "panel"),
    ),
    Check(
        "approved_paid_once",
        "The reward of every approved assignment was paid once. No other assignment was paid.",
        (
            "Compare the decision and the payment with a backup. Until then, you can pay what is "
            "missing as a bonus."
        ),
        _sql("approved_paid_once"),
    ),
    Check(
        "amendments_set_aside",
        "The cost of every amendment was added to the batch's escrow.",
        "Compare the amendment's cost with the batch's transactions in a backup.",
        _sql("amendments_set_aside"),
    ),
    Check(
        "nothing_overspent",
        "No account except those of kind “outside” is below zero.",
        "Add the missing funds, then find the transaction that should have been refused.",
        _sql("nothing_overspent"),
    ),
    Check(
        "reversals_mirror",
        (
            "Every reversal is the exact opposite of one transaction, and that transaction is not "
            "a reversal."
        ),
        "Restore the ledger's tables from a backup.",
        _sql("reversals_mirror"),
    ),
]
