"""App configuration, which registers system checks and the documentation's table of settings."""

from django.apps import AppConfig

from core.reference import register


class AnnotationConfig(AppConfig):
    name = "annotation"

    def ready(self) -> None:
        from annotation import checks
        from annotation.environment.table import settings_table
        from annotation.incoming import front_server

        register("settings", settings_table)
