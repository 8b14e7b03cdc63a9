"""Django's `migrate`, which detects model changes in the same way as our `makemigrations`."""

from django.core.management.commands import migrate

from annotation.management.commands.makemigrations import Autodetector


class Command(migrate.Command):
    autodetector = Autodetector
