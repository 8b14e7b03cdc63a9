"""URL patterns of institutional logins, below `accounts/`."""

from django.urls import path

from core.extras import has_extra
from people.factors.urls import later

_pages = [
    path("institutions/", later("people.institutions.views.institutions"), name="institutions"),
    path(
        "institutions/unlink/", later("people.institutions.views.unlink"), name="institution_unlink"
    ),
    path(
        "institutions/<slug:provider_id>/",
        later("people.institutions.views.start"),
        name="institution_start",
    ),
    path(
        "institutions/<slug:provider_id>/confirm/",
        later("people.institutions.views.confirm"),
        name="institution_confirm",
    ),
    path(
        "institutions/<slug:provider_id>/link/",
        later("people.institutions.views.link"),
        name="institution_link",
    ),
    # The package django-allauth looks up the address to return to by this name.
    path(
        "institutions/<slug:provider_id>/back/",
        later("people.institutions.views.finish"),
        name="openid_connect_callback",
    ),
]
# Without the optional packages, no institution can be configured.
urlpatterns = _pages if has_extra("sso") else []
