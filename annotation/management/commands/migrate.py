"""Django's command, which notices changes of models as `makemigrations` does."""

from django.core.management.commands import migrate

from annotation.management.commands.makemigrations import Autodetector


class Command(migrate.Command):
    autodetector = Autodetector
