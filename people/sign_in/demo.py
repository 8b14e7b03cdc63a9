"""The demo's accounts. They can be used only on this machine, and only while the demo is switched
on."""

from django.conf import settings
from django.db import transaction
from django.http import HttpRequest

from people.models import User
from people.requests.origins import from_this_machine

# Passwords of demo accounts in earlier versions, which anyone may know.
WELL_KNOWN = "rateroom-demo"


def refused(user: User, request: HttpRequest | None) -> bool:
    """Return whether `user` is a demo account that this request may not use."""
    return user.is_demo and not (
        settings.DEMO and request is not None and from_this_machine(request)
    )


@transaction.atomic
def provide_demo_account(*, name: str, password: str, staff: bool) -> User:
    """Create the demo account `name` if necessary, set its password, and return it. If the name
    belongs to a real person, return that account unchanged."""
    user, created = User.objects.select_for_update().get_or_create(
        username=name, defaults={"is_staff": staff, "is_demo": True}
    )
    # Only if it differs, because a new password ends the open sessions.
    if created or (user.is_demo and not user.check_password(password)):
        user.set_password(password)
        user.save(update_fields=["password"])
    return user
