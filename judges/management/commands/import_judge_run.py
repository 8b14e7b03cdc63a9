"""`manage.py import_judge_run BATCH FILE --name … --model …` imports a judge's raw replies."""

from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from core.errors import RateroomError
from hits.models import Batch
from judges.replies.importing import JudgeSettings, RunImport, import_judge_run
from judges.replies.tables import NAMES, read_replies
from surveys.management.options import named_values

WRITE = "NAME=VALUE, each name once"


class Command(BaseCommand):
    help = (
        "Import an LLM judge's raw replies as a run of a batch. The file is JSONL or CSV, with an "
        "item, a system and a reply per row."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("batch", type=int, help="the batch's number")
        parser.add_argument("file", type=Path, help="JSONL or CSV with one reply per row")
        parser.add_argument(
            "--column",
            action="append",
            default=[],
            metavar="NAME=COLUMN",
            help="the name of a column in the file, for example reply=completion; columns: "
            f"{', '.join(NAMES)}",
        )
        parser.add_argument("--name", required=True, help="the name of the run in the batch")
        parser.add_argument("--model", required=True, help="the judge's model")
        parser.add_argument("--prompt-file", type=Path, help="the prompt that was sent")
        parser.add_argument(
            "--param",
            action="append",
            default=[],
            metavar="KEY=VALUE",
            help="a setting of the model, for example temperature=0",
        )
        parser.add_argument("--simulated", action="store_true", help="mark the judge as simulated")
        parser.add_argument(
            "--skip-unknown",
            action="store_true",
            help="skip lines for outputs that are not in the batch",
        )

    def handle(self, *_args: object, **options: Any) -> None:
        batch = Batch.objects.select_related("rubric_version").filter(pk=options["batch"]).first()
        if batch is None:
            raise CommandError(f"There is no batch {options['batch']}.")
        try:
            result = import_judge_run(
                batch=batch,
                settings=_settings(options),
                replies=read_replies(
                    options["file"],
                    columns=named_values("--column", options["column"], write=WRITE),
                ),
                skip_unknown=options["skip_unknown"],
                document=options["file"].name,
            )
        except OSError as error:
            raise CommandError(f"{error.filename} cannot be read: {error.strerror}.") from None
        except UnicodeDecodeError as error:
            raise CommandError(
                f"{options['file'].name} is not UTF-8: {error}. Save it as UTF-8."
            ) from None
        except RateroomError as error:
            raise CommandError(str(error)) from None
        self._report(result)

    def _report(self, result: RunImport) -> None:
        total = result.read + sum(result.failed.values())
        self.stdout.write(
            f"{result.run.name}: {total} replies, {result.read} read in full, {result.skipped} "
            "lines skipped."
        )
        for kind, counts in (("refused", result.failed), ("with a warning", result.warnings)):
            for code, count in counts.most_common():
                self.stdout.write(f"  {count:>6} {kind}: {code}")


def _settings(options: dict[str, Any]) -> JudgeSettings:
    prompt = options["prompt_file"].read_text(encoding="utf-8") if options["prompt_file"] else ""
    return JudgeSettings(
        name=options["name"],
        model=options["model"],
        prompt=prompt,
        parameters=named_values("--param", options["param"], write=WRITE),
        simulated=options["simulated"],
    )
