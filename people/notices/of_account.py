"""Emails that tell people about security changes to their account."""

from allauth.mfa.models import Authenticator
from allauth.mfa.signals import (
    authenticator_added,
    authenticator_removed,
    authenticator_reset,
    authenticator_used,
)
from django.db import transaction
from django.db.models.signals import post_save
from django.dispatch import receiver
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import get_random_string

from people.models import User
from people.notices.account import ACCOUNT, Event
from people.notices.sending import send

RECOVERY_CODES = Authenticator.Type.RECOVERY_CODES


def tell_of_account(user: User, event: Event, *, codes_left: int = 0) -> int:
    """Email the person, at their current address, that `event` has happened to their account.
    Return 1, or 0 if no email is sent. `codes_left` is the number of unused recovery codes."""
    values = {
        "name": user.get_username(),
        "event": event.value,
        "at": timezone.now().isoformat(),
        "left": codes_left,
        "to": user.email,
    }
    return send(
        kind=ACCOUNT.name,
        subject=f"{event}:{get_random_string(16)}",  # each event is a notification of its own
        to=User.objects.filter(pk=user.pk),
        values=values,
        path=reverse("your_sessions"),
    )


@transaction.atomic
def change_address(user: User, address: str) -> None:
    """Store a new email address for the user ("" for none), and notify the old address. Do nothing
    if the address does not change."""
    stored = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if stored.email == address:
        return
    tell_of_account(stored, Event.ADDRESS_CHANGED)
    user.email = address
    user.save(update_fields=["email"])


@receiver(authenticator_added)
def _added(user: User, authenticator: Authenticator, **_kwargs: object) -> None:
    # Recovery codes come with the first factor, which is announced already.
    if authenticator.type != RECOVERY_CODES:
        tell_of_account(user, Event.FACTOR_ADDED)


@receiver(authenticator_removed)
def _removed(user: User, authenticator: Authenticator, **_kwargs: object) -> None:
    # Removing the last factor removes its recovery codes too.
    if authenticator.type != RECOVERY_CODES:
        tell_of_account(user, Event.FACTOR_REMOVED)


@receiver(authenticator_reset)
def _codes_made(user: User, **_kwargs: object) -> None:
    tell_of_account(user, Event.CODES_MADE)


@receiver(authenticator_used)
def _used(user: User, authenticator: Authenticator, **_kwargs: object) -> None:
    if authenticator.type == RECOVERY_CODES:
        fresh = Authenticator.objects.get(pk=authenticator.pk)
        tell_of_account(user, Event.CODE_USED, codes_left=len(fresh.wrap().get_unused_codes()))


@receiver(post_save, sender=User)
def _password_changed(instance: User, created: bool, **_kwargs: object) -> None:
    # Django keeps the typed password for this until the row is stored. It forgets it before it
    # stores a new hash of the same password.
    if not created and getattr(instance, "_password", None) is not None:
        tell_of_account(instance, Event.PASSWORD_CHANGED)
