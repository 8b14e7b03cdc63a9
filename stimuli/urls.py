"""The address of a medium."""

from django.urls import path

from stimuli import views

urlpatterns = [
    path("media/<slug:sha256>", views.medium, name="medium"),
]
