"""App configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class JudgesConfig(AppConfig):
    name = "judges"
    verbose_name = "LLM judges"
