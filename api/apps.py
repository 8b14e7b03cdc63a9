"""The app of the API."""

from django.apps import AppConfig


class ApiConfig(AppConfig):
    name = "api"

    def ready(self) -> None:
        from api import authentication  # noqa: F401 - it registers itself
