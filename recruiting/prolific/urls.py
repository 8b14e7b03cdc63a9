"""URL patterns for Prolific's webhooks and for people whom Prolific sends."""

from django.urls import path

from recruiting.prolific.views import enter_page, hook, leave_page

urlpatterns = [
    path("<bigint:pk>/", enter_page, name="prolific_enter"),
    path("<bigint:pk>/leave/", leave_page, name="prolific_leave"),
    path("hooks/<bigint:pk>/", hook, name="prolific_hook"),
]
