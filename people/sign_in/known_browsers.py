"""Browsers in which a person has logged in before. The limits caused by other people's attempts do
not apply to these browsers.

A signed cookie contains a random number for the browser, and a code for each of up to five
accounts. A code depends on the account's current password, so a new password makes all other
browsers unknown. The cookie gives no access and contains no names.
"""

from collections.abc import Iterable
from datetime import timedelta

from allauth.account.signals import password_changed, password_reset, password_set
from django.conf import settings
from django.contrib.auth.signals import user_logged_in
from django.core import signing
from django.dispatch import receiver
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.crypto import constant_time_compare, get_random_string, salted_hmac

from people.models import User

COOKIE = f"{'__Host-' * settings.HTTPS}known_browser"
MOST_ACCOUNTS = 5
KEPT = timedelta(days=365)
_SALT = "people.sign_in.known_browsers"
_SIGNED_IN = "known_browser_user"  # name of a request attribute


def known_browser(request: HttpRequest, accounts: Iterable[User]) -> str:
    """Return the number of this browser if all these accounts have logged in with it. Otherwise
    return "".

    All accounts must match, because anyone can give their account someone else's email address.
    """
    number, codes = _read(request)
    wanted = [_code(number, user) for user in accounts]
    matches = [any(constant_time_compare(code, own) for code in codes) for own in wanted]
    return number if matches and all(matches) else ""


def has_cookie(request: HttpRequest) -> bool:
    return COOKIE in request.COOKIES


@receiver([user_logged_in, password_changed, password_reset, password_set])
def remember(request: HttpRequest, user: User, **_kwargs: object) -> None:
    """Remember on the request that the person has logged in, so that the response sets the cookie.
    Accounts without a password are skipped."""
    if user.has_usable_password():
        setattr(request, _SIGNED_IN, user)


def set_cookie(request: HttpRequest, response: HttpResponseBase) -> None:
    """Add the account that logged in with this request to the browser's cookie. Do nothing if no
    one logged in."""
    user = getattr(request, _SIGNED_IN, None)
    if user is None:
        return
    number, codes = _read(request)
    number = number or get_random_string(22)
    code = _code(number, user)
    codes = [code, *(each for each in codes if each != code)][:MOST_ACCOUNTS]
    response.set_cookie(
        COOKIE,
        signing.dumps([number, *codes], salt=_SALT),
        max_age=KEPT,
        secure=settings.HTTPS,
        httponly=True,
        samesite="Lax",
    )


def _read(request: HttpRequest) -> tuple[str, list[str]]:
    """Return the browser's number and codes from the cookie. Return "" and no codes if the cookie
    is missing or invalid."""
    try:
        number, *codes = signing.loads(request.COOKIES.get(COOKIE, ""), salt=_SALT, max_age=KEPT)
    except (signing.BadSignature, ValueError):
        return "", []
    return number, codes


def _code(number: str, user: User) -> str:
    bound = f"{number}:{user.pk}:{user.password}"
    return salted_hmac(_SALT, bound, algorithm="sha256").hexdigest()[:32]
