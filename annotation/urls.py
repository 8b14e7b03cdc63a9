"""Every address of the site."""

from django.contrib import admin
from django.contrib.auth import views as auth
from django.urls import include, path

from hits.api import router as api

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/login/", auth.LoginView.as_view(), name="login"),
    path("accounts/logout/", auth.LogoutView.as_view(), name="logout"),
    path("api/", include(api.urls)),
    path("", include("hits.urls")),
    path("", include("analysis.urls")),
]

handler500 = "annotation.errors.server_error"
