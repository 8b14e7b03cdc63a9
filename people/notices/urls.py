"""The URL pattern of the page with notification settings."""

from django.urls import path

from people.notices.views import notices

urlpatterns = [path("notices/", notices, name="notices")]
