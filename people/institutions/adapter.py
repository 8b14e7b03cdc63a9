"""The adapter for institutional logins with django-allauth, which handles the institutions'
replies."""

import logging
from typing import Any

from allauth.account.internal.flows.login import record_authentication
from allauth.account.utils import perform_login
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialAccount, SocialApp
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from people.institutions.accounts import link_login, linked_user, make_linked_user
from people.institutions.claims import (
    Claims,
    LoginRefused,
    check_allowed,
    check_fresh,
    joined,
    used_second_factor,
    verified_email,
)
from people.models import User
from people.requests.origins import client_address
from people.sign_in.addresses import note_verified

LINK = "connect"  # django-allauth's name for a login that links an account
logger = logging.getLogger(__name__)


class InstitutionAdapter(DefaultSocialAccountAdapter):
    """The adapter that accepts only the institutions in the settings, and handles their replies."""

    def list_apps(
        self, _request: HttpRequest, provider: str | None = None, client_id: str | None = None
    ) -> list[SocialApp]:
        """Return the institutions in the settings, or only the one with the id `provider`.
        Institutions in the database are ignored."""
        fields = ("provider_id", "name", "client_id", "secret", "settings")
        apps = settings.SOCIALACCOUNT_PROVIDERS["openid_connect"]["APPS"]
        rows = [
            SocialApp(provider="openid_connect", **{field: app[field] for field in fields})
            for app in apps
        ]
        return [row for row in rows if provider in {None, row.provider_id}]

    def is_open_for_signup(self, *_what: object) -> bool:
        return False  # accounts are created below, without django-allauth's form

    def pre_social_login(self, request: HttpRequest, sociallogin: Any) -> None:
        """Handle a valid reply of an institution. Always raises ImmediateHttpResponse, which
        contains the next page."""
        try:
            response = _answered(request, sociallogin)
        except LoginRefused as problem:
            logger.warning(
                "Institution %s: login refused from %s: %s",
                sociallogin.account.provider,
                client_address(request) or "an unknown address",
                problem,
            )
            response = problem_page(request, str(problem), status=403)
        raise ImmediateHttpResponse(response)

    def on_authentication_error(self, request: HttpRequest, provider: Any, **what: object) -> None:
        """Log why the institution's login failed: it was cancelled, or its reply is missing,
        unexpected or invalid. Always raises ImmediateHttpResponse with a page that explains what to
        do."""
        logger.warning(
            "Institution %s: no login from %s (%s: %s).",
            provider.app.provider_id,
            client_address(request) or "an unknown address",
            what.get("error") or "error",
            what.get("exception") or "no exception",
        )
        raise ImmediateHttpResponse(failed_page(request))


def failed_page(request: HttpRequest) -> HttpResponse:
    """Return a page with status 502, which says that the institution did not reply properly and
    what to do."""
    words = _(
        "Your institution’s login did not respond in time, or it responded twice. Try again. "
        "If this keeps happening, log in with a password or tell the site administrator."
    )
    return problem_page(request, words, status=502)


def problem_page(request: HttpRequest, words: str, *, status: int) -> HttpResponse:
    return render(request, "account/institution_problem.html", {"problem": words}, status=status)


def _answered(request: HttpRequest, sociallogin: Any) -> HttpResponse:
    account, state, app = sociallogin.account, sociallogin.state, sociallogin.provider.app
    answer = account.extra_data
    _forget(account)
    claims = joined(answer, nonce=str(state.get("nonce") or ""))
    check_allowed(claims, app.settings)
    provider, subject = account.provider, account.uid
    if state.get("process") == LINK:
        return _linked(request, app, subject)
    if state.get("confirm"):
        return _confirmed(request, claims, sociallogin)
    user = linked_user(provider, subject)
    if user is None:
        user = make_linked_user(provider=provider, subject=subject, claims=claims)
    return _log_in(request, user, claims, sociallogin)


def _linked(request: HttpRequest, app: SocialApp, subject: str) -> HttpResponse:
    """Link the institutional login to the current account, and redirect to the page of linked
    logins. Raises LoginRefused if no one is logged in."""
    if not isinstance(request.user, User):
        raise LoginRefused(_("You are logged out."))
    try:
        link_login(user=request.user, provider=app.provider_id, subject=subject)
    except LoginRefused:
        messages.error(request, _("This login is already linked to another account on this site."))
    else:
        messages.success(request, _("Saved."))
    return redirect("institutions")


def _confirmed(request: HttpRequest, claims: Claims, sociallogin: Any) -> HttpResponse:
    """Record that the person has confirmed their identity, and return to the page that they came
    from. Raises LoginRefused if the login is not linked to their account or is not recent."""
    account = sociallogin.account
    user = linked_user(account.provider, account.uid)
    if user is None or user != request.user:
        raise LoginRefused(_("This login is not linked to your account."))
    check_fresh(claims)
    _note_login(request, user, account, reauthenticated=True)
    return redirect(sociallogin.get_redirect_url(request) or "home")


def _log_in(request: HttpRequest, user: User, claims: Claims, sociallogin: Any) -> HttpResponse:
    if not user.is_active:
        raise LoginRefused(_("This account is closed."))
    accepted = used_second_factor(claims, sociallogin.provider.app.settings)
    _note_login(request, user, sociallogin.account)
    note_verified(user, verified_email(claims))
    response: HttpResponse = perform_login(
        request,
        user,
        email_verification="none",
        redirect_url=sociallogin.get_redirect_url(request),
        signal_kwargs={"second_factor": accepted},
    )
    return response


def _note_login(request: HttpRequest, user: User, account: SocialAccount, **how: bool) -> None:
    """Record the login in the session, so that it also counts as a confirmation of identity."""
    record_authentication(
        request, user, "socialaccount", provider=account.provider, uid=account.uid, **how
    )


def _forget(account: SocialAccount) -> None:
    """Delete the data that the institution has reported about the person, so that django-allauth
    does not store it."""
    account.extra_data = {}
    if account.pk:
        account.save(update_fields=["extra_data"])
