"""App configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class StimuliConfig(AppConfig):
    name = "stimuli"
    verbose_name = "Stimuli"
