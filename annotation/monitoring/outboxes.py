"""Metrics about outgoing messages: webhook deliveries, calls to Prolific, and emails."""

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import Count, Min, Q
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric

from people.models import Notice
from people.notices.sending import GIVEN_UP_DAYS
from recruiting.prolific.models import OutgoingCall
from tasks.webhooks.models import Attempt, Delivery, Endpoint

State = Delivery.State


def webhook_figures() -> Iterator[Metric]:
    """Yield the numbers of webhooks and deliveries by state, the number of calls by outcome, and
    how long deliveries waited."""
    endpoints = GaugeMetricFamily(
        "rateroom_webhooks", "Registered webhooks by state.", labels=["state"]
    )
    is_on = Q(off_at__isnull=True)
    numbers = Endpoint.objects.aggregate(
        on=Count("pk", filter=is_on & Q(failing_since__isnull=True)),
        failing=Count("pk", filter=is_on & Q(failing_since__isnull=False)),
        off=Count("pk", filter=~is_on),
    )
    for state, number in numbers.items():
        endpoints.add_metric([state], number)
    yield endpoints
    yield from _deliveries()
    outcomes = GaugeMetricFamily(
        "rateroom_webhook_attempts",
        "Calls of the last 30 days by outcome.",
        labels=["outcome"],
    )
    counts = Attempt.objects.filter(ended_at__isnull=False).order_by().values_list("problem")
    for problem, number in counts.annotate(Count("pk")):
        outcomes.add_metric([problem or "taken"], number)
    yield outcomes


def _deliveries() -> Iterator[Metric]:
    now = timezone.now()
    deliveries = GaugeMetricFamily(
        "rateroom_webhook_deliveries", "Deliveries in the log by state.", labels=["state"]
    )
    counts = dict(Delivery.objects.order_by().values_list("state").annotate(Count("pk")))
    for state in State.values:
        deliveries.add_metric([state], counts.get(state, 0))
    yield deliveries
    waiting = Delivery.objects.filter(state=State.WAITING)
    due = Q(next_at__lt=now, endpoint__off_at__isnull=True)
    times = waiting.aggregate(oldest=Min("created_at"), due=Min("next_at", filter=due))
    yield _age(
        "rateroom_webhook_oldest_waiting_seconds",
        "Age of the oldest delivery that waits.",
        now,
        times["oldest"],
    )
    yield _age(
        "rateroom_webhook_overdue_seconds",
        "Seconds for which the oldest due delivery has waited for a worker.",
        now,
        times["due"],
    )


def prolific_figures() -> Iterator[Metric]:
    """Yield the number of unfinished calls to Prolific by state, and the oldest call's age."""
    under_way = OutgoingCall.objects.filter(state__in=OutgoingCall.UNDER_WAY)
    counts = dict(under_way.order_by().values_list("state").annotate(Count("pk")))
    calls = GaugeMetricFamily(
        "rateroom_prolific_calls", "Unfinished calls to Prolific by state.", labels=["state"]
    )
    for state in OutgoingCall.UNDER_WAY:
        calls.add_metric([state], counts.get(state, 0))
    yield calls
    oldest = under_way.aggregate(oldest=Min("created_at"))["oldest"]
    yield _age(
        "rateroom_prolific_oldest_call_seconds",
        "Age of the oldest unfinished call.",
        timezone.now(),
        oldest,
    )


def email_figures() -> Iterator[Metric]:
    """Yield how many emails are waiting to be sent, and how long the oldest of them has waited."""
    now = timezone.now()
    waiting = Notice.objects.filter(
        sent_at__isnull=True, created_at__gte=now - timedelta(days=GIVEN_UP_DAYS)
    ).aggregate(number=Count("pk"), oldest=Min("created_at"))
    yield GaugeMetricFamily(
        "rateroom_emails_waiting",
        "Email notifications that are not sent yet.",
        value=waiting["number"],
    )
    yield _age(
        "rateroom_emails_oldest_waiting_seconds",
        "Age of the oldest unsent email.",
        now,
        waiting["oldest"],
    )


def _age(name: str, words: str, now: datetime, since: datetime | None) -> Metric:
    return GaugeMetricFamily(name, words, value=(now - (since or now)).total_seconds())
