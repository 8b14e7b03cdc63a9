"""Middleware that sets the request's user from the session. It makes the same checks as Django's,
but without an additional query."""

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.middleware import AuthenticationMiddleware as DjangosMiddleware
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.crypto import constant_time_compare
from django.utils.functional import SimpleLazyObject

from people.models import User
from people.requests.bounds import bound_of, is_decided
from people.sign_in import demo, known_browsers

AnyUser = User | AnonymousUser


class AuthenticationMiddleware(DjangosMiddleware):
    """Django's middleware, changed to use the user that was loaded with the session."""

    def process_request(self, request: HttpRequest) -> None:
        super().process_request(request)
        request.user = SimpleLazyObject(lambda: _who_asks(request))  # type: ignore[assignment]

    def process_response(
        self, request: HttpRequest, response: HttpResponseBase
    ) -> HttpResponseBase:
        known_browsers.set_cookie(request, response)
        return response


def _who_asks(request: HttpRequest) -> AnyUser:
    """Return the session's user, with the session's limits. Return an anonymous user for a demo
    account that this request may not use, and for a guest's session without stored limits (see
    `people.requests.bounds`)."""
    user: AnyUser = _of_session(request) or auth.get_user(request)
    if not isinstance(user, User):
        return user
    if demo.refused(user, request) or (user.is_guest and not is_decided(request.session)):
        return AnonymousUser()
    user.bound = bound_of(request.session)
    return user


def _of_session(request: HttpRequest) -> User | None:
    """Return the user loaded with the session. Return None if no user was loaded, the account is
    inactive, or its password has changed."""
    session = request.session
    if (
        session.get(auth.BACKEND_SESSION_KEY) not in settings.AUTHENTICATION_BACKENDS
        or (user := getattr(session, "user", None)) is None
        or session.get(auth.SESSION_KEY) != str(user.pk)
        or not user.is_active
    ):
        return None
    same = constant_time_compare(
        session.get(auth.HASH_SESSION_KEY, ""), user.get_session_auth_hash()
    )
    return user if same else None
