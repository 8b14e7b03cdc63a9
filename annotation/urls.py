"""Every address of the site."""

from django.contrib import admin
from django.contrib.auth import views as auth
from django.urls import include, path
from django.views.i18n import set_language

from api.batches import router as api

handler500 = "annotation.errors.server_error"

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/login/", auth.LoginView.as_view(), name="login"),
    path("accounts/logout/", auth.LogoutView.as_view(), name="logout"),
    path("language/", set_language, name="set_language"),
    path("api/", include(api.urls)),
    path("", include("stimuli.urls")),
    path("", include("hits.urls")),
    path("", include("analysis.urls")),
]
