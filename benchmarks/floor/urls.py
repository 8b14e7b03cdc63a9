"""The URLs of the floor."""

from django.contrib.auth.views import LoginView
from django.urls import path

from benchmarks.floor.views import hit

urlpatterns = [
    path("hit/", hit, name="hit"),
    path(
        "accounts/login/",
        LoginView.as_view(template_name="floor/login.html", next_page="hit"),
        name="login",
    ),
]
