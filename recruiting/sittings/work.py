"""The work done in a session, and the pay for it under the rule that was stated beforehand."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from decimal import Decimal

from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from hits.models import Assignment
from hits.states import ANSWERED, UNREJECTED, State
from recruiting.models import Sitting

END_OF_TIME = datetime.max.replace(tzinfo=UTC)


def work_of(sitting: Sitting) -> QuerySet[Assignment]:
    """Return the assignments that were submitted in the session. The session includes all work
    until the person's next session began."""
    later = Sitting.objects.filter(
        enrolment=sitting.enrolment_id, started_at__gt=sitting.started_at
    )
    work = Assignment.objects.filter(
        enrolment=sitting.enrolment_id, submitted_at__gte=sitting.started_at, state__in=ANSWERED
    )
    following = later.order_by("started_at").first()
    return work.filter(submitted_at__lt=following.started_at) if following else work


@dataclass(frozen=True)
class Earned:
    """The number of HITs submitted in a session, and the reward of the HITs that were not
    rejected."""

    done: int
    amount: Decimal


def earned_in(sitting: Sitting) -> Earned:
    """Return the work and earnings in `sitting`, which is loaded with its enrolment's batch."""
    work = work_of(sitting)
    worth = work.filter(state__in=UNREJECTED).count() * sitting.enrolment.batch.reward
    return Earned(work.count(), worth)


def with_work(sittings: QuerySet[Sitting]) -> QuerySet[Sitting]:
    """Return the sessions with their numbers of submitted, unrejected and approved HITs, in `done`,
    `unrejected` and `approved`."""
    later = Sitting.objects.filter(
        enrolment=OuterRef("enrolment"), started_at__gt=OuterRef("started_at")
    )
    until = later.order_by("started_at").values("started_at")[:1]
    return sittings.annotate(until=Subquery(until)).annotate(
        done=_work_in(ANSWERED),
        unrejected=_work_in(UNREJECTED),
        approved=_work_in([State.APPROVED]),
    )


def _work_in(states: Collection[str]) -> Coalesce:
    """Return an expression that counts the session's assignments in these states."""
    # The person's latest session has no `until`, so it includes everything after its beginning.
    until = Coalesce(OuterRef("until"), Value(END_OF_TIME))
    work = Assignment.objects.filter(
        submitted_at__lt=until,
        enrolment=OuterRef("enrolment"),
        submitted_at__gte=OuterRef("started_at"),
        state__in=states,
    )
    counted = work.order_by().values("enrolment").annotate(number=Count("pk")).values("number")
    return Coalesce(Subquery(counted, output_field=IntegerField()), 0)
