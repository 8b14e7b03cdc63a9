"""Threads, and their unread messages on either side."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Q, QuerySet
from django.utils import timezone

from core.database.keyset import Key
from hits.models import Enrolment, Message
from people.models import Project, User

UNREAD = Q(messages__read_at__isnull=True)
# Threads with unread messages first, then the latest.
THREAD_KEYS = [Key(name, descending=True) for name in ("unread", "latest", "pk")]


def mark_read(*, enrolment: Enrolment, by_annotator: bool, newest: int | None = None) -> int:
    """Mark the messages to one side as read; return their number. `newest`: the key of the latest
    message that was shown; messages after it stay unread."""
    unread = Message.objects.filter(enrolment=enrolment, by_annotator=by_annotator, read_at=None)
    if newest is not None:
        unread = unread.filter(pk__lte=newest)
    return unread.update(read_at=timezone.now())


def threads_of(projects: QuerySet[Project]) -> QuerySet[Enrolment]:
    """Return the enrolments with messages. `unread`: the number of unread messages from the
    annotator. `latest`: the time of the last message."""
    return (
        Enrolment.objects.filter(batch__project__in=projects, messages__isnull=False)
        .select_related("batch__project")
        .annotate(
            unread=Count("messages", filter=UNREAD & Q(messages__by_annotator=True)),
            written=Count("messages"),
            latest=Max("messages__sent_at"),
        )
    )


@dataclass(frozen=True)
class UnreadAnswers:
    """The number of answers in one batch that the annotator has not read."""

    batch: int
    title: str
    number: int
    latest: datetime


def unread_answers(annotator: User) -> Sequence[UnreadAnswers]:
    """Return the number of unread answers by batch, the latest first."""
    unread = Message.objects.filter(
        enrolment__annotator=annotator, by_annotator=False, read_at__isnull=True
    )
    rows = (
        unread.order_by()
        .values_list("enrolment__batch", "enrolment__batch__title")
        .annotate(number=Count("pk"), latest=Max("sent_at"))
        .order_by("-latest")
    )
    return [UnreadAnswers(*row) for row in rows]
