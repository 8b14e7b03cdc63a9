"""App configuration. It registers the pages shown before the work, and the sentences about them for
reports."""

from django.apps import AppConfig


class AroundConfig(AppConfig):
    name = "recruiting.around"
    label = "around"

    def ready(self) -> None:
        from recruiting.around import reporting, signals, steps

        steps.register_steps()
        reporting.register()
