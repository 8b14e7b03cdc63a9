"""Moving money: double entry, append-only, and idempotent by the key that names the event."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from django.db import connection, transaction
from django.db.models import Sum

from hits.models import Account, Assignment, Batch, Entry, Transaction
from people.models import Project, User
from surveys.errors import RateroomError

Kind = Account.Kind


class NotEnoughMoney(RateroomError):  # noqa: N818 - named for what happened
    """The project's balance does not cover what is to be promised."""


@dataclass(frozen=True)
class Posting:
    """One transaction to be posted: amounts by account id, summing to zero. Zero amounts are left out."""

    kind: str
    key: str
    entries: Mapping[int, Decimal]
    batch_id: int | None = None
    assignment_id: int | None = None
    memo: str = ""
    created_by_id: int | None = None
    reverses_id: int | None = None
    parts: Mapping[int, Decimal] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "parts", {account: amount for account, amount in self.entries.items() if amount})


def account_of(project_id: int, kind: str, *, batch_id: int | None = None, annotator_id: int | None = None) -> int:
    """The id of the account, made at first need."""
    found, _made = Account.objects.get_or_create(
        project=Project(pk=project_id),
        kind=kind,
        batch=Batch(pk=batch_id) if batch_id else None,
        annotator=User(pk=annotator_id) if annotator_id else None,
    )
    return found.pk


@transaction.atomic
def post(*, project_id: int, postings: Sequence[Posting]) -> list[str]:
    """Post each transaction whose key is new; returns the keys posted. A repeat changes nothing.

    A second reversal of one transaction is a repeat too, whatever its key.
    """
    moving = [posting for posting in postings if posting.parts]
    if not moving:
        return []
    # No index is named for the conflict: of two reversals at one moment, the later may meet the unique `reverses_id`
    # before the unique key, and would be refused there.
    with connection.cursor() as cursor:
        cursor.execute(
            """
            insert into hits_transaction
                (project_id, kind, key, batch_id, assignment_id, memo, created_by_id, reverses_id, created_at)
            select %s, *, now() from unnest(
                %s::text[], %s::text[], %s::bigint[], %s::bigint[], %s::text[], %s::bigint[], %s::bigint[])
            on conflict do nothing returning key, id
            """,
            [
                project_id,
                [one.kind for one in moving],
                [one.key for one in moving],
                [one.batch_id for one in moving],
                [one.assignment_id for one in moving],
                [one.memo for one in moving],
                [one.created_by_id for one in moving],
                [one.reverses_id for one in moving],
            ],
        )
        posted = dict(cursor.fetchall())
    Entry.objects.bulk_create(
        Entry(transaction_id=posted[one.key], account_id=account, amount=amount)
        for one in moving
        if one.key in posted
        for account, amount in one.parts.items()
    )
    return list(posted)


def balance(account_id: int) -> Decimal:
    """What the account holds: the sum of its entries."""
    return Entry.objects.filter(account=account_id).aggregate(held=Sum("amount"))["held"] or Decimal(0)


def available(project: Project) -> Decimal:
    """What the project can still promise."""
    return balance(account_of(project.pk, Kind.BALANCE))


@transaction.atomic
def deposit(*, project: Project, amount: Decimal, key: str, by: User | None = None, memo: str = "") -> bool:
    """Put money into the project's balance. False when `key` was posted before."""
    if amount <= 0:
        raise RateroomError("A deposit must be more than zero.", where="Amount", remedy="Give a positive amount.")
    outside, own = account_of(project.pk, Kind.OUTSIDE), account_of(project.pk, Kind.BALANCE)
    posting = Posting(
        Transaction.Kind.DEPOSIT,
        f"deposit:{key}",
        {outside: -amount, own: amount},
        memo=memo,
        created_by_id=by.pk if by else None,
    )
    return bool(post(project_id=project.pk, postings=[posting]))


def locked_balance(account_id: int) -> Decimal:
    """What the account holds, locked against everybody else who would spend it until this transaction ends."""
    # Not for the key: a posting's foreign keys may still point here, or two writers would wait for each other.
    Account.objects.select_for_update(no_key=True).get(pk=account_id)
    return balance(account_id)


def posted(*, project_id: int, key: str) -> bool:
    return Transaction.objects.filter(project=project_id, key=key).exists()


