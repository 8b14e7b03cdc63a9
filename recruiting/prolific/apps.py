"""App configuration: an adapter with tables of its own."""

from django.apps import AppConfig


class ProlificConfig(AppConfig):
    name = "recruiting.prolific"
    label = "prolific"
    verbose_name = "Prolific"
