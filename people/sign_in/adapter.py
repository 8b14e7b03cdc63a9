"""The adapter for logins with django-allauth: our texts, limits on attempts, and a log of failed
logins."""

import contextlib
import logging
from typing import Any, ClassVar

from allauth.account.adapter import DefaultAccountAdapter
from allauth.socialaccount.models import SocialAccount
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.http import HttpRequest
from django.shortcuts import resolve_url
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from redis import RedisError

from people.models import User
from people.requests import limits
from people.requests.origins import client_address
from people.sign_in import known_browsers
from people.sign_in.backend import accounts_of
from people.sign_in.failures import sign_in_failed
from people.sign_in.login_tries import count_login

logger = logging.getLogger(__name__)
_WRONG = _("The user name or password is wrong. Passwords are case-sensitive.")
# Keyed by django-allauth's names. Its other messages are not shown.
_SAID = {
    "account/messages/password_changed.txt": _(
        "Password changed. You are logged out on all other devices."
    ),
    "account/messages/password_set.txt": _("Saved."),
    "account/messages/logged_out.txt": _("You are logged out."),
    "mfa/messages/totp_activated.txt": _("Saved."),
    "mfa/messages/totp_deactivated.txt": _("Saved."),
    "mfa/messages/webauthn_added.txt": _("Saved."),
    "mfa/messages/webauthn_removed.txt": _("Saved."),
}
# Ways to confirm one's identity, by django-allauth's names.
_WAYS = {
    "reauthenticate": _("Use your password"),
    "mfa_reauthenticate": _("Use a code"),
    "mfa_reauthenticate:webauthn": _("Use a security key"),
}


class AccountAdapter(DefaultAccountAdapter):
    """The adapter that closes registration, because people join by invitation. It also limits and
    logs failed logins."""

    error_messages: ClassVar[dict[str, object]] = DefaultAccountAdapter.error_messages | {
        "username_password_mismatch": _WRONG,
        "email_password_mismatch": _WRONG,
        "enter_current_password": _("This is not your current password."),
        "incorrect_password": _("This is not your current password."),
        "rate_limited": _("Too many attempts. Try again in 15 minutes."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def get_client_ip(self, request: HttpRequest) -> str:
        return client_address(request)

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """Return the address to show after login: Home for people with access to researchers'
        pages, and the list of batches for everyone else."""
        staff = getattr(request.user, "is_staff", False)
        return resolve_url("admin:index" if staff else settings.LOGIN_REDIRECT_URL)

    def get_reauthentication_methods(self, user: Any) -> list[dict[str, object]]:
        """Return the ways in which the person can confirm their identity. People with a second
        factor must use it. Otherwise, a stolen password would be enough to remove the second
        factor."""
        methods = super().get_reauthentication_methods(user)
        ways = [
            method | {"description": _WAYS.get(method["id"], method["description"])}
            for method in methods
        ]
        with_factor = [way for way in ways if way["id"] != "reauthenticate"]
        institutions = _institutions_of(user) if user.is_authenticated else []
        return with_factor or [*ways, *institutions]

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        return resolve_url(settings.LOGIN_REDIRECT_URL)

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: object) -> str:
        return limits.pair(request, _typed(credentials))

    def pre_authenticate(self, request: HttpRequest, **credentials: object) -> None:
        typed = _typed(credentials)
        # Browsers with the cookie have signed in to some account before. Only these are asked.
        accounts = accounts_of(typed) if known_browsers.has_cookie(request) else []
        browser = known_browsers.known_browser(request, accounts)
        try:
            self.tries = count_login(request, account=typed, browser=browser)
        except ValidationError:
            _log("Too many failed logins", request, credentials)
            sign_in_failed.send(User, reason="limit")
            raise
        except RedisError as error:
            raise limits.not_counted(error) from error

    def _rollback_login_failed_rl_usage(self) -> None:
        """After a successful login, remove the attempt from the counts of failed logins."""
        with contextlib.suppress(RedisError):
            self.tries.give_back()

    def authentication_failed(self, request: HttpRequest, **credentials: object) -> None:
        _log("Failed login", request, credentials)
        sign_in_failed.send(User, reason="password")

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        *_args: object,
        **_kwargs: object,
    ) -> None:
        match = request.resolver_match
        if match and match.url_name == "account_reset_password_from_key":
            return  # the next page says so
        if text := _SAID.get(message_template or ""):
            messages.add_message(request, level, text)


def _institutions_of(user: object) -> list[dict[str, object]]:
    """Return the institutions linked to the account, as ways to confirm the person's identity."""
    apps = settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]["APPS"]
    linked = set(SocialAccount.objects.filter(user=user).values_list("provider", flat=True))
    return [
        {
            "id": f"institution:{app['provider_id']}",
            "description": _("Log in with %(name)s") % {"name": app["name"]},
            "url": reverse("institution_confirm", args=[app["provider_id"]]),
        }
        for app in apps
        if app["provider_id"] in linked
    ]


def _typed(credentials: dict[str, object]) -> str:
    return str(credentials.get("email") or credentials.get("username") or "")


def _log(what: str, request: HttpRequest, credentials: dict[str, object]) -> None:
    """Log the failed attempt. The log names only existing accounts, because any other text can be a
    password typed in the wrong field."""
    typed = _typed(credentials)
    name = (
        User.objects.filter(Q(username=typed) | Q(email__iexact=typed))
        .values_list("username", flat=True)
        .first()
    )
    account = "no account" if name is None else f"account {name!r}"
    logger.warning(
        "%s: %s, from %s.", what, account, client_address(request) or "an unknown address"
    )
