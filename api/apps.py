"""App configuration of the API, which registers the reference of requests for the documentation."""

from django.apps import AppConfig

from core.reference import register


class ApiConfig(AppConfig):
    name = "api"

    def ready(self) -> None:
        register("requests", _requests)


def _requests() -> str:
    from api.reference import requests_reference  # imported here, because it loads every resource

    return requests_reference()
