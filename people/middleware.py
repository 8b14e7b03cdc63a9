"""Who asks: the session's user, checked as Django checks it, without a statement of its own."""

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.middleware import AuthenticationMiddleware as DjangosMiddleware
from django.http import HttpRequest
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from people.models import User


class AuthenticationMiddleware(DjangosMiddleware):
    """Takes the user that came with the session; whatever is unusual about it is left to Django's own way."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _of_session(request) or auth.get_user(request))  # type: ignore[assignment]


def _of_session(request: HttpRequest) -> User | None:
    """The session's user, when active and when the session is not older than their password."""
    session = request.session
    if (
        session.get(auth.BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS
        or (user := getattr(session, "user", None)) is None
        or session.get(auth.SESSION_KEY) != str(user.pk)
        or not user.is_active
    ):
        return None
    same = constant_time_compare(session.get(auth.HASH_SESSION_KEY, ""), user.get_session_auth_hash())
    return user if same else None
