"""An institution's claims about a person, and checks that they allow the login."""

import time
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from core.errors import RateroomError

Claims = Mapping[str, object]
FRESH_SECONDS = 120  # maximum age of a login that counts as new, because clocks differ


class LoginRefused(RateroomError):
    """Raised if the institution's claims do not allow the login."""


def joined(answer: Mapping[str, Any], *, nonce: str) -> Claims:
    """Return the claims in the signed token and from the user-info endpoint. The token's claims
    take precedence. Raises LoginRefused if the token does not belong to this login, or if both
    sources name different people."""
    token, userinfo = answer.get("id_token"), answer.get("userinfo") or {}
    if not isinstance(token, Mapping) or not nonce or token.get("nonce") != nonce:
        raise LoginRefused(
            _("Your institution’s response does not belong to this login attempt."),
            remedy=_("Try again."),
        )
    if userinfo and userinfo.get("sub") != token.get("sub"):
        raise LoginRefused(
            _("Your institution’s response does not belong to this login attempt."),
            remedy=_("Try again."),
        )
    return {**userinfo, **token}


def check_allowed(claims: Claims, settings: Mapping[str, Any]) -> None:
    """Raise LoginRefused if the institution's settings do not allow the domain of the email address
    or the other claims."""
    domains, wanted = settings["domains"], settings["claims"]
    if domains and verified_email(claims).rpartition("@")[2].lower() not in domains:
        raise LoginRefused(
            _("This login has no verified email address from an allowed domain."),
            remedy=_("Ask the site administrator."),
        )
    if wanted and not any(_has(claims, *pair.partition("=")[::2]) for pair in wanted):
        raise LoginRefused(
            _("Your institution did not send the details that this site requires."),
            remedy=_("Ask the site administrator."),
        )


def check_fresh(claims: Claims) -> None:
    """Raise LoginRefused if the institution reports an earlier login instead of asking the person
    to log in again."""
    at = claims.get("auth_time")
    if isinstance(at, int | float) and at < time.time() - FRESH_SECONDS:
        raise LoginRefused(
            _("Your institution did not ask you to log in again."),
            remedy=_("Log out at your institution, then start again."),
        )


def verified_email(claims: Claims) -> str:
    """Return the email address if the institution has verified it. Otherwise return ""."""
    return str(claims.get("email") or "") if claims.get("email_verified") is True else ""


def used_second_factor(claims: Claims, settings: Mapping[str, Any]) -> bool:
    """Return whether the claims say that the person used a second factor. The institution's
    settings list the values that count."""
    ways = {*_values(claims.get("amr")), *_values(claims.get("acr"))}
    return bool(ways & set(settings["second_factor"]))


def _has(claims: Claims, name: str, value: str) -> bool:
    return value in _values(claims.get(name))


def _values(claim: object) -> list[str]:
    if isinstance(claim, list):
        return [str(value) for value in claim]
    return [] if claim is None else [str(claim)]
