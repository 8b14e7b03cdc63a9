"""An annotator's work and earnings, and the money of a project by batch: paid, owed, charged as
fees, and reserved."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db import connection
from django.db.models import Case, Count, F, Max, Min, Q, Sum, Value, When

from core.database.aggregates import Median, Seconds
from core.database.sql import load
from hits.models import Assignment, Batch
from hits.states import ANSWERED, State
from payments.fees import FeeRule
from payments.models import Entry, Transaction
from people.models import Project, User

_BY_BATCH = load("hits/money/sql/by_batch.sql", "by_batch")


@dataclass(frozen=True)
class Spending:
    """The money of one batch. `owed` is the part of `earned` that is not paid out yet. `earned`,
    `fees` and `reserved` add up to everything that was reserved, minus refunds."""

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
    """Return the money of each batch by batch id, in one query. Money of the project that belongs
    to no batch has the key None."""
    with connection.cursor() as cursor:
        cursor.execute(
            _BY_BATCH, {"project": project.pk, "batches": [batch.pk for batch in batches]}
        )
        spending = {batch: Spending(*amounts) for batch, *amounts in cursor.fetchall()}
    return {key: spending.get(key, Spending()) for key in (*(batch.pk for batch in batches), None)}


_CLOSING_FIRST = Q(enrolment__status="active") & ~Q(enrolment__closing_route="")
_ELAPSED = Seconds(F("submitted_at") - F("accepted_at"))
_BY_STATE = {
    "waiting": Count("pk", filter=Q(state=State.SUBMITTED)),
    "approved": Count("pk", filter=Q(state=State.APPROVED)),
    "rejected": Count("pk", filter=Q(state=State.REJECTED)),
}
# The code is hidden while a page must be completed before it.
_CODE_SHOWN = Case(When(_CLOSING_FIRST, then=Value("")), default=F("enrolment__completion_code"))
_MONEY = load("hits/money/sql/earnings.sql", "money")


@dataclass(frozen=True)
class BatchWork:
    """One annotator's submitted work on one batch. `seconds` is the median time from claiming to
    submitting. `code` is the completion code shown to the annotator."""

    pk: int
    title: str
    currency: str
    simulated: bool
    reward: Decimal
    waiting: int
    approved: int
    rejected: int
    seconds: float
    latest: object
    code: str

    @property
    def pending(self) -> Decimal:
        return self.waiting * self.reward


@dataclass(frozen=True)
class Summary:
    """One annotator's totals in one batch. `seconds` is the total time from claiming to submitting.
    `latest` is the time of the annotator's last submission."""

    reward: Decimal
    waiting: int
    approved: int
    rejected: int
    seconds: float
    latest: datetime | None = None

    @property
    def done(self) -> int:
        return self.waiting + self.approved + self.rejected

    @property
    def earned(self) -> Decimal:
        return self.approved * self.reward

    @property
    def pending(self) -> Decimal:
        return self.waiting * self.reward


@dataclass(frozen=True)
class ProjectMoney:
    """An annotator's earnings and payments in one project, including bonuses and reversals.
    `pending` is money that awaits approval and is not part of `earned`."""

    pk: int
    name: str
    currency: str
    simulated: bool
    pending: Decimal
    earned: Decimal
    paid: Decimal

    @property
    def due(self) -> Decimal:
        return self.earned - self.paid


@dataclass(frozen=True)
class Payment:
    """One payment to the annotator, through a payout list or a panel. `number` is the id of the
    ledger transaction. `assignment` is the id of the assignment that a panel paid for, or None for
    a payout list."""

    number: int
    project: int
    at: datetime
    amount: Decimal
    assignment: int | None


@dataclass(frozen=True)
class TrainingPay:
    """The pay that an annotator got for a batch's training and test. It does not depend on the
    test's result."""

    title: str
    at: datetime
    amount: Decimal
    currency: str


