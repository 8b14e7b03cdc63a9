"""Switching of an endpoint on and off. A person can do this, and the site switches an endpoint off
if its deliveries keep failing."""

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from people.acts import record
from people.models import Act, User
from people.notices.sending import researchers_of, send
from tasks.webhooks.models import Delivery, Endpoint
from tasks.webhooks.schedule import OFF_AFTER

BY_HAND, GONE, FAILING = "by hand", "gone", "failing"


@transaction.atomic
def switch_off(*, endpoint: Endpoint, because: str, by: User | None = None) -> bool:
    """Stop sending to the endpoint, fail its waiting deliveries, and log this. Return False if the
    endpoint is already off. `because` is one of the reasons in this module. If the site switches
    the endpoint off, the researchers are notified."""
    now = timezone.now()
    on = Endpoint.objects.filter(pk=endpoint.pk, off_at__isnull=True)
    if on.update(off_at=now, off_because=because) != 1:
        return False
    waiting = Delivery.objects.filter(endpoint=endpoint, state=Delivery.State.WAITING)
    waiting.update(state=Delivery.State.FAILED, next_at=None, ended_at=now)
    record(by, Act.Verb.HOOK_OFF, endpoint, after={"because": because})
    if because != BY_HAND:
        send(
            kind="webhook_off",
            subject=f"webhook:{endpoint.pk}:{now.isoformat()}",
            to=researchers_of(endpoint.project_id),
            values={
                "webhook": endpoint.name,
                "project": endpoint.project.name,
                "gone": because == GONE,
                "days": OFF_AFTER.days,
            },
            path=reverse("admin:webhook", args=[endpoint.pk]),
        )
    return True


@transaction.atomic
def switch_on(*, endpoint: Endpoint, by: User) -> bool:
    """Send new events to the endpoint from now on, and log this. Return False if the endpoint is
    already on. Failed deliveries can be sent again with `tasks.webhooks.resending`."""
    off = Endpoint.objects.filter(pk=endpoint.pk, off_at__isnull=False)
    if off.update(off_at=None, off_because="", failing_since=None) != 1:
        return False
    record(by, Act.Verb.HOOK_ON, endpoint)
    return True
