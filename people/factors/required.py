"""The setting REQUIRE_SECOND_FACTOR. People who must have a second factor have to set it up, and
use it at login, before they can open other pages."""

from collections.abc import Callable

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.checks import CheckMessage, Error, register
from django.core.exceptions import MiddlewareNotUsed
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.http import urlencode

from people.models import WRITERS, User

NOBODY, OWNERS, RESEARCHERS = "none", "owners", "researchers"
# Session key for the id of the person who used or set up a second factor in this browser.
SESSION_KEY = "second_factor"
# Pages that work without a second factor, so that people can set one up, log out or end other
# sessions.
OPEN_PAGES = frozenset(
    {
        "account_login",
        "account_logout",
        "account_reauthenticate",
        "institution_confirm",
        "institution_start",
        "openid_connect_callback",
        "set_language",
        "your_sessions",
        "end_own_session",
    }
)


def must_have_factor(user: User) -> bool:
    """Return whether the setting REQUIRE_SECOND_FACTOR requires this person to use a second factor.
    The setting applies to superusers, to owners and researchers, or to everyone with access to
    researchers' pages. Superusers are always included unless the setting is off."""
    wanted = settings.REQUIRE_SECOND_FACTOR
    if wanted == NOBODY or not user.is_staff:
        return False
    if wanted == RESEARCHERS or user.is_superuser:
        return True
    return user.memberships.filter(role__in=WRITERS).exists()


def has_factor(user: User) -> bool:
    """Return whether the person has an authenticator app or a security key. Recovery codes alone do
    not count."""
    factors = Authenticator.objects.filter(user=user)
    return bool(factors.exclude(type=Authenticator.Type.RECOVERY_CODES).exists())


class SecondFactorMiddleware:
    """The middleware that redirects people until they have set up and used a required second
    factor. It runs no query for annotators, or for people who have used their factor in this
    session."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        if settings.REQUIRE_SECOND_FACTOR == NOBODY:
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, _view: object, _args: object, _values: object
    ) -> HttpResponseBase | None:
        user = request.user
        if (
            not isinstance(user, User)
            or not user.is_staff
            or _is_open(request)
            or request.session.get(SESSION_KEY) == user.pk
            or not must_have_factor(user)
        ):
            return None
        if has_factor(user):
            query = urlencode({"next": request.get_full_path()} if request.method == "GET" else {})
            response = redirect("mfa_reauthenticate")
            response["Location"] += f"?{query}"
            return response
        return redirect("mfa_index")


def _is_open(request: HttpRequest) -> bool:
    """Return whether the page can be opened without a second factor. This includes the API, which
    has its own authentication with tokens."""
    match = request.resolver_match
    if match is None:
        return True
    name = match.url_name or ""
    return name in OPEN_PAGES or name.startswith("mfa_") or match.route.startswith("api/v1/")


@register()
def known_requirement(**_kwargs: object) -> list[CheckMessage]:
    """Return an error if the setting REQUIRE_SECOND_FACTOR has an unknown value."""
    values = (NOBODY, OWNERS, RESEARCHERS)
    if settings.REQUIRE_SECOND_FACTOR in values:
        return []
    return [
        Error(
            f"REQUIRE_SECOND_FACTOR has a wrong value: {settings.REQUIRE_SECOND_FACTOR!r}.",
            hint=f"Set it to one of {', '.join(values)}.",
            id="people.E003",
        )
    ]
