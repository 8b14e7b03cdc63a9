"""The app of the commands `backup` and `restore`."""

from django.apps import AppConfig


class BackupsConfig(AppConfig):
    name = "local.backups"