def require_available(*, project: Project, amount: Decimal, what: str, otherwise: str = "") -> int:
    """The id of the project's balance, locked and holding at least `amount`. Raises NotEnoughMoney."""
    own = account_of(project.pk, Kind.BALANCE)
    held, currency = locked_balance(own), project.currency
    if held < amount:
        raise NotEnoughMoney(
            f"{what} costs {amount:,.2f} {currency} and the project has {held:,.2f} {currency}.",
            where="Balance",
            remedy=f"Deposit at least {amount - held:,.2f} {currency}{otherwise}.",
        )
    return own


@transaction.atomic
def escrow_batch(*, batch: Batch, amount: Decimal, by: User | None = None) -> None:
    """Set the whole cost of `batch` aside. Raises NotEnoughMoney; locks the balance, so two batches cannot share it."""
    own = require_available(
        project=batch.project, amount=amount, what="Publishing", otherwise=", or make the batch smaller"
    )
    _set_aside(batch, own, amount, f"escrow:{batch.pk}", by)


@transaction.atomic
def escrow_overturned(*, assignment: Assignment, by: User | None = None) -> None:
    """Set the price of one more assignment aside: a rejection is overturned and its place is taken or refunded."""
    batch = assignment.batch
    amount = price(batch)
    own = require_available(project=batch.project, amount=amount, what="Overturning the rejection")
    _set_aside(batch, own, amount, f"escrow:overturned:{assignment.pk}", by)


def _set_aside(batch: Batch, own: int, amount: Decimal, key: str, by: User | None) -> None:
    escrow = account_of(batch.project_id, Kind.ESCROW, batch_id=batch.pk)
    posting = Posting(
        Transaction.Kind.ESCROW,
        key,
        {own: -amount, escrow: amount},
        batch_id=batch.pk,
        created_by_id=by.pk if by else None,
    )
    post(project_id=batch.project_id, postings=[posting])


def price(batch: Batch) -> Decimal:
    """What one assignment of a published batch costs: its reward and its fee."""
    return batch.reward + (batch.fee or Decimal(0))


def pay(*, batch: Batch, assignments: Sequence[Assignment], by: User | None) -> None:
    """Pay approved assignments out of escrow: the reward to the annotator, the fee to the platform."""
    fee = batch.fee or Decimal(0)
    escrow = account_of(batch.project_id, Kind.ESCROW, batch_id=batch.pk)
    fees = account_of(batch.project_id, Kind.FEES)
    people = {one.annotator_id for one in assignments if one.annotator_id is not None}
    earnings = {person: account_of(batch.project_id, Kind.EARNINGS, annotator_id=person) for person in people}
    post(
        project_id=batch.project_id,
        postings=[
            Posting(
                Transaction.Kind.APPROVAL,
                f"approval:{one.pk}",
                {escrow: -batch.reward - fee, earnings[one.annotator_id or 0]: batch.reward, fees: fee},
                batch_id=batch.pk,
                assignment_id=one.pk,
                created_by_id=by.pk if by else None,
            )
            for one in assignments
        ],
    )


def refund(*, batch: Batch, places: int, key: str, by: User | None = None) -> None:
    """Give the escrow of `places` places that nobody will fill back to the project."""
    amount = places * price(batch)
    escrow = account_of(batch.project_id, Kind.ESCROW, batch_id=batch.pk)
    own = account_of(batch.project_id, Kind.BALANCE)
    posting = Posting(
        Transaction.Kind.REFUND,
        key,
        {escrow: -amount, own: amount},
        batch_id=batch.pk,
        created_by_id=by.pk if by else None,
    )
    post(project_id=batch.project_id, postings=[posting])


@dataclass(frozen=True)
class BatchMoney:
    """Where a batch's money is: escrow − paid − fees − refunded is zero when `remaining` is."""

    escrowed: Decimal
    paid: Decimal
    fees: Decimal
    refunded: Decimal

    @property
    def remaining(self) -> Decimal:
        return self.escrowed - self.paid - self.fees - self.refunded


def batch_money(batch: Batch) -> BatchMoney:
    """The batch's transactions added up by what they were for."""
    rows = (
        Entry.objects.filter(transaction__batch=batch)
        .values_list("transaction__kind", "account__kind")
        .annotate(moved=Sum("amount"))
    )
    moved = {(kind, account): amount for kind, account, amount in rows}
    nothing = Decimal(0)
    return BatchMoney(
        escrowed=moved.get((Transaction.Kind.ESCROW, Kind.ESCROW), nothing),
        paid=moved.get((Transaction.Kind.APPROVAL, Kind.EARNINGS), nothing),
        fees=moved.get((Transaction.Kind.APPROVAL, Kind.FEES), nothing),
        refunded=moved.get((Transaction.Kind.REFUND, Kind.BALANCE), nothing),
    )
