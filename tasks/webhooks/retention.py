"""Retention of deliveries."""

from datetime import timedelta

from django.db.models import Exists, OuterRef
from django.utils import timezone

from tasks.webhooks.models import Attempt, Delivery, Event, Kind

CONTENT_DAYS = 30  # what was sent, and what came back
LINE_DAYS = 365  # that it was sent, and how that ended
AT_ONCE = 5000


def forget_old() -> tuple[int, int]:
    """Forget contents, then whole lines, whose time is over; how many events' contents, and how
    many lines.

    An event's row stays: it is what makes a fact one fact. So does the line of one about progress,
    so that an endpoint is not told twice.
    """
    now = timezone.now()
    old = now - timedelta(days=CONTENT_DAYS)
    waiting = Delivery.objects.filter(event=OuterRef("pk"), state=Delivery.State.WAITING)
    contents = Event.objects.filter(~Exists(waiting), happened_at__lt=old).exclude(body="")
    events = list(contents.order_by("happened_at").values_list("pk", flat=True)[:AT_ONCE])
    Attempt.objects.filter(delivery__event__in=events).delete()
    blanked = Event.objects.filter(pk__in=events).update(body="")
    lines = Delivery.objects.filter(ended_at__lt=now - timedelta(days=LINE_DAYS))
    over = list(lines.exclude(event__kind=Kind.PROGRESS).values_list("pk", flat=True)[:AT_ONCE])
    Delivery.objects.filter(pk__in=over).delete()
    return blanked, len(over)
