"""App configuration: registers the system checks."""

from django.apps import AppConfig

from core.reference import register


class AnnotationConfig(AppConfig):
    name = "annotation"

    def ready(self) -> None:
        from annotation import checks, front_server
        from annotation.environment.table import settings_table

        register("settings", settings_table)
