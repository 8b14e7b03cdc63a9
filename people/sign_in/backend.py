"""The password check, for a user name or an email address. Demo accounts can be used only on this
machine."""

import logging

from django.contrib.auth.backends import ModelBackend
from django.db.models import Q
from django.http import HttpRequest

from people.models import User
from people.requests.origins import client_address
from people.sign_in import demo

MOST_ACCOUNTS = 5  # maximum accounts per email address, because each needs a password check
logger = logging.getLogger(__name__)


class Backend(ModelBackend):
    """The authentication backend. A failed login gets the same reply, after the same time, whether
    or not the account exists."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        email: str | None = None,
        **_kwargs: object,
    ) -> User | None:
        typed = username or email
        if not typed or not password:
            return None
        accounts = accounts_of(typed)
        if not accounts:
            User().set_password(password)
        fitting = [
            user
            for user in accounts
            if user.check_password(password) and self.user_can_authenticate(user)
        ]
        return next((user for user in fitting if not _refused(user, request)), None)


def accounts_of(typed: str) -> list[User]:
    """Return the accounts with this user name or email address. An account with the user name comes
    first."""
    matching = User.objects.filter(Q(username=typed) | Q(email__iexact=typed))
    users = matching.order_by("pk")[:MOST_ACCOUNTS]
    # The database treats more letters as equal than we do: "ı" is not "i".
    same_email = typed.lower()
    exact = [user for user in users if typed == user.username or user.email.lower() == same_email]
    return sorted(exact, key=lambda user: user.username != typed)


def _refused(user: User, request: HttpRequest | None) -> bool:
    if not demo.refused(user, request):
        return False
    where = client_address(request) if request else ""
    logger.warning(
        "A login of the demo account %r from %r was refused.", user.get_username(), where
    )
    return True
