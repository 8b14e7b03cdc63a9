"""App configuration."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class WebhooksConfig(AppConfig):
    name = "tasks.webhooks"
    verbose_name = "Webhooks"
