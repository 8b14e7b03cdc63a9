"""The URL pattern for media."""

from django.urls import path

from stimuli import views

urlpatterns = [path("media/<slug:mac>/<slug:sha256>.<slug:extension>", views.medium, name="medium")]
