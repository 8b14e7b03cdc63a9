"""The command `rubric_schema`, which prints the JSON Schema for docs/rubric.schema.json."""

from django.core.management.base import BaseCommand

from surveys.schema import schema_document


class Command(BaseCommand):
    help = "Print the JSON Schema of rubric files."
    requires_system_checks: tuple[str, ...] = ()

    def handle(self, *_args: object, **_options: object) -> None:
        self.stdout.write(schema_document(), ending="")
