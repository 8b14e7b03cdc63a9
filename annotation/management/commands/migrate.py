"""Django's `migrate`, which detects changes of models as our `makemigrations` does."""

from django.core.management.commands import migrate

from annotation.management.commands.makemigrations import Autodetector


class Command(migrate.Command):
    autodetector = Autodetector
