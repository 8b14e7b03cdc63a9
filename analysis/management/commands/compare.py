"""The command `manage.py compare FILE.csv` (or `--batch N`), for comparisons without a browser."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, get_args

from django.core.management.base import BaseCommand, CommandError, CommandParser

from analysis.comparison.batches import compare_batches
from analysis.comparison.compare import compare
from analysis.comparison.results import Comparison, ComparisonSettings, Recipe
from analysis.data.answers import unseen_by_judge
from analysis.data.cells import number_of
from analysis.data.facts import Ends, Level
from analysis.data.item_fields import item_fields
from analysis.data.opening import read_ratings
from analysis.data.ratings import batch_frames
from analysis.data.tidy import OPTIONAL, REQUIRED
from analysis.metrics.reading import metrics_of
from analysis.report.findings import findings
from analysis.report.paper.contents import every_table, paper_tables
from analysis.report.paper.every_figure import as_csv
from analysis.report.paper.writers import WRITERS
from analysis.report.wording import as_text, methods
from core.errors import RateroomError
from hits.models import Batch
from surveys.management.options import named_values

FORMATS: dict[str, Callable[[Comparison], str]] = {
    "text": as_text,
    "json": lambda result: result.to_json() + "\n",
    "markdown": partial(every_table, ending="md"),
    "latex": partial(every_table, ending="tex"),
    "csv": as_csv,
}
FILES = {"comparison.txt": "text", "comparison.json": "json", "figures.csv": "csv"}
WRITE_MAKER = "NAME=MAKER, each name once, for example gpt-4o=OpenAI"
DEFAULTS = ComparisonSettings()
WRITE_COLUMN = "NAME=COLUMN, each name once, for example item=doc_id"
LONG_HELP = f"""Compare LLM judges with people: agreement, correlation (per input, pooled and by \
system), the human
ceiling, the alternative-annotator test and order effects. Each statistic has a 95 % interval, \
or the reason why the interval
is missing. FILE is tidy CSV or JSONL with one rating per line. Required columns are \
{", ".join(REQUIRED)} (kind is
human or judge). Optional columns are {", ".join(OPTIONAL)}. Use --column if a column has another \
name in the file. A line
with system_b is a preference between system (a) and system_b (b). Its value is a, b, tie or the \
preferred system.
docs/judges/statistics.md explains each column."""


class Command(BaseCommand):
    help = LONG_HELP

    def add_arguments(self, parser: CommandParser) -> None:
        several = partial(parser.add_argument, action="append", default=[])
        parser.add_argument(
            "file", nargs="?", type=Path, help="tidy CSV or JSONL, also as .gz, from any source"
        )
        several(
            "--column",
            metavar="NAME=COLUMN",
            help="the name of a column in the file, for example item=doc_id",
        )
        parser.add_argument(
            "--batch",
            type=int,
            action="append",
            metavar="N",
            help="compare this batch's ratings instead of a file; repeat for more batches of one "
            "rubric, which are compared together and separately",
        )
        parser.add_argument(
            "--judge", action="append", metavar="NAME", help="only this judge; repeat for more"
        )
        several(
            "--level",
            metavar="CRITERION=LEVEL",
            help="nominal, ordinal or interval (default: ordinal for whole numbers, interval for "
            "others)",
        )
        several(
            "--gate",
            metavar="CRITERION=GATE",
            help="the criterion is asked only after certain answers to the criterion GATE; a blank "
            "value is then not missing, and systems are tested only if every output has the "
            "criterion",
        )
        parser.add_argument(
            "--draws",
            type=int,
            default=DEFAULTS.draws,
            help="number of draws of the bootstrap and permutation tests (default %(default)s); 0 "
            "gives no intervals",
        )
        parser.add_argument(
            "--systems",
            choices=["fixed", "drawn"],
            default=DEFAULTS.systems,
            help="whether intervals apply to the rated systems (fixed), or to all similar systems "
            "if they are a random sample (drawn; default %(default)s)",
        )
        several(
            "--recipe",
            choices=get_args(Recipe),
            help="additional statistics from publications: correlations of a judge with every "
            "single human rating, or one alpha over the units of all criteria",
        )
        several(
            "--scale",
            metavar="RATER=LOW..HIGH",
            help="the scale of people (people=1..5) or of a judge (gpt-4o=0..100), which is mapped "
            "to that of people; CRITERION:RATER=LOW..HIGH for one criterion; 5..1 for a reversed "
            "scale",
        )
        several(
            "--maker",
            metavar="NAME=MAKER",
            help="the maker of a system or of a judge's model, to test whether a judge favours "
            "outputs from its own maker; repeat for each",
        )
        parser.add_argument(
            "--seed",
            type=int,
            default=DEFAULTS.seed,
            help="seed of the draws (default %(default)s)",
        )
        parser.add_argument(
            "--constant",
            choices=["skip", "zero"],
            default=DEFAULTS.constant,
            help="correlations per input: skip an item without variation in one side, or count it "
            "as zero (default %(default)s)",
        )
        parser.add_argument(
            "--tau",
            choices=["b", "c"],
            default=DEFAULTS.tau,
            help="Kendall's tau-b or Stuart's tau-c",
        )
        parser.add_argument(
            "--epsilon",
            type=float,
            default=DEFAULTS.epsilon,
            help="the alternative-annotator test's allowance for the judge's lower cost (default "
            "%(default)s)",
        )
        parser.add_argument(
            "--margin",
            type=float,
            default=DEFAULTS.margin,
            help="the largest accepted difference between a judge's agreement with people and a "
            "person's, for example 0.1; set it before you see ratings (default: no verdict)",
        )
        parser.add_argument(
            "--format",
            choices=[*FORMATS],
            default="text",
            help="the format of standard output",
        )
        parser.add_argument(
            "--out",
            type=Path,
            metavar="DIR",
            help="the folder for all formats, the tables for papers and the methods text",
        )

    def handle(self, *_args: object, **options: Any) -> None:
        try:
            result = _compared(options, _settings(options))
        except (RateroomError, ValueError) as error:
            raise CommandError(str(error)) from None
        if options["out"] is None:
            self.stdout.write(FORMATS[options["format"]](result), ending="")
            return
        _write_all(result, options["out"])
        self.stdout.write("\n".join([*findings(result), f"Written to {options['out']}."]))


def _settings(options: dict[str, Any]) -> ComparisonSettings:
    if options["draws"] < 0:
        raise CommandError("--draws must be 0 (no intervals) or more.")
    if options["margin"] is not None and not 0 < options["margin"] < 1:
        raise CommandError("--margin must be above 0 and below 1.")
    names = ("draws", "seed", "constant", "tau", "epsilon", "margin", "systems")
    return ComparisonSettings(
        **{name: options[name] for name in names},
        scales=_scales(options["scale"]),
        makers=named_values("--maker", options["maker"], write=WRITE_MAKER, empty=False),
        recipes=tuple(dict.fromkeys(options["recipe"])),
    )


def _scales(pairs: list[str]) -> dict[str, Ends]:
    scales: dict[str, Ends] = {}
    for pair in pairs:
        rater, _equals, ends = pair.rpartition("=")
        low, _dots, high = ends.partition("..")
        least, most = number_of(low), number_of(high)
        if not rater or least is None or most is None:
            raise CommandError(
                f"--scale {pair}: write RATER=LOW..HIGH, for example people=1..5 or gpt-4o=0..100."
            )
        scales[rater] = (least, most)
    return scales


def _compared(options: dict[str, Any], settings: ComparisonSettings) -> Comparison:
    path, numbers = options["file"], options["batch"]
    if (path is None) == (numbers is None):
        raise CommandError("Name either a CSV file or a batch (--batch), but not both.")
    levels = _levels(options["level"])
    mapping = named_values("--column", options["column"], write=WRITE_COLUMN, empty=False)
    gates = named_values("--gate", options["gate"], write="CRITERION=GATE", empty=False)
    if numbers is not None:
        if levels or mapping or gates or options["scale"]:
            raise CommandError(
                "Use --level, --column, --gate and --scale only with files. A batch takes these "
                "settings from its rubric."
            )
        batches = [_batch(number) for number in dict.fromkeys(numbers)]
        return compare_batches(
            batch_frames(batches),
            settings,
            judges=options["judge"],
            fields=item_fields(batches),
            metrics=metrics_of(batches),
            unseen=unseen_by_judge(batches),
        )
    try:
        ratings = read_ratings(path, levels=levels, mapping=mapping, gates=gates)
    except OSError as error:
        raise CommandError(f"{path} cannot be read: {error.strerror}.") from None
    return compare(
        ratings.frame,
        settings,
        judges=options["judge"],
        missing=ratings.missing,
        metrics=ratings.metrics,
        unseen=ratings.unseen,
    )


def _batch(number: int) -> Batch:
    batch = Batch.objects.select_related("rubric_version").filter(pk=number).first()
    if batch is None:
        raise CommandError(f"There is no batch {number}.")
    return batch


def _levels(pairs: list[str]) -> dict[str, Level]:
    levels: dict[str, Level] = {}
    for pair in pairs:
        key, _equals, level = pair.rpartition("=")
        if not key or level not in get_args(Level):
            raise CommandError(
                f"--level {pair}: write CRITERION=nominal, CRITERION=ordinal or CRITERION=interval."
            )
        levels[key] = level  # type: ignore[assignment]
    return levels


def _write_all(result: Comparison, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    texts = {name: FORMATS[form](result) for name, form in FILES.items()}
    texts["methods.txt"] = methods(result) + "\n"
    for table in paper_tables(result):
        for ending, (_content_type, write) in WRITERS.items():
            texts[f"{table.name}.{ending}"] = write(table)
    for name, text in texts.items():
        (folder / name).write_text(text, encoding="utf-8")
