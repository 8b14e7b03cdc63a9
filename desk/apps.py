"""The app of the desk."""

from django.apps import AppConfig


class DeskConfig(AppConfig):
    name = "desk"
