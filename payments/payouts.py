"""Payout lists. Recording a payout list marks the unpaid earnings of a project's annotators as
paid, under one name."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import Count, F, Func, Min, Q, QuerySet, Sum, TextField, Value
from django.urls import reverse
from django.utils.translation import gettext as _

from core.errors import RateroomError
from payments.fees import FeeRule
from payments.models import Entry, Transaction
from payments.paying import pay_out
from payments.posting import Kind, account_of, locked_balance
from people.acts import record
from people.models import Act, Project, User
from people.notices.sending import researchers_of, send

_NAME = Func(
    F("transaction__key"), Value(":"), Value(2), function="split_part", output_field=TextField()
)
_STANDS = Q(transaction__reversal__isnull=True)


def _payout_entries(project: Project, kind: str) -> QuerySet[Any]:
    """Return the ledger entries of payouts in the project's accounts of this kind. They are
    annotated with the `name` of their payout list."""
    payouts = Entry.objects.filter(
        transaction__project=project, transaction__kind=Transaction.Kind.PAYOUT, account__kind=kind
    )
    return payouts.annotate(name=_NAME)


@dataclass(frozen=True)
class PayoutList:
    """A recorded payout list. The number of people and the total do not include reversed
    payouts."""

    name: str
    recorded_at: datetime
    people: int
    total: Decimal


@dataclass(frozen=True)
class Payable:
    """The unpaid earnings of one annotator in the project."""

    annotator: User
    amount: Decimal


def payable(project: Project) -> list[Payable]:
    """Return the annotators with unpaid earnings. Earnings in batches that a panel pays are left
    out. Uses two queries."""
    earned = Entry.objects.filter(account__project=project, account__kind=Kind.EARNINGS).exclude(
        transaction__batch__isnull=False, transaction__batch__fee_rule=FeeRule.PANEL
    )
    sums = earned.values_list("account__annotator").annotate(total=Sum("amount"))
    amounts = dict(sums.filter(total__gt=0).order_by("account__annotator"))
    people = User.objects.in_bulk(amounts)
    return [Payable(people[pk], amount) for pk, amount in amounts.items()]


def paid_out(project: Project) -> Decimal:
    """Return the total of the project's payouts, except reversed payouts."""
    payouts = _payout_entries(project, Kind.OUTSIDE).filter(_STANDS)
    return payouts.aggregate(total=Sum("amount", default=Decimal(0)))["total"]


@transaction.atomic
def record_payouts(
    *, project: Project, name: str, people: Collection[int] | None = None, by: User | None = None
) -> int:
    """Record a payout list: payouts of all unpaid earnings of these people, or of everyone if
    `people` is None. Also record the act and notify the researchers.

    Return the number of people paid, or 0 if the list was already recorded. Raises RateroomError if
    the name is blank or has a colon or a slash.
    """
    if not name or set(name) & set(":/"):
        raise RateroomError(_("Enter a name without colons or slashes."), where=_("Name"))
    locked_balance(account_of(project.pk, Kind.OUTSIDE))  # record payout lists one at a time
    if Transaction.objects.filter(
        project=project, kind=Transaction.Kind.PAYOUT, key__startswith=f"payout:{name}:"
    ):
        return 0
    due = [row for row in payable(project) if people is None or row.annotator.pk in people]
    for payee in due:
        pay_out(
            project=project,
            annotator=payee.annotator,
            amount=payee.amount,
            key=name,
            by=by,
            memo=f"List {name}",
        )
    if due:
        total = sum((payee.amount for payee in due), Decimal(0))
        record(
            by,
            Act.Verb.PAID_OUT,
            project,
            after={"name": name, "people": len(due), "amount": total},
        )
        _tell(project, name, len(due), total)
    return len(due)


def _tell(project: Project, name: str, people: int, total: Decimal) -> None:
    send(
        kind="money_out",
        subject=f"payouts:{project.pk}:{name}"[:120],
        to=researchers_of(project.pk),
        values={
            "project": project.name,
            "name": name,
            "people": people,
            "total": f"{total:.2f}",
            "currency": project.currency,
        },
        path=reverse("admin:project_payments", args=[project.pk]),
    )


def payout_lists(project: Project) -> list[PayoutList]:
    """Return the project's payout lists, the newest first."""
    lists = (
        _payout_entries(project, Kind.OUTSIDE)
        .values_list("name")
        .annotate(
            recorded_at=Min("transaction__created_at"),
            people=Count("pk", filter=_STANDS),
            total=Sum("amount", filter=_STANDS, default=0),
        )
        .order_by("-recorded_at")
    )
    return [PayoutList(*row) for row in lists]


@dataclass(frozen=True)
class Payout:
    """One person's payout in a recorded payout list."""

    transaction: int
    annotator: User
    amount: Decimal
    recorded_at: datetime
    is_reversed: bool


def payouts_of(project: Project, name: str) -> list[Payout]:
    """Return the payouts of the payout list `name`, sorted by account name. The result is empty if
    no list has that name."""
    entries = (
        _payout_entries(project, Kind.EARNINGS)
        .filter(name=name)
        .order_by("account__annotator__username")
        .values_list(
            "transaction",
            "account__annotator",
            "amount",
            "transaction__created_at",
            "transaction__reversal",
        )
    )
    rows = list(entries)
    people = User.objects.in_bulk({row[1] for row in rows})
    return [
        Payout(pk, people[annotator], -amount, recorded_at, reversal is not None)
        for pk, annotator, amount, recorded_at, reversal in rows
    ]
