"""Confirmation of a person's identity before sensitive actions, so that someone with a stolen
session cannot perform them. People confirm with their second factor. People without a second factor
use their password or institutional login."""

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
    minutes. For people with a second factor, only a confirmation with this factor counts."""
    user = user_of(request)
    ways = {"mfa"} if has_factor(user) else {"mfa", "password", "socialaccount"}
    since = time.time() - app_settings.REAUTHENTICATION_TIMEOUT
    records = get_authentication_records(request, user)
    return any(record["method"] in ways and record["at"] > since for record in records)


def ask_to_confirm(
    request: HttpRequest, *, back: str, name: str = "", typed: Mapping[str, object] | None = None
) -> HttpResponseBase:
    """Redirect to the page where the person confirms their identity, and from there back to `back`.
    The values `typed` into the form `name` are stored, so that `typed_before` can return them
    later.

    Raises PermissionDenied if the person has no password, no second factor and no institutional
    login.
    """
    if typed is not None:
        request.session[SESSION_KEY] = {name: dict(typed)}
    ways = get_adapter(request).get_reauthentication_methods(request.user)
    if not ways:
        raise PermissionDenied
    return redirect(f"{ways[0]['url']}?{urlencode({'next': back})}")


def typed_in(form: BaseForm) -> dict[str, object]:
    """Return the values typed into the form, by field name. Passwords are left out, because the
    session stores these values."""
    return {
        field.name: field.data
        for field in form
        if not isinstance(field.field.widget, PasswordInput)
    }


def typed_before(request: HttpRequest, name: str) -> dict[str, object]:
    """Return the values typed into the form `name` before the person had to confirm their identity.
    They are returned only once. Return an empty dict if there are none, or if the identity is not
    confirmed."""
    stored: dict[str, dict[str, object]] = request.session.get(SESSION_KEY, {})
    if name not in stored or not is_confirmed(request):
        return {}
    del request.session[SESSION_KEY]
    messages.info(request, _("Identity confirmed. Check the form, then submit it again."))
    return stored[name]


def confirmed(view: View, *, back: str = "") -> View:
    """Return a view that is restricted to people who have confirmed their identity. Other people
    must confirm it first, and then return to the view named `back` or to the same page."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: object, **values: object) -> HttpResponseBase:
        if is_confirmed(request):
            return view(request, *args, **values)
        return ask_to_confirm(request, back=reverse(back) if back else request.get_full_path())

    return guarded
