"""Pages for second factors that extend django-allauth's pages."""

from collections.abc import Callable
from functools import wraps
from typing import Any
from urllib.parse import quote

from allauth.mfa.base.views import IndexView
from allauth.mfa.recovery_codes.views import ViewRecoveryCodesView
from allauth.mfa.totp.views import ActivateTOTPView
from allauth.mfa.webauthn.views import AddWebAuthnView
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from people.factors.confirmation import confirmed
from people.factors.required import must_have_factor

View = Callable[..., HttpResponseBase]


class _Index(IndexView):
    """The page that lists a person's second factors and says whether one is required."""

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        user = self.request.user
        return context | {
            "app": context["authenticators"].get("totp"),
            "keys": context["authenticators"].get("webauthn", []),
            "codes": context["authenticators"].get("recovery_codes"),
            "must": must_have_factor(user),
        }


class _Activate(ActivateTOTPView):
    """The page for adding an authenticator app. It shows the QR code, and the secret in groups of
    four letters."""

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        secret = context["form"].secret
        groups = [secret[start : start + 4] for start in range(0, len(secret), 4)]
        return context | {"letters": " ".join(groups)}


class _RecoveryCodes(ViewRecoveryCodesView):
    """The page that shows a person's recovery codes once. The browser can save them as a file."""

    def get_context_data(self, **kwargs: object) -> dict[str, object]:
        context: dict[str, Any] = super().get_context_data(**kwargs)
        if not context["can_view_codes"]:
            return context
        site, name = self.request.get_host(), self.request.user.get_username()
        title = _("Recovery codes for %(name)s at %(site)s. Each code works once.")
        text = "\n".join([title % {"name": name, "site": site}, "", *context["unused_codes"], ""])
        return context | {
            "file": f"data:text/plain;charset=utf-8,{quote(text)}",
            "file_name": f"recovery-codes-{slugify(site)}.txt",
        }


def _of_account(view: View) -> View:
    """Restrict a view to people who have logged in and confirmed their identity. Guests are
    redirected, because they have no account to protect."""
    checked = confirmed(view)

    @wraps(view)
    def guarded(request: HttpRequest, **values: object) -> HttpResponseBase:
        if getattr(request.user, "is_guest", False):
            return redirect("mfa_index")
        return checked(request, **values)

    return never_cache(login_required(guarded))


index = never_cache(_Index.as_view())
activate_totp = _of_account(_Activate.as_view())
add_webauthn = _of_account(AddWebAuthnView.as_view())
recovery_codes = _of_account(_RecoveryCodes.as_view())
