"""The command `manage.py power BATCH --criterion KEY --distance D`, which prints the power and
precision to expect from a batch's design."""

import json
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from analysis.power.asking import parameters_of
from analysis.power.performing import result_of
from analysis.power.wishes import AGREEMENT, PowerWish
from core.errors import RateroomError
from hits.models import Batch

COLUMNS = ("annotators", "items", "cost", "chance", "mean", "difference", "alpha", "judge")


class Command(BaseCommand):
    help = (
        "Simulate a batch's design and similar designs. Print the power to detect a difference "
        "between two systems (Holm-corrected) and the widths of 95 % intervals. "
        "docs/statistics/power.md explains the columns."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("batch", type=int, help="the batch's number")
        parser.add_argument("--criterion", required=True, help="the criterion's key in the rubric")
        parser.add_argument(
            "--distance",
            type=float,
            required=True,
            help="the difference to detect, on the criterion's scale",
        )
        parser.add_argument("--agreement", choices=list(AGREEMENT), default=PowerWish.agreement)
        parser.add_argument(
            "--like", type=int, metavar="N", help="use people's agreement in this batch instead"
        )
        parser.add_argument("--judge-samples", type=int, default=0, help="judge samples per output")
        parser.add_argument(
            "--people",
            type=int,
            default=PowerWish.people,
            help="number of annotators (default %(default)s)",
        )
        parser.add_argument("--budget", type=float, help="find the best designs for this budget")
        parser.add_argument(
            "--json", action="store_true", help="print JSON, with Monte Carlo errors"
        )

    def handle(self, **options: Any) -> None:
        batch = Batch.objects.select_related("rubric_version").filter(pk=options["batch"]).first()
        if batch is None:
            raise CommandError(f"There is no batch {options['batch']}.")
        wish = PowerWish(**{name: options[name] for name in PowerWish.__dataclass_fields__})
        try:
            result: Any = result_of(batch, parameters_of(batch, wish), lambda _done: None)
        except RateroomError as error:
            raise CommandError(str(error)) from error
        if options["json"]:
            self.stdout.write(json.dumps(result["rows"], indent=1))
            return
        if result["assumed"]:
            self.stdout.write(f"Too few ratings. Agreement assumed: {result['assumed']}.")
        self.stdout.write("  ".join(f"{name:>10}" for name in COLUMNS))
        for row in result["rows"]:
            widths = row["widths"]
            cells = [row["annotators"], row["items"], row["cost"], f"{row['chance']:.1%}"]
            cells += [f"{widths[name][0]:.3f}" if name in widths else "" for name in COLUMNS[4:]]
            self.stdout.write("  ".join(f"{text!s:>10}" for text in cells))
