"""Resending of deliveries, and sending of test events."""

from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import RateroomError
from people.acts import record
from people.models import Act, User
from tasks.webhooks.models import Delivery, Endpoint, Kind
from tasks.webhooks.noting import note_for

State = Delivery.State


class NotSendable(RateroomError):
    """Raised when a delivery's endpoint is switched off or its content is no longer stored."""


@transaction.atomic
def resend(*, delivery: Delivery, by: User) -> bool:
    """Resend a delivery with the same id. Return False if the delivery is already waiting. Raises
    NotSendable."""
    _check_on(delivery.endpoint)
    if not delivery.event.body:
        raise NotSendable(
            _("The content of this delivery is no longer stored."),
            remedy=_("Use the API to get the current state."),
        )
    return _again(Delivery.objects.filter(pk=delivery.pk), delivery.endpoint, by) == 1


@transaction.atomic
def resend_failed(*, endpoint: Endpoint, since: datetime, by: User) -> int:
    """Resend all failed deliveries of events that happened at `since` or later and whose content is
    still stored. Return the number of these deliveries. Raises NotSendable."""
    _check_on(endpoint)
    failed = Delivery.objects.filter(
        endpoint=endpoint, state=State.FAILED, event__happened_at__gte=since
    )
    return _again(failed.exclude(event__body=""), endpoint, by)


@transaction.atomic
def send_test(*, endpoint: Endpoint, key: str, by: User) -> Delivery:
    """Send a test event without content to the endpoint, log this, and return the delivery. A
    repeated call with the same `key` sends no second event. Raises NotSendable."""
    _check_on(endpoint)
    event = note_for(
        [endpoint],
        kind=Kind.TEST,
        project=endpoint.project,
        subject=f"webhook:{endpoint.pk}:{key}",
        data={"webhook": {"id": endpoint.pk, "name": endpoint.name}},
    )
    delivery = Delivery.objects.get(endpoint=endpoint, event=event)
    record(by, Act.Verb.HOOK_TESTED, endpoint)
    return delivery


def _check_on(endpoint: Endpoint) -> None:
    if not endpoint.is_on:
        raise NotSendable(
            _("The webhook is switched off."),
            where=endpoint.name,
            remedy=_("Switch on the webhook first."),
        )


def _again(deliveries: QuerySet[Delivery], endpoint: Endpoint, by: User) -> int:
    ended = deliveries.exclude(state=State.WAITING)
    count = ended.update(state=State.WAITING, attempts=0, next_at=timezone.now(), ended_at=None)
    if count:
        record(by, Act.Verb.HOOK_RESENT, endpoint, after={"deliveries": count})
    return count
