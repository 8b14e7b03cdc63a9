"""Sending of an endpoint's due deliveries. Only one worker at a time sends them, one delivery after
another.

A worker takes the endpoint's lease and renews it before each call. A call is shorter than a lease.
An attempt and the time of the next attempt are committed before the call. If the worker is killed
during the call, the delivery is therefore tried again with the same id.
"""

import logging
from datetime import datetime, timedelta
from time import monotonic
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from core.errors import RateroomError
from people.requests.ids import as_request
from tasks.webhooks import switching
from tasks.webhooks.calling import GONE, Outcome, call, storable
from tasks.webhooks.models import Attempt, Delivery, Endpoint
from tasks.webhooks.schedule import MOST_ATTEMPTS, OFF_AFTER, next_attempt
from tasks.webhooks.signing import signed_headers

logger = logging.getLogger(__name__)
State = Delivery.State
LEASE = timedelta(seconds=90)
BUDGET_SECONDS = 20.0  # afterwards, it is the turn of other endpoints


def endpoints_due() -> list[int]:
    """Return the ids of the endpoints that have a due delivery and no active worker."""
    due = Delivery.objects.filter(
        endpoint=OuterRef("pk"), state=State.WAITING, next_at__lte=timezone.now()
    )
    return list(_free(timezone.now()).filter(Exists(due)).values_list("pk", flat=True))


def deliver(*, endpoint_id: int) -> int:
    """Send the endpoint's due deliveries until a delivery fails or the time is up. Return the
    number of calls. The number is 0 if another worker is sending."""
    now, lease = timezone.now(), uuid4()
    taken = _free(now).filter(pk=endpoint_id).update(lease=lease, leased_until=now + LEASE)
    if not taken:
        return 0
    calls, end = 0, monotonic() + BUDGET_SECONDS
    try:
        while monotonic() < end and (delivery := _next(endpoint_id, lease)):
            calls += 1
            if not send(delivery):
                break
    finally:
        mine = Endpoint.objects.filter(pk=endpoint_id, lease=lease)
        mine.update(lease=None, leased_until=None)
    return calls


def send(delivery: Delivery) -> bool:
    """Call the receiver once and record the result. Return whether the call was accepted."""
    attempt = _begin(delivery)
    if attempt is None:
        return False
    outcome = _outcome(delivery, attempt.at)
    _settle(attempt, outcome)
    with as_request(delivery.event.request_id):
        logger.info(
            "Web hook %s, %s, attempt %s: %s",
            delivery.endpoint_id,
            delivery,
            delivery.attempts,
            outcome.status or outcome.problem.value,
        )
    return not outcome.problem


def _outcome(delivery: Delivery, now: datetime) -> Outcome:
    try:
        secrets = delivery.endpoint.secrets(now)
    except RateroomError:  # the site's secret key has changed
        return Outcome(Attempt.Problem.SECRET)
    body = delivery.event.body.encode()
    headers = signed_headers(secrets, str(delivery), int(now.timestamp()), body)
    return call(delivery.endpoint.url, headers, body)


def _free(now: datetime) -> QuerySet[Endpoint]:
    unleased = Q(leased_until__isnull=True) | Q(leased_until__lt=now)
    return Endpoint.objects.filter(unleased, off_at__isnull=True)


def _next(endpoint_id: int, lease: UUID) -> Delivery | None:
    """Renew the lease, and return the next due delivery. Return None if no delivery is due, if the
    endpoint is off, or if another worker has the lease."""
    now = timezone.now()
    mine = Endpoint.objects.filter(pk=endpoint_id, lease=lease, off_at__isnull=True)
    if not mine.update(leased_until=now + LEASE):
        return None
    due = Delivery.objects.filter(endpoint=endpoint_id, state=State.WAITING, next_at__lte=now)
    return due.select_related("endpoint", "event").order_by("next_at", "pk").first()


@transaction.atomic
def _begin(delivery: Delivery) -> Attempt | None:
    """Count and record an attempt before it is sent. Return None if another worker has already
    counted this attempt. If no attempts are left, mark the delivery as failed and return None."""
    now = timezone.now()
    waiting = Delivery.objects.filter(
        pk=delivery.pk, state=State.WAITING, attempts=delivery.attempts
    )
    if delivery.attempts >= MOST_ATTEMPTS:  # the last worker was killed
        waiting.update(state=State.FAILED, next_at=None, ended_at=now)
        return None
    attempts = delivery.attempts + 1
    if not waiting.update(attempts=F("attempts") + 1, next_at=next_attempt(attempts, now)):
        return None
    delivery.attempts = attempts
    return Attempt.objects.create(delivery=delivery, at=now)


@transaction.atomic
def _settle(attempt: Attempt, outcome: Outcome) -> None:
    """Record the outcome of an attempt, unless the endpoint and its log have been deleted. Update
    the delivery's state and the endpoint's failures."""
    now, delivery = timezone.now(), attempt.delivery
    # Lock the endpoint before its deliveries, like the functions that switch it off or delete it.
    locked = Endpoint.objects.select_for_update(no_key=True).filter(pk=delivery.endpoint_id)
    endpoint = locked.first()
    if endpoint is None:
        return
    attempt.ended_at, attempt.status, attempt.problem = now, outcome.status, outcome.problem
    attempt.detail, attempt.response = storable(outcome.detail), storable(outcome.response)
    attempt.save(update_fields=["ended_at", "status", "problem", "detail", "response"])
    same = Delivery.objects.filter(pk=delivery.pk, state=State.WAITING, attempts=delivery.attempts)
    if not outcome.problem:
        same.update(state=State.DELIVERED, next_at=None, ended_at=now)
        if endpoint.failing_since:
            Endpoint.objects.filter(pk=endpoint.pk).update(failing_since=None)
        return
    if delivery.attempts >= MOST_ATTEMPTS:
        same.update(state=State.FAILED, next_at=None, ended_at=now)
    _note_failure(endpoint, outcome, now)


def _note_failure(endpoint: Endpoint, outcome: Outcome, now: datetime) -> None:
    if not endpoint.failing_since:
        endpoint.failing_since = now
        endpoint.save(update_fields=["failing_since"])
    if outcome.status == GONE:
        switching.switch_off(endpoint=endpoint, because=switching.GONE)
    elif endpoint.failing_since <= now - OFF_AFTER:
        switching.switch_off(endpoint=endpoint, because=switching.FAILING)
