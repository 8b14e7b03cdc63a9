"""Resetting a person's second factors when they have lost all of them."""

from allauth.mfa.models import Authenticator
from django.db import transaction

from people.models import User
from people.notices.account import Event
from people.notices.of_account import tell_of_account


@transaction.atomic
def reset_factors(*, user: User) -> int:
    """Delete all second factors and recovery codes, and return the number of apps and keys. Each is
    recorded. Their sessions end and they are notified by email. The password stays."""
    factors = Authenticator.objects.filter(user=user)
    number = factors.exclude(type=Authenticator.Type.RECOVERY_CODES).count()
    factors.delete()
    if number:
        tell_of_account(user, Event.FACTORS_RESET)
    return int(number)
