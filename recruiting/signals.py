"""A guest who gives themselves a password on the page of signing in has an account."""

from typing import Any

from allauth.account.signals import password_set
from django.dispatch import receiver

from people.models import User


@receiver(password_set)
def end_being_a_guest(user: User, **_kwargs: Any) -> None:
    """Their links open nothing from then on, as after making an account."""
    if user.is_guest:
        user.is_guest = False
        user.save(update_fields=["is_guest"])
