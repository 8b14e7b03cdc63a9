"""The command `manage.py reconcile`, which compares each account's balance with the recorded work
and payments. It lists the differences, which should be zero."""

import sys

from django.core.management.base import BaseCommand

from hits.money.reconciliation import reconcile


class Command(BaseCommand):
    help = (
        "Print each account of the ledger with its balance and the difference from the recorded "
        "work. The exit code is 1 if any account has a difference."
    )

    def handle(self, *_args: object, **_options: object) -> None:
        lines = reconcile()
        project = None
        for line in lines:
            if line.project != project:
                project = line.project
                self.stdout.write(f"{project} ({line.currency})")
            amounts = f"{line.balance:>14,.2f}  difference {line.difference:,.2f}"
            self.stdout.write(f"  {line.name:<40} {amounts}")
        wrong = sum(1 for line in lines if line.difference)
        self.stdout.write(f"{len(lines)} accounts, {wrong} with a difference")
        if wrong:
            sys.exit(1)
