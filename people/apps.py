"""App configuration."""

from django.apps import AppConfig
from django.urls import register_converter

from people.converters import BigIntConverter


class PeopleConfig(AppConfig):
    name = "people"

    def ready(self) -> None:
        # These modules connect receivers to the signals for sign-ins and for changes of account
        # protection.
        from people.factors import events, required
        from people.institutions import checks
        from people.logins import noting
        from people.notices import languages, of_account
        from people.sign_in import acts, known_browsers

        register_converter(BigIntConverter, "bigint")
