"""The app of the documentation's pages."""

from django.apps import AppConfig


class DocumentationConfig(AppConfig):
    name = "desk.documentation"
