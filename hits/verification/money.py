"""Checks of the money: balanced, within a project, and in step with the work."""

from collections.abc import Iterable
from dataclasses import dataclass

from hits.money.reconciliation import reconcile
from hits.verification.base import Check


@dataclass(frozen=True)
class AccountsCheck(Check):
    """Accounts of some kinds against the work: see hits.money.reconciliation."""

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
        """
        select 'transaction ' || t.id || ' (' || t.key || '): '
               || coalesce(sum(e.amount), 0) as found
          from payments_transaction t left join payments_entry e on e.transaction_id = t.id
         group by t.id having coalesce(sum(e.amount), 0) <> 0 or count(e.id) < 2 order by t.id
        """,
    ),
    Check(
        "one_project",
        "A transaction moves money inside one project, and so in one currency.",
        "Restore the ledger's tables from a backup.",
        """
        select 'transaction ' || t.id || ' (' || t.key || ')' as found
          from payments_transaction t join payments_entry e on e.transaction_id = t.id
          join payments_account a on a.id = e.account_id
         where a.project_id <> t.project_id group by t.id order by t.id
        """,
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
        kinds=("outside", "balance", "earnings", "fees"),
    ),
    Check(
        "approved_paid_once",
        "Every approved assignment was paid its reward exactly once, and nothing else was.",
        (
            "Compare the decision with the payment in a backup; "
            "what is owed can be paid as a bonus meanwhile."
        ),
        """
        select 'assignment ' || coalesce(a.id, p.assignment_id) || ': '
               || coalesce(p.paid, 0) || ' instead of '
               || case when a.id is null then 0 else b.reward end as found
          from (select * from hits_assignment where state = 'approved') a
          full join (
            select t.assignment_id, sum(e.amount) as paid, count(distinct t.id) as times
              from payments_transaction t join payments_entry e on e.transaction_id = t.id
              join payments_account c on c.id = e.account_id and c.kind = 'earnings'
             where t.kind = 'approval' group by t.assignment_id
          ) p on p.assignment_id = a.id
          left join hits_batch b on b.id = a.batch_id
         where a.id is null or coalesce(p.paid, 0) <> b.reward or p.times > 1
         order by coalesce(a.id, p.assignment_id)
        """,
    ),
    Check(
        "nothing_overspent",
        "No balance, escrow, earnings or fees are below zero.",
        "Deposit what is missing, then look for the transaction that should have been refused.",
        """
        select 'account ' || a.id || ' (' || a.kind || '): ' || sum(e.amount) as found
          from payments_account a join payments_entry e on e.account_id = a.id
         where a.kind <> 'outside' group by a.id having sum(e.amount) < 0 order by a.id
        """,
    ),
    Check(
        "reversals_mirror",
        (
            "A reversal is the exact opposite of the one transaction it reverses, "
            "which is no reversal itself."
        ),
        "Restore the ledger's tables from a backup.",
        """
        select 'transaction ' || r.id || ' (' || r.key || ')' as found
          from payments_transaction r join payments_transaction t on t.id = r.reverses_id
         where t.kind = 'reversal' or t.project_id <> r.project_id or exists (
            select from payments_entry e where e.transaction_id in (r.id, t.id)
             group by e.account_id having sum(e.amount) <> 0 or count(*) <> 2) order by r.id
        """,
    ),
]
