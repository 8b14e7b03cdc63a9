"""Work and earnings of one annotator: per batch, and per project with its money."""

from collections.abc import Sequence
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
from people.models import User

_CLOSING_FIRST = Q(enrolment__status="active") & ~Q(enrolment__closing_route="")
_ELAPSED = Seconds(F("submitted_at") - F("accepted_at"))
_BY_STATE = {
    "waiting": Count("pk", filter=Q(state=State.SUBMITTED)),
    "approved": Count("pk", filter=Q(state=State.APPROVED)),
    "rejected": Count("pk", filter=Q(state=State.REJECTED)),
}
# A page that comes before the code hides it.
_CODE_SHOWN = Case(
    When(_CLOSING_FIRST, then=Value("")),
    default=F("enrolment__completion_code"),
)
_MONEY = load("hits/money/sql/earnings.sql", "money")


@dataclass(frozen=True)
class BatchWork:
    """One batch's work of one annotator; `seconds` is the median from taking a HIT to submitting
    it."""

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
    """One annotator's work in one batch; `seconds` is the total time from claiming HITs to
    submitting them, and `latest` is the time of their last submission."""

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
    """One project's debts and payments; bonuses and reversals count. `pending` waits to be
    approved, on top of it."""

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
    """Money that left for the annotator at one time: by our list, or by the batch's panel for one
    assignment (its id). `number`: the transaction's, as the ledger orders them."""

    number: int
    project: int
    at: datetime
    amount: Decimal
    assignment: int | None


@dataclass(frozen=True)
class TrainingPay:
    """What one batch paid the annotator for its training and test, passed or not."""

    title: str
    at: datetime
    amount: Decimal
    currency: str


def training_paid(annotator: User) -> Sequence[TrainingPay]:
    """Return what the annotator was paid for training and tests, the latest first; reversed pay is
    not."""
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
    """Return what the annotator was paid, of all projects, the earliest first; reversed ones are
    not."""
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
    """When each of the annotator's `assignments` was paid for, by its id, of all their `payments`;
    those that are not paid yet are left out. A list of ours pays all that was earned before it."""
    approvals = Transaction.objects.filter(
        assignment__in=[assignment.pk for assignment in assignments],
        kind=Transaction.Kind.APPROVAL,
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
    """When our first list after that transaction was recorded."""
    later = (
        payment.at
        for payment in payments
        if payment.assignment is None and payment.project == project and payment.number > number
    )
    return next(later, None)


def work_by_batch(annotator: User) -> Sequence[BatchWork]:
    """Batches with submitted work, the latest first."""
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
            **_BY_STATE,
            seconds=Median(_ELAPSED),
            latest=Max("submitted_at"),
            code=Min(_CODE_SHOWN),
        )
        .order_by("-latest")
    )
    return [BatchWork(*row) for row in rows]


def summary(annotator: User, batch: Batch) -> Summary:
    """Return the sums, only for its own session if the login session is limited to one."""
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
