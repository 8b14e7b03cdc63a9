"""Deletion of old deliveries, and of the contents of old events."""

from datetime import timedelta

from django.db.models import Exists, OuterRef
from django.utils import timezone

from tasks.webhooks.models import Attempt, Delivery, Event, Kind

CONTENT_DAYS = 30  # retention period of contents and responses
LINE_DAYS = 365  # retention period of lines in the log
AT_ONCE = 5000


def forget_old() -> tuple[int, int]:
    """Delete the contents of old events and the attempts to send them, and then old deliveries.
    Return the number of events and the number of deliveries.

    The rows of events are kept, so that an event is not recorded twice. Deliveries about progress
    are also kept, so that an endpoint does not receive the same progress twice.
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
