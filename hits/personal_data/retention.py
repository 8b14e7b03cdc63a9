"""Retention of identifying data about inactive people, according to the rules of their projects."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.db.models import Count, Max, Q
from django.urls import reverse
from django.utils import timezone

from hits.models import Assignment, Enrolment
from people.models import Erasure, User
from people.notices.sending import send
from people.personal_data.erasing import DAYS_TO_THINK, ask_erasure, stop_erasure, why_not_erasable

MONTH = timedelta(days=30.44)
AT_ONCE = 200  # most people deleted per day


def announce_due() -> int:
    """Announce to inactive people that their data will be deleted in DAYS_TO_THINK days. People
    count as inactive if they were not active for the longest retention period of their projects.
    Return the number of people."""
    announced = 0
    for user, texts in _dormant():
        if not why_not_erasable(user):
            origin = Erasure.Origin.RETENTION
            _tell(ask_erasure(user=user, origin=origin, texts=texts, by=None))
            announced += 1
    return announced


def take_back_of_active() -> int:
    """Cancel the announced deletions of people who have since logged in or claimed a HIT. Return
    the number of cancelled deletions."""
    waiting = Erasure.objects.filter(
        origin=Erasure.Origin.RETENTION, stopped_at=None, done_at=None
    ).select_related("user")
    active = [erasure.user for erasure in waiting if _last_seen(erasure.user) > erasure.asked_at]
    return sum(stop_erasure(user=user, by=None) for user in active)


def _dormant() -> Iterable[tuple[User, bool]]:
    """Yield each inactive person, and whether the rules of all the person's projects also delete
    free texts."""
    by_person = (
        Enrolment.objects.filter(annotator__is_active=True, annotator__is_demo=False)
        .exclude(annotator__in=Erasure.objects.filter(stopped_at=None).values("user"))
        .order_by("annotator")
        .values("annotator")
        .annotate(
            kept=Count("pk", filter=Q(batch__project__retention_months__isnull=True)),
            months=Max("batch__project__retention_months"),
            without=Count("pk", filter=Q(batch__project__retention_erases_texts=False)),
            joined=Max("created_at"),
        )
        .filter(kept=0)
    )
    dormant = 0
    for row in by_person.iterator(AT_ONCE):
        long_ago = timezone.now() - row["months"] * MONTH
        if row["joined"] > long_ago:
            continue
        user = User.objects.get(pk=row["annotator"])
        if _last_seen(user) < long_ago:
            yield user, row["without"] == 0
            dormant += 1
        if dormant == AT_ONCE:
            return


def _last_seen(user: User) -> datetime:
    took = Assignment.objects.filter(annotator=user).aggregate(latest=Max("accepted_at"))["latest"]
    return max(moment for moment in (user.date_joined, user.last_login, took) if moment)


def _tell(erasure: Erasure) -> None:
    send(
        kind="erasure",
        subject=f"erasure:{erasure.pk}",
        to=User.objects.filter(pk=erasure.user_id),
        values={"days": DAYS_TO_THINK},
        path=reverse("your_data"),
    )
