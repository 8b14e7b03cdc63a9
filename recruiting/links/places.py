"""Places for new people. They limit how many people from one network can hold a HIT before their
first response.

On an open link, someone who clears their cookies counts as a new person. On a panel that does not
sign URLs, someone with an invented id does. Without a limit, one client could take all HITs and let
them expire.
"""

import hmac
import math
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils import timezone

from hits.models import Assignment, Batch, Enrolment
from people.keys import derived_keys
from people.models import Invitation
from recruiting.models import ConfirmedAddress, Newcomer, Panel
from recruiting.route import Place, Step, register

UNUSED = timedelta(minutes=10)  # how long a place is reserved for someone who does not have a HIT
NETWORK_KEPT = timedelta(days=7)


def register_step() -> None:
    """Register the step directly before the first HIT. In this step, new people get a place or wait
    for one."""
    register(Step(Place.NEWCOMER, _waiting_page))


def hash_for_link(door: Invitation | Panel, value: str) -> str:
    """Return a keyed hash of a network or an email address. The same value has a different hash for
    each link or panel."""
    key = derived_keys("recruiting.links")[0]
    name = door.channel if isinstance(door, Panel) else door.pk
    return hmac.digest(key, f"{name}:{value}".encode(), "sha256").hex()


def add_newcomer(*, enrolment: Enrolment, door: Invitation | Panel, network: str) -> None:
    """Record that a new person from this network came through an open link or from a panel. Do
    nothing if the person has submitted a HIT or is already recorded."""
    if enrolment.submitted:
        return
    ways = {"panel": door} if isinstance(door, Panel) else {"invitation": door}
    values = {"network": hash_for_link(door, network), **ways}
    Newcomer.objects.get_or_create(enrolment=enrolment, defaults=values)


def _waiting_page(enrolment: Enrolment) -> str:
    """Give the person a place if their network has a free one, and return "". Otherwise, return the
    path of the page that asks the person to wait. Return "" for people who need no place."""
    newcomer = Newcomer.objects.filter(enrolment=enrolment).first()
    if newcomer is None or enrolment.submitted or _take_place(newcomer):
        return ""
    return waiting_address(enrolment.batch_id)


def waiting_address(batch_id: int) -> str:
    return reverse("wait_for_place", args=[batch_id])


@transaction.atomic
def _take_place(newcomer: Newcomer) -> bool:
    # Lock the link or panel, so that newcomers take places one at a time.
    door = _locked(newcomer.door)
    newcomer.refresh_from_db()
    if newcomer.placed_at is not None:
        return True
    _free_unused_places(newcomer)
    if _with_places(newcomer).count() >= door.newcomers_per_network:
        door.crowded_at = timezone.now()
        door.save(update_fields=["crowded_at"])
        return False
    newcomer.placed_at = timezone.now()
    newcomer.save(update_fields=["placed_at"])
    return True


def _locked(door: Invitation | Panel) -> Invitation | Panel:
    if isinstance(door, Panel):
        return Panel.objects.select_for_update(no_key=True).get(pk=door.pk)
    return Invitation.objects.select_for_update(no_key=True).get(pk=door.pk)


def _with_places(newcomer: Newcomer) -> QuerySet[Newcomer]:
    """Return the new people who hold a place and came from the same network, through the same link
    or panel."""
    return Newcomer.objects.filter(
        invitation=newcomer.invitation_id,
        panel=newcomer.panel_id,
        network=newcomer.network,
        placed_at__isnull=False,
    )


def _free_unused_places(newcomer: Newcomer) -> None:
    """Free the places of people who have submitted a HIT. Also free the places of people who have
    held no HIT for some time. They must then ask for a place again."""
    placed = _with_places(newcomer)
    placed.filter(enrolment__submitted__gt=0).delete()
    unused = placed.filter(placed_at__lt=timezone.now() - UNUSED).values("enrolment")
    # Claiming a HIT also locks the enrolment, so a person who is claiming one keeps their place.
    enrolments = Enrolment.objects.select_for_update(no_key=True, skip_locked=True)
    for enrolment in enrolments.filter(pk__in=unused, submitted=0).order_by("pk"):
        if _in_hand(enrolment.pk).exists():
            continue
        if not enrolment.next_route:
            enrolment.next_route = waiting_address(enrolment.batch_id)
            enrolment.save(update_fields=["next_route"])
        Newcomer.objects.filter(enrolment=enrolment).update(placed_at=None)


def _in_hand(enrolment_id: int) -> QuerySet[Assignment]:
    return Assignment.objects.in_work().filter(enrolment=enrolment_id)


def minutes_to_wait(newcomer: Newcomer) -> int:
    """Return the number of minutes until a place becomes free in the newcomer's network, or 0 if
    there is one now."""
    ends = [_ends_at(other) for other in _with_places(newcomer).exclude(enrolment__submitted__gt=0)]
    if len(ends) < newcomer.door.newcomers_per_network:
        return 0
    return max(0, math.ceil((min(ends) - timezone.now()).total_seconds() / 60))


def _ends_at(newcomer: Newcomer) -> datetime:
    in_hand = _in_hand(newcomer.enrolment_id).first()
    if in_hand is not None and in_hand.deadline_at is not None:
        return in_hand.deadline_at
    return (newcomer.placed_at or timezone.now()) + UNUSED


def forget_newcomers() -> int:
    """Delete the records of people who are no longer new, and the confirmed addresses of closed
    batches. Return the number of changed or deleted records of people.

    The networks of older records are deleted after NETWORK_KEPT. People without a network share the
    places of one network.
    """
    over = Q(enrolment__submitted__gt=0) | Q(enrolment__batch__state=Batch.State.CLOSED)
    number, _tables = Newcomer.objects.filter(over).delete()
    ConfirmedAddress.objects.filter(invitation__batch__state=Batch.State.CLOSED).delete()
    old = Newcomer.objects.filter(joined_at__lt=timezone.now() - NETWORK_KEPT)
    return number + old.exclude(network="").update(network="")
