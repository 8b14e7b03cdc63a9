"""App configuration. It registers the pages around the work as steps of an annotator's route, and
their sentences for reports."""

from django.apps import AppConfig


class AroundConfig(AppConfig):
    name = "recruiting.around"
    label = "around"

    def ready(self) -> None:
        from recruiting.around import reporting, signals, steps

        steps.register_steps()
        reporting.register()
