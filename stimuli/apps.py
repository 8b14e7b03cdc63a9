"""App configuration."""

from django.apps import AppConfig


class StimuliConfig(AppConfig):
    name = "stimuli"
