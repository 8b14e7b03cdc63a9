"""Views that redirect to an institution's login and handle its redirect back, and the page of
linked logins."""

import logging
import secrets
from collections.abc import Callable
from functools import partial

from allauth.account.utils import get_next_redirect_url
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.models import SocialAccount, SocialApp
from allauth.socialaccount.providers.oauth2.client import OAuth2Error
from allauth.socialaccount.providers.oauth2.views import OAuth2CallbackView
from allauth.socialaccount.providers.openid_connect.views import OpenIDConnectOAuth2Adapter
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from requests import RequestException

from core.database.whole_numbers import whole_number
from people.factors.confirmation import confirmed
from people.institutions.accounts import unlink_login
from people.institutions.adapter import LINK, failed_page
from people.institutions.claims import LoginRefused
from people.models import AnnotatorRequest

# Session key for the code that the address of the linking page must contain
LINK_KEY = "institution_link"
logger = logging.getLogger(__name__)
View = Callable[..., HttpResponseBase]
_confirmed = partial(confirmed, back="institutions")


class _Client(OpenIDConnectOAuth2Adapter):
    """django-allauth's OpenID Connect client, which here also checks the issuer and the token's
    signature."""

    @property
    def openid_config(self) -> dict[str, object]:
        config: dict[str, object] = super().openid_config
        issuer = self.get_provider().app.settings["issuer"]
        if str(config.get("issuer", "")).rstrip("/") != issuer:
            raise OAuth2Error(f"The issuer is {config.get('issuer')!r}, not {issuer!r}.")
        return config

    def _decode_id_token(self, app: SocialApp, id_token: str) -> dict[str, object]:
        self.did_fetch_access_token = False  # makes django-allauth check the signature
        decoded: dict[str, object] = super()._decode_id_token(app, id_token)
        return decoded


def _client(request: HttpRequest, provider_id: str) -> _Client:
    client = _Client(request, provider_id)
    try:
        client.get_provider()
    except SocialApp.DoesNotExist:
        raise Http404 from None
    return client


@never_cache
@require_safe
def start(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Redirect to the institution's login page. If the query has the session's `link` code, the
    login is linked to the current account. If it has `confirm`, the login confirms the current
    person's identity. Otherwise, it logs the person in."""
    client = _client(request, provider_id)
    expected = request.session.pop(LINK_KEY, None) if "link" in request.GET else None
    if "link" in request.GET and (not expected or request.GET["link"] != expected):
        return redirect("institutions")
    nonce, provider = secrets.token_urlsafe(32), client.get_provider()
    confirms = "confirm" in request.GET
    # Require a new login at the institution, because someone else may be using the browser by now.
    again = {"prompt": "login", "max_age": "0"} if confirms else {}
    provider.get_oauth2_adapter = lambda _request: client  # use our client, which checks the issuer
    try:
        response: HttpResponse = provider.redirect(
            request,
            LINK if expected else "login",
            next_url=get_next_redirect_url(request),
            auth_params={"nonce": nonce, **again},
            nonce=nonce,
            confirm=confirms,
        )
    except (RequestException, OAuth2Error, KeyError, ValueError) as error:
        return _no_answer(request, provider_id, error)
    return response


@never_cache
@require_safe
def finish(request: HttpRequest, provider_id: str) -> HttpResponse:
    """Handle the institution's redirect back to this site."""
    client = _client(request, provider_id)
    try:
        response: HttpResponse = OAuth2CallbackView.adapter_view(client)(request)
    except (RequestException, OAuth2Error, KeyError, ValueError, TypeError) as error:
        return _no_answer(request, provider_id, error)
    return response


@login_required
@never_cache
@require_safe
def institutions(request: AnnotatorRequest) -> HttpResponse:
    """Show the person's linked institutional logins, and the institutions that can still be
    linked."""
    names = {app.provider_id: app.name for app in get_adapter().list_apps(request)}
    links = SocialAccount.objects.filter(user=request.user).order_by("pk")
    rows = [{"pk": link.pk, "name": names.get(link.provider, link.provider)} for link in links]
    linked = {link.provider for link in links}
    others = [{"id": key, "name": name} for key, name in names.items() if key not in linked]
    context = {"links": rows, "others": others, "alone": _is_alone(request, rows)}
    return render(request, "account/institutions.html", context)


def _is_alone(request: AnnotatorRequest, rows: list[dict[str, object]]) -> bool:
    return len(rows) == 1 and not request.user.has_usable_password()


@login_required
@never_cache
@require_safe
def confirm(request: AnnotatorRequest, provider_id: str) -> HttpResponse:
    """Show a page with a link to the institution, where the person can confirm their identity."""
    client = _client(request, provider_id)
    following = get_next_redirect_url(request) or reverse("home")
    query = urlencode({"confirm": "1", "next": following})
    address = f"{reverse('institution_start', args=[provider_id])}?{query}"
    context = {"name": client.get_provider().app.name, "address": address}
    return render(request, "account/institution_confirm.html", context)


@login_required
@require_POST
@_confirmed
def link(request: AnnotatorRequest, provider_id: str) -> HttpResponse:
    """Show a page with a link to the institution. The login there will be linked to the account. A
    link is needed because the Content-Security-Policy blocks forms that redirect to other sites.
    The link works once, and only in this session."""
    client = _client(request, provider_id)
    request.session[LINK_KEY] = secrets.token_urlsafe(24)
    address = f"{reverse('institution_start', args=[provider_id])}?link={request.session[LINK_KEY]}"
    context = {"name": client.get_provider().app.name, "address": address}
    return render(request, "account/institution_link.html", context)


@login_required
@require_POST
@_confirmed
def unlink(request: AnnotatorRequest) -> HttpResponse:
    try:
        number = whole_number(request.POST.get("link", ""))
        if number is not None and unlink_login(user=request.user, link_id=number):
            messages.success(request, _("Saved."))
    except LoginRefused:
        messages.error(request, _("This is your only way to log in. Set a password first."))
    return redirect("institutions")


def _no_answer(request: HttpRequest, provider_id: str, error: Exception) -> HttpResponse:
    logger.warning("Institution %s does not reply correctly: %r", provider_id, error)
    return failed_page(request)
