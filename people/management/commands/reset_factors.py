"""`manage.py reset_factors NAME` deletes the second factors of a person who has lost them."""

from django.core.management.base import BaseCommand, CommandError, CommandParser

from people.factors.events import reset_factors
from people.models import User


class Command(BaseCommand):
    help = "Remove a person's second factors and log them out. The password does not change."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name", help="the user name")

    def handle(self, *_args: object, **options: object) -> None:
        user = User.objects.filter(username=options["name"]).first()
        if user is None:
            raise CommandError(
                f"There is no account {options['name']!r}. Check the spelling and capitals."
            )
        number = reset_factors(user=user)
        self.stdout.write(
            f"{user.get_username()}: {number} second factors were removed. "
            "Make sure that this person made the request."
        )
