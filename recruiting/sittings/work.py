"""What was done in a sitting, and what that earns by the rule that was stated before it began."""

from dataclasses import dataclass
from decimal import Decimal

from django.db.models import QuerySet

from hits.models import Assignment
from hits.states import ANSWERED, UNREJECTED
from recruiting.models import Sitting


def work_of(sitting: Sitting) -> QuerySet[Assignment]:
    """What was submitted in the sitting: until the person's next one began."""
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
    """HITs submitted in a sitting, and what those that nobody rejected are worth."""

    done: int
    amount: Decimal


def earned_in(sitting: Sitting) -> Earned:
    """Of `sitting`, with its enrolment's batch."""
    work = work_of(sitting)
    worth = work.filter(state__in=UNREJECTED).count() * sitting.enrolment.batch.reward
    return Earned(work.count(), worth)
