"""The escrow of a batch. Money is reserved at publication, paid at approval, and refunded for work
that no one will do."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction
from django.db.models import Sum

from hits.models import Assignment, Batch
from payments.models import Entry, Transaction
from payments.payouts import paid_out
from payments.posting import Kind, Posting, account_of, post, require_available
from people.models import Project, User


def check_budget(batch: Batch, *, main: int) -> int:
    """Return the number of checks to reserve money for. It is the batch's share of checks for
    `main` main assignments, rounded up, plus the gold HITs at the start for the maximum number of
    annotators."""
    with_main = -(-main * batch.checks_percent // (100 - batch.checks_percent))
    return with_main + batch.checks_at_beginning


@transaction.atomic
def escrow_batch(*, batch: Batch, amount: Decimal, by: User | None = None) -> None:
    """Reserve the whole cost of `batch` from the project's balance, which is locked so that two
    batches cannot reserve the same money. Raises NotEnoughMoney if the balance is too low."""
    own = require_available(project=batch.project, amount=amount)
    number = cancelled_before(batch)
    _set_aside(
        batch,
        own,
        amount,
        f"escrow:{batch.pk}:{number + 1}" if number else f"escrow:{batch.pk}",
        by,
    )


def cancelled_before(batch: Batch) -> int:
    """Return how often the publication of the batch was cancelled, with a refund of the whole
    escrow."""
    return Transaction.objects.filter(
        batch=batch, key__startswith=f"refund:cancelled:{batch.pk}:"
    ).count()


@transaction.atomic
def escrow_amendment(*, batch: Batch, amount: Decimal, number: int, by: User | None = None) -> None:
    """Reserve the cost of the amendment with this `number`. Raises NotEnoughMoney if the balance is
    too low."""
    own = require_available(project=batch.project, amount=amount)
    _set_aside(batch, own, amount, f"escrow:amended:{number}", by)


@transaction.atomic
def escrow_overturned(*, assignment: Assignment, by: User | None = None) -> None:
    """Reserve the price of one more assignment. This is needed if a rejection is overturned after
    someone took the replacement assignment or after it was refunded. Raises NotEnoughMoney if the
    balance is too low."""
    batch = assignment.batch
    amount = price(batch)
    own = require_available(project=batch.project, amount=amount)
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
    """Return the cost of one assignment of a published batch, which is the reward plus the fee."""
    return batch.reward + (batch.fee or Decimal(0))


def pay(*, batch: Batch, assignments: Sequence[Assignment], by: User | None) -> None:
    """Pay approved assignments from escrow: the reward to the annotator and the fee to the
    platform."""
    fee = batch.fee or Decimal(0)
    escrow = account_of(batch.project_id, Kind.ESCROW, batch_id=batch.pk)
    fees = account_of(batch.project_id, Kind.FEES)
    people = {assignment.annotator_id for assignment in assignments} - {None}
    earnings = {
        person: account_of(batch.project_id, Kind.EARNINGS, annotator_id=person)
        for person in people
    }
    cost = batch.reward + fee
    post(
        project_id=batch.project_id,
        postings=[
            Posting(
                Transaction.Kind.APPROVAL,
                f"approval:{assignment.pk}",
                {escrow: -cost, earnings[assignment.annotator_id]: batch.reward, fees: fee},
                batch_id=batch.pk,
                assignment_id=assignment.pk,
                created_by_id=by.pk if by else None,
            )
            for assignment in assignments
        ],
    )


def refund_key(assignment_id: int) -> str:
    """Return the ledger key for refunding an assignment that ended and was not replaced."""
    return f"refund:assignment:{assignment_id}"


def refund(
    *, batch: Batch, assignments: int, key: str, by: User | None = None, extra: Decimal = Decimal(0)
) -> None:
    """Refund the escrow for this number of assignments to the project, plus the amount `extra`."""
    amount = assignments * price(batch) + extra
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


def refund_each(*, batch: Batch, assignment_ids: Collection[int]) -> None:
    """Refund the escrow of each of these assignments, which ended and will not be replaced. Each
    refund is a separate transaction, because overturning a rejection looks for the assignment's own
    refund."""
    if not assignment_ids:
        return
    escrow = account_of(batch.project_id, Kind.ESCROW, batch_id=batch.pk)
    own = account_of(batch.project_id, Kind.BALANCE)
    amount = price(batch)
    post(
        project_id=batch.project_id,
        postings=[
            Posting(
                Transaction.Kind.REFUND,
                refund_key(pk),
                {escrow: -amount, own: amount},
                batch_id=batch.pk,
            )
            for pk in assignment_ids
        ],
    )


@dataclass(frozen=True)
class BatchMoney:
    """The sums of a batch's transactions by purpose. `remaining` is the balance of the escrow."""

    escrowed: Decimal
    paid: Decimal
    fees: Decimal
    refunded: Decimal

    @property
    def remaining(self) -> Decimal:
        return self.escrowed - self.spent - self.refunded

    @property
    def spent(self) -> Decimal:
        return self.paid + self.fees

    @property
    def kept(self) -> Decimal:
        """Return the amount reserved minus refunds."""
        return self.escrowed - self.refunded


def batch_money(batch: Batch) -> BatchMoney:
    """Return the sums of the batch's transactions by purpose."""
    return money_of_batches([batch])[batch.pk]


def money_of_batches(batches: Collection[Batch]) -> dict[int, BatchMoney]:
    """Return the sums of transactions for several batches, by batch id, in one query."""
    rows = (
        Entry.objects.filter(transaction__batch__in=[batch.pk for batch in batches])
        .values_list("transaction__batch", "transaction__kind", "account__kind")
        .annotate(moved=Sum("amount"))
    )
    moved = {(batch, kind, account): amount for batch, kind, account, amount in rows}

    def amount(batch: Batch, kind: Transaction.Kind, account: Kind) -> Decimal:
        return moved.get((batch.pk, kind, account), Decimal(0))

    return {
        batch.pk: BatchMoney(
            escrowed=amount(batch, Transaction.Kind.ESCROW, Kind.ESCROW),
            paid=amount(batch, Transaction.Kind.APPROVAL, Kind.EARNINGS)
            + amount(batch, Transaction.Kind.TRAINING, Kind.EARNINGS),
            fees=amount(batch, Transaction.Kind.APPROVAL, Kind.FEES),
            refunded=amount(batch, Transaction.Kind.REFUND, Kind.BALANCE),
        )
        for batch in batches
    }


@dataclass(frozen=True)
class ProjectMoney:
    """The balances of a project. `available` can be spent, `escrow` is reserved for batches, and
    `earned` has not been paid out yet. `paid` was paid out by payout lists and panels."""

    available: Decimal
    escrow: Decimal
    earned: Decimal
    fees: Decimal
    paid: Decimal

    @property
    def added(self) -> Decimal:
        """Return the total of all funds ever added. It equals the sum of the balances, because the
        entries of each transaction sum to zero."""
        return self.available + self.escrow + self.earned + self.fees + self.paid


def project_money(project: Project) -> ProjectMoney:
    """Return the project's balances, in two queries."""
    rows = Entry.objects.filter(account__project=project).values_list("account__kind")
    balances = dict(rows.annotate(balance=Sum("amount")))
    nothing = Decimal(0)
    return ProjectMoney(
        available=balances.get(Kind.BALANCE, nothing),
        escrow=balances.get(Kind.ESCROW, nothing),
        earned=balances.get(Kind.EARNINGS, nothing),
        fees=balances.get(Kind.FEES, nothing),
        paid=paid_out(project) + balances.get(Kind.PANEL, nothing),
    )
