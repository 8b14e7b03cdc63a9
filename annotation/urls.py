"""The URLs of the whole site."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView
from django.views.i18n import set_language

handler500 = "annotation.errors.server_error"

# Everyone, including administrators, uses one login page with the same rate limits.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]

urlpatterns = [
    # The addresses that annotators use all day come first.
    path("", include("hits.urls")),
    path("", include("stimuli.urls")),
    path("admin/password_change/", RedirectView.as_view(pattern_name="account_change_password")),
    path(
        "admin/password_change/done/", RedirectView.as_view(pattern_name="account_change_password")
    ),
    path("admin/", admin.site.urls),
    path("accounts/", include("people.sign_in.urls")),
    path("", include("people.invitations.urls")),
    path("", include("people.logins.urls")),
    path("", include("people.notices_page")),
    path("", include("people.personal_data.urls")),
    path("", include("recruiting.urls")),
    path("", include("quality.urls")),
    path("language/", set_language, name="set_language"),
    path("docs/", include("desk.documentation.urls")),
    path("api/v1/", include("api.urls")),
    path("prolific/", include("recruiting.prolific.urls")),
    path("around/", include("recruiting.around.urls")),
    path("", include("analysis.urls")),
]
