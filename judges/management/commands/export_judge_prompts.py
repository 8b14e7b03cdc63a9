"""`manage.py export_judge_prompts RUN --provider openai` writes a run's prompts to stdout, in the
JSONL format of a provider's batch API."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.errors import RateroomError
from judges.models import JudgeRun
from judges.runs.batch_files import PROVIDERS, batch_lines


class Command(BaseCommand):
    help = "Print the prompts of a run that have no reply yet, in a provider's batch format."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("run", type=int, help="the judge run's number")
        parser.add_argument("--provider", choices=PROVIDERS, default="openai")

    def handle(self, *_args: Any, **options: Any) -> None:
        run = (
            JudgeRun.objects.select_related("batch__rubric_version", "template")
            .filter(pk=options["run"])
            .first()
        )
        if run is None:
            raise CommandError(f"There is no judge run {options['run']}.")
        try:
            for line in batch_lines(run, options["provider"]):
                self.stdout.write(line, ending="")
        except RateroomError as error:
            raise CommandError(str(error)) from None
