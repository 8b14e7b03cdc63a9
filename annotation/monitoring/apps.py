"""App configuration of the probes, metrics and logs."""

from django.apps import AppConfig


class MonitoringConfig(AppConfig):
    name = "annotation.monitoring"

    def ready(self) -> None:
        from annotation.monitoring import request_ids_of_tasks
