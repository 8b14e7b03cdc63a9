"""Django's `makemigrations`, which here omits migrations that leave every table unchanged."""

from django.core.management.commands import makemigrations
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.models import Field

WORDS = {"verbose_name", "help_text", "choices"}


class Autodetector(MigrationAutodetector):
    """A detector of table changes that ignores changes to texts and to options that only Python
    reads."""

    def deep_deconstruct(self, obj: object) -> object:
        parts = super().deep_deconstruct(obj)
        if not isinstance(obj, Field):
            return parts
        path, args, options = parts
        return path, args, {name: options[name] for name in options.keys() - WORDS}

    def generate_altered_options(self) -> None:
        """Do nothing, because a model's names and ordering do not affect its table."""

    def generate_altered_constraints(self) -> None:
        """Do nothing, because Django calls a constraint altered if its message has changed but its
        condition has not."""


class Command(makemigrations.Command):
    autodetector = Autodetector
