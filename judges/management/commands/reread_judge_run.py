"""`manage.py reread_judge_run RUN` parses a run's stored replies again with the current code."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from judges.models import JudgeRun
from judges.replies.reading import reread_run


class Command(BaseCommand):
    help = "Read all raw replies of a judge run again, and print which results changed."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("run", type=int, help="the judge run's number")

    def handle(self, *_args: Any, **options: Any) -> None:
        run = (
            JudgeRun.objects.select_related("batch__rubric_version")
            .filter(pk=options["run"])
            .first()
        )
        if run is None:
            raise CommandError(f"There is no judge run {options['run']}.")
        result = reread_run(run=run)
        self.stdout.write(
            f"{run.name}: {result.replies} replies read again, {sum(result.changed.values())} "
            "changed."
        )
        for (before, after), count in result.changed.most_common():
            self.stdout.write(f"  {count:>6} {before} → {after}")
