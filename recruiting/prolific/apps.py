"""App configuration of the Prolific integration."""

from django.apps import AppConfig


class ProlificConfig(AppConfig):
    name = "recruiting.prolific"
    label = "prolific"

    def ready(self) -> None:
        from payments.reversals import do_first
        from recruiting.prolific.reversing import keep_from_sending

        do_first(keep_from_sending)
