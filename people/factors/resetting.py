"""Taking away a person's second factors, when they have lost all of them."""

from allauth.mfa.models import Authenticator
from django.db import transaction

from people.models import User
from people.notices.account import Event
from people.notices.of_account import tell_of_account


@transaction.atomic
def reset_factors(*, user: User) -> int:
    """Delete all of them, recovery codes too; how many apps and keys there were. Each is an act of
    the site's, and their sessions end; the person is told by email. The password stays."""
    factors = Authenticator.objects.filter(user=user)
    number = factors.exclude(type=Authenticator.Type.RECOVERY_CODES).count()
    factors.delete()
    if number:
        tell_of_account(user, Event.FACTORS_RESET)
    return int(number)
