"""URL patterns for two-factor authentication below `accounts/`. The names are those of
django-allauth, but its other two-factor pages are not available."""

from collections.abc import Callable

from django.http.response import HttpResponseBase
from django.urls import path
from django.utils.module_loading import import_string
from django.views.generic import RedirectView

View = Callable[..., HttpResponseBase]


def later(name: str) -> View:
    """Return a view that imports the view `name` on first use. Few pages need the library for
    security keys, which takes 3 MB of memory per process."""

    def view(request: object, **values: object) -> HttpResponseBase:
        loaded: View = import_string(name)
        return loaded(request, **values)

    return view


urlpatterns = [
    path("", later("people.factors.views.index"), name="mfa_index"),
    path("log-in/", later("allauth.mfa.base.views.authenticate"), name="mfa_authenticate"),
    path("password/", later("allauth.account.views.reauthenticate"), name="account_reauthenticate"),
    path("code/", later("allauth.mfa.base.views.reauthenticate"), name="mfa_reauthenticate"),
    path(
        "key/",
        later("allauth.mfa.webauthn.views.reauthenticate_webauthn"),
        name="mfa_reauthenticate_webauthn",
    ),
    path("app/add/", later("people.factors.views.activate_totp"), name="mfa_activate_totp"),
    path(
        "app/remove/", later("allauth.mfa.totp.views.deactivate_totp"), name="mfa_deactivate_totp"
    ),
    path("keys/", RedirectView.as_view(pattern_name="mfa_index"), name="mfa_list_webauthn"),
    path("keys/add/", later("people.factors.views.add_webauthn"), name="mfa_add_webauthn"),
    path(
        "keys/<bigint:pk>/remove/",
        later("allauth.mfa.webauthn.views.remove_webauthn"),
        name="mfa_remove_webauthn",
    ),
    path(
        "recovery-codes/",
        later("people.factors.views.recovery_codes"),
        name="mfa_view_recovery_codes",
    ),
    path(
        "recovery-codes/new/",
        later("allauth.mfa.recovery_codes.views.generate_recovery_codes"),
        name="mfa_generate_recovery_codes",
    ),
]
