"""URL patterns of the page of a person's logged-in devices, and of the view that logs them out."""

from django.urls import path

from people.logins import views

urlpatterns = [
    path("your-sessions/", views.your_sessions, name="your_sessions"),
    path("your-sessions/end/", views.end_own_session, name="end_own_session"),
]