def training_paid(annotator: User) -> Sequence[TrainingPay]:
    """Return the annotator's payments for training and tests, newest first, without reversed
    payments."""
    rows = (
        Entry.objects.filter(
            account__annotator=annotator,
            transaction__kind=Transaction.Kind.TRAINING,
            transaction__reversal__isnull=True,
        )
        .order_by("-transaction")
        .values_list(
            "transaction__batch__title",
            "transaction__created_at",
            "amount",
            "transaction__project__currency",
        )
    )
    return [TrainingPay(*row) for row in rows]


def payments_to(annotator: User) -> Sequence[Payment]:
    """Return the annotator's payments in all projects, oldest first, without reversed payments."""
    rows = (
        Entry.objects.filter(
            account__annotator=annotator,
            transaction__kind__in=[Transaction.Kind.PAYOUT, Transaction.Kind.PANEL],
            transaction__reversal__isnull=True,
        )
        .order_by("transaction")
        .values_list(
            "transaction",
            "transaction__project",
            "transaction__created_at",
            "amount",
            "transaction__assignment",
        )
    )
    return [
        Payment(number, project, at, -amount, work) for number, project, at, amount, work in rows
    ]


def dates_of_payment(
    assignments: Sequence[Assignment], payments: Sequence[Payment]
) -> dict[int, datetime]:
    """Return the time when each assignment was paid, by assignment id. Unpaid assignments are left
    out.

    `payments` must contain all payments to the annotator, oldest first. A payout list pays
    everything that was earned before it.
    """
    approvals = Transaction.objects.filter(
        assignment__in=[assignment.pk for assignment in assignments], kind=Transaction.Kind.APPROVAL
    )
    earned = dict(approvals.values_list("assignment", "pk"))
    by_panel = {payment.assignment: payment.at for payment in payments if payment.assignment}
    dates = {}
    for assignment in assignments:
        if assignment.pk not in earned or assignment.state != State.APPROVED:
            continue
        if assignment.batch.fee_rule == FeeRule.PANEL:
            at = by_panel.get(assignment.pk)
        else:
            at = _next_list(earned[assignment.pk], assignment.batch.project_id, payments)
        if at is not None:
            dates[assignment.pk] = at
    return dates


def _next_list(number: int, project: int, payments: Sequence[Payment]) -> datetime | None:
    """Return the time of the project's first payout list after the transaction `number`, or None if
    there is no such list."""
    later = (
        payment.at
        for payment in payments
        if payment.assignment is None and payment.project == project and payment.number > number
    )
    return next(later, None)


def work_by_batch(annotator: User) -> Sequence[BatchWork]:
    """Return the annotator's work in each batch that has their responses, sorted by last
    submission, newest first."""
    rows = (
        Assignment.objects.filter(annotator=annotator, state__in=ANSWERED)
        .values_list(
            "batch_id",
            "batch__title",
            "batch__project__currency",
            "batch__dataset__simulated",
            "batch__reward",
        )
        .annotate(
            **_BY_STATE, seconds=Median(_ELAPSED), latest=Max("submitted_at"), code=Min(_CODE_SHOWN)
        )
        .order_by("-latest")
    )
    return [BatchWork(*row) for row in rows]


def summary(annotator: User, batch: Batch) -> Summary:
    """Return the annotator's totals in the batch. For a login that is limited to one sitting, only
    that sitting counts."""
    own = Assignment.objects.filter(annotator=annotator, batch=batch, state__in=ANSWERED)
    if annotator.bound is not None:
        own = own.filter(submitted_at__gte=annotator.bound.began_at)
    sums = own.aggregate(
        **_BY_STATE, seconds=Sum(_ELAPSED, default=0.0), latest=Max("submitted_at")
    )
    return Summary(batch.reward, **sums)


def money_by_project(annotator: User) -> Sequence[ProjectMoney]:
    with connection.cursor() as cursor:
        cursor.execute(_MONEY, {"annotator": annotator.pk})
        return [ProjectMoney(*row) for row in cursor.fetchall()]
