"""App configuration."""

from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    name = "tasks.webhooks"
