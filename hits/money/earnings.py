"""What one annotator has done and earned: per batch, and per project where the money is."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db import connection
from django.db.models import Count, F, Max, Min, Q, Sum

from database.aggregates import Median, Seconds
from database.sql import load
from hits.models import Assignment, Batch
from hits.states import ANSWERED, State
from people.models import User

_ELAPSED = Seconds(F("submitted_at") - F("accepted_at"))
_BY_STATE = {
    "waiting": Count("pk", filter=Q(state=State.SUBMITTED)),
    "approved": Count("pk", filter=Q(state=State.APPROVED)),
    "rejected": Count("pk", filter=Q(state=State.REJECTED)),
}
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
    """What one annotator has done in one batch; `seconds` is all the time from taking HITs to
    submitting them."""

    reward: Decimal
    waiting: int
    approved: int
    rejected: int
    seconds: float

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
    """What one project owes and has paid; bonuses and reversals count. `pending` waits to be
    approved, on top of it."""

    name: str
    currency: str
    simulated: bool
    pending: Decimal
    earned: Decimal
    paid: Decimal

    @property
    def due(self) -> Decimal:
        return self.earned - self.paid


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
            code=Min("enrolment__completion_code"),
        )
        .order_by("-latest")
    )
    return [BatchWork(*row) for row in rows]


def summary(annotator: User, batch: Batch) -> Summary:
    own = Assignment.objects.filter(annotator=annotator, batch=batch, state__in=ANSWERED)
    sums = own.aggregate(**_BY_STATE, seconds=Sum(_ELAPSED, default=0.0))
    return Summary(batch.reward, **sums)


def money_by_project(annotator: User) -> Sequence[ProjectMoney]:
    with connection.cursor() as cursor:
        cursor.execute(_MONEY, {"annotator": annotator.pk})
        return [ProjectMoney(*row) for row in cursor.fetchall()]
