"""The setting REQUIRE_SECOND_FACTOR. People who need a second factor must set it up or use it
before they can see other pages."""

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
# Session key for the person who used or set up a second factor in this browser.
SESSION_KEY = "second_factor"
# Pages that are open without a second factor, to set one up, log out or end other sessions.
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
    """Return whether the setting requires this person to use a second factor. The setting can apply
    to superusers, to owners and researchers, or to everyone with access to researchers' pages."""
    wanted = settings.REQUIRE_SECOND_FACTOR
    if wanted == NOBODY or not user.is_staff:
        return False
    if wanted == RESEARCHERS or user.is_superuser:
        return True
    return user.memberships.filter(role__in=WRITERS).exists()


def has_factor(user: User) -> bool:
    """Return whether the person has an authenticator or a security key, not only recovery codes."""
    factors = Authenticator.objects.filter(user=user)
    return bool(factors.exclude(type=Authenticator.Type.RECOVERY_CODES).exists())


class SecondFactorMiddleware:
    """The middleware that makes people set up or use a required second factor. It runs no query for
    annotators, or for people who have used their factor in this session."""

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
    """Return whether the page is available without a second factor. The API is available too,
    because it requires tokens."""
    match = request.resolver_match
    if match is None:
        return True
    name = match.url_name or ""
    return name in OPEN_PAGES or name.startswith("mfa_") or match.route.startswith("api/v1/")


@register()
def known_requirement(**_kwargs: object) -> list[CheckMessage]:
    """Report an unknown value of the setting REQUIRE_SECOND_FACTOR, which would apply the
    requirement to the wrong people."""
    values = (NOBODY, OWNERS, RESEARCHERS)
    if settings.REQUIRE_SECOND_FACTOR in values:
        return []
    return [
        Error(
            f"REQUIRE_SECOND_FACTOR is {settings.REQUIRE_SECOND_FACTOR!r}.",
            hint=f"Set it to one of {', '.join(values)}.",
            id="people.E003",
        )
    ]
