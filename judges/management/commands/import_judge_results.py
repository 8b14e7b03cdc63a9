"""`manage.py import_judge_results RUN FILE` imports the results file of a provider's batch API."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.errors import RateroomError
from judges.models import JudgeRun
from judges.replies.importing import read_jsonl
from judges.runs.batch_files import import_results


class Command(BaseCommand):
    help = (
        "Import the results of prompts that were exported from a judge run. A file can be "
        "imported again."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("run", type=int, help="the judge run's number")
        parser.add_argument("file", type=Path, help="the provider's results (JSONL)")

    def handle(self, *_args: Any, **options: Any) -> None:
        run = (
            JudgeRun.objects.select_related("batch__rubric_version")
            .filter(pk=options["run"])
            .first()
        )
        if run is None:
            raise CommandError(f"There is no judge run {options['run']}.")
        try:
            result = import_results(
                run=run, lines=read_jsonl(options["file"]), document=options["file"].name
            )
        except OSError as error:
            raise CommandError(f"{options['file']} cannot be read: {error.strerror}.") from None
        except UnicodeDecodeError as error:
            raise CommandError(
                f"{options['file'].name} is not UTF-8: {error}. Save it as UTF-8."
            ) from None
        except RateroomError as error:
            raise CommandError(str(error)) from None
        counts = f"{result.read} replies read in full, {result.repeated} were already stored."
        self.stdout.write(f"{run.name}: {counts}")
        for code, count in result.failed.most_common():
            self.stdout.write(f"  {count:>6} refused: {code}")
