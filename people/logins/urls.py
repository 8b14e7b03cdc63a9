"""URL patterns of the page with a person's own sessions, and of its button."""

from django.urls import path

from people.logins import views

urlpatterns = [
    path("your-sessions/", views.your_sessions, name="your_sessions"),
    path("your-sessions/end/", views.end_own_session, name="end_own_session"),
]
