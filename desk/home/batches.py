"""Rows about batches: state, responses, money, hourly pay and last activity. The number of queries
does not depend on the number of batches."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import Case, OuterRef, QuerySet, Subquery, Value, When

from desk.progress import Part, answers_bar, money_bar
from hits.models import Assignment, Batch
from hits.money.escrow import BatchMoney, money_of_batches
from hits.progress.running import hourly_pay, median_seconds
from hits.states import STANDING, State
from people.models import Project

MOST = 12  # batches on the home page; the list has all of them
# Open batches come first.
ORDER = (
    Batch.State.LIVE,
    Batch.State.PUBLISHING,
    Batch.State.PAUSED,
    Batch.State.DRAFT,
    Batch.State.CLOSED,
)


@dataclass(frozen=True)
class BatchRow:
    """A batch on Home. `counts` is the number of assignments by state. `seconds` is the median time
    of the latest HITs, or None if there are none."""

    batch: Batch
    counts: Mapping[str, int]
    money: BatchMoney
    seconds: float | None

    @property
    def wanted(self) -> int:
        """Return the number of responses that the batch asks for, or 0 for a draft."""
        return self._count(STANDING)

    @property
    def answered(self) -> int:
        return self._count((State.SUBMITTED, State.APPROVED))

    @property
    def waiting(self) -> int:
        return self._count((State.SUBMITTED,))

    @property
    def in_work(self) -> int:
        return self._count((State.CLAIMED,))

    @property
    def hourly(self) -> Decimal | None:
        return None if self.seconds is None else hourly_pay(self.batch.reward, self.seconds)

    @property
    def active_at(self) -> datetime | None:
        last: datetime | None = self.batch.last_submission  # type: ignore[attr-defined]
        return last or self.batch.published_at

    @property
    def agreement(self) -> tuple[float, float] | None:
        """Return the lowest and the highest interim alpha of all criteria, or None if there is none
        yet."""
        figures = getattr(self.batch, "running_figures", None)
        criteria = figures.criteria if figures else []
        alphas = [criterion["alpha"] for criterion in criteria if criterion["alpha"] is not None]
        return (min(alphas), max(alphas)) if alphas else None

    @property
    def answers_drawn(self) -> list[Part]:
        return answers_bar(
            wanted=self.wanted,
            approved=self._count((State.APPROVED,)),
            waiting=self.waiting,
            in_work=self.in_work,
        )

    @property
    def money_drawn(self) -> list[Part]:
        return money_bar(self.money)

    def _count(self, states: Sequence[State]) -> int:
        return sum(self.counts.get(state, 0) for state in states)


def with_activity(batches: QuerySet[Batch]) -> QuerySet[Batch]:
    """Return the batches with their related objects and the time of their last submission, for the
    rows on Home."""
    last = Assignment.objects.filter(batch=OuterRef("pk"), submitted_at__isnull=False)
    related = ("project", "dataset", "rubric_version__rubric", "running_figures")
    return batches.select_related(*related).annotate(
        last_submission=Subquery(last.order_by("-submitted_at").values("submitted_at")[:1])
    )


def rows_of(projects: QuerySet[Project]) -> list[BatchRow]:
    """Return a row for each batch of the projects, at most MOST: open batches first, then the
    newest of the others."""
    ranks = [When(state=state, then=Value(rank)) for rank, state in enumerate(ORDER)]
    batches = Batch.objects.filter(project__in=projects, archived_at__isnull=True)
    ranked = with_activity(batches).annotate(rank=Case(*ranks, default=Value(len(ORDER))))
    return batch_rows(list(ranked.order_by("rank", "-pk")[:MOST]))


def batch_rows(batches: Sequence[Batch]) -> list[BatchRow]:
    counts = Assignment.objects.filter(batch__in=batches).count_by_batch_and_state()
    money, seconds = money_of_batches(batches), median_seconds(batches)
    return [
        BatchRow(batch, counts.get(batch.pk, {}), money[batch.pk], seconds.get(batch.pk))
        for batch in batches
    ]
