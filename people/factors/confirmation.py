"""Confirmation of a person's identity before actions that a stolen session must not perform. People
use their second factor or, without one, their password or institution."""

import time
from collections.abc import Callable, Mapping
from functools import wraps

from allauth.account import app_settings
from allauth.account.adapter import get_adapter
from allauth.account.authentication import get_authentication_records
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.forms import BaseForm, PasswordInput
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from people.access import user_of
from people.factors.required import has_factor

SESSION_KEY = "typed_before_confirming"
View = Callable[..., HttpResponseBase]


def is_confirmed(request: HttpRequest) -> bool:
    """Return whether the person has confirmed their identity in this session within the last ten
    minutes. If they have a second factor, a password alone is not enough."""
    user = user_of(request)
    ways = {"mfa"} if has_factor(user) else {"mfa", "password", "socialaccount"}
    since = time.time() - app_settings.REAUTHENTICATION_TIMEOUT
    records = get_authentication_records(request, user)
    return any(record["method"] in ways and record["at"] > since for record in records)


def ask_to_confirm(
    request: HttpRequest, *, back: str, name: str = "", typed: Mapping[str, object] | None = None
) -> HttpResponseBase:
    """Redirect to the confirmation page, and afterwards to `back`, where `typed_before(request,
    name)` returns the typed values. Raises PermissionDenied for a person who has no password, no
    second factor and no institution."""
    if typed is not None:
        request.session[SESSION_KEY] = {name: dict(typed)}
    ways = get_adapter(request).get_reauthentication_methods(request.user)
    if not ways:
        raise PermissionDenied
    return redirect(f"{ways[0]['url']}?{urlencode({'next': back})}")


def typed_in(form: BaseForm) -> dict[str, object]:
    """Return the values typed into the form, except secrets, because the session stores them."""
    return {
        field.name: field.data
        for field in form
        if not isinstance(field.field.widget, PasswordInput)
    }


def typed_before(request: HttpRequest, name: str) -> dict[str, object]:
    """Return the values typed into the form `name` before the person was asked to confirm. The
    values are returned only once."""
    stored: dict[str, dict[str, object]] = request.session.get(SESSION_KEY, {})
    if name not in stored or not is_confirmed(request):
        return {}
    del request.session[SESSION_KEY]
    messages.info(request, _("Identity confirmed. Check the form, then submit it again."))
    return stored[name]


def confirmed(view: View, *, back: str = "") -> View:
    """Restrict the view to people who have confirmed their identity. Other people must first
    confirm it, and then return to `back` or to the view itself."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **values: object) -> HttpResponseBase:
        if is_confirmed(request):
            return view(request, *args, **values)
        return ask_to_confirm(request, back=reverse(back) if back else request.get_full_path())

    return guarded
