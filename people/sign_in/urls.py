"""URL patterns for logging in, below `accounts/`. The names are those of django-allauth, but its
other pages are not available."""

from allauth.account import views
from django.contrib.auth.decorators import login_required
from django.urls import include, path, re_path

from people.factors.confirmation import confirmed
from people.sign_in.addresses import confirm_address
from people.sign_in.views import (
    LoginView,
    PasswordResetDoneView,
    PasswordResetFromKeyView,
    PasswordResetView,
)

urlpatterns = [
    path("second-factor/", include("people.factors.urls")),
    path("", include("people.institutions.urls")),
    path("login/", LoginView.as_view(), name="account_login"),
    path("address/<str:token>/", confirm_address, name="confirm_address"),
    path("logout/", views.logout, name="account_logout"),
    path("password/change/", views.password_change, name="account_change_password"),
    path(
        "password/set/", login_required(confirmed(views.password_set)), name="account_set_password"
    ),
    path("password/reset/", PasswordResetView.as_view(), name="account_reset_password"),
    path(
        "password/reset/done/", PasswordResetDoneView.as_view(), name="account_reset_password_done"
    ),
    re_path(
        r"^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$",
        PasswordResetFromKeyView.as_view(),
        name="account_reset_password_from_key",
    ),
    path(
        "password/reset/key/done/",
        views.password_reset_from_key_done,
        name="account_reset_password_from_key_done",
    ),
]
