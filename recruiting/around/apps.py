"""App configuration: the pages around the work are steps on the way into it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AroundConfig(AppConfig):
    name = "recruiting.around"
    label = "around"
    verbose_name = "Consent and questionnaires"

    def ready(self) -> None:
        from recruiting.around import reporting, signals, steps

        steps.register_steps()
        reporting.register()
