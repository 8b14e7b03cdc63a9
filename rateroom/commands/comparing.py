"""Compare people and judges: print the report's findings, the agreement between people and judges,
and means by system unless these are hidden. A file of ratings is analysed on this machine,
without a site."""

import argparse
import csv
import io
from collections.abc import Iterable, Mapping, Sequence

from rateroom_client import Rateroom, RateroomError

from rateroom.commands.managing import become
from rateroom.connection import add_connection, connect
from rateroom.console import Progress, result, say

CONFLICT = 409
HIDDEN = (
    "Means by system are hidden until the batch is closed. To see the means now, run this command, "
    "which is recorded: rateroom compare {batch} --unveil"
)
PREFIX = "mean of "


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "batch", help="the batch's number, or a file from `rateroom export --table ratings`"
    )
    parser.add_argument(
        "--unveil",
        action="store_true",
        help="show means before the batch is closed (this is recorded)",
    )
    parser.add_argument(
        "--scores",
        action="store_true",
        help="first add the scores in the dataset's file to the batch as metrics",
    )
    add_connection(parser)


def run(arguments: argparse.Namespace) -> None:
    """Print a batch's report, or the analysis of a file of ratings, as text. With `--scores` or
    `--unveil`, change the batch first."""
    if not arguments.batch.isdecimal():
        become(["compare", arguments.batch])
    site, progress, batch = connect(arguments), Progress(), int(arguments.batch)
    if arguments.scores:
        stored = site.take_scores(batch)["stored"]
        say(f"{stored} scores of the dataset's file were added to the batch as metrics.")
    if arguments.unveil:
        site.act(batch, "unveil")
    report = site.report(
        batch,
        on_progress=lambda row: progress(f"Report {row['id']}: {row['state']}"),
    )
    for finding in report["findings"]:
        result(f"- {finding}")
    figures = _figures(site, report)
    if figures is None:
        say(HIDDEN.format(batch=batch))
    else:
        _print("Agreement between people", _among_people(figures))
    if "judges.md" in report["files"]:
        judges = _of_markdown(site.report_file(report, "judges.md"))
        _print("Judges compared with people", judges)
    if figures is not None:
        _print("Means by system", by_system(figures))


def _figures(site: Rateroom, report: Mapping[str, object]) -> list[dict[str, str]] | None:
    """Return the rows of the report's statistics, without those for single batches. Return None
    while results by system are hidden."""
    try:
        text = site.report_file(dict(report), "figures.csv")
    except RateroomError as error:
        if error.status == CONFLICT:
            return None
        raise
    # A report on several batches also has rows for single batches. Skip them.
    return [row for row in csv.DictReader(io.StringIO(text)) if not row["batch"]]


def _among_people(figures: Iterable[Mapping[str, str]]) -> list[list[str]]:
    rows = [row for row in figures if row["computed"] == "among people"]
    lines = [[row["criterion"], row["statistic"], figure(row), row["n"]] for row in rows]
    return [["criterion", "statistic", "value", "n"], *lines] if lines else []


def by_system(figures: Iterable[Mapping[str, str]]) -> list[list[str]]:
    """Return a table of means by criterion and system, with a column for people and for each judge.
    The first row is the header."""
    rows = [row for row in figures if row["computed"] == "by system"]
    rows = [row for row in rows if row["statistic"].startswith(PREFIX)]
    raters = list(dict.fromkeys(row["rater"] for row in rows))
    cells: dict[tuple[str, str], dict[str, str]] = {}
    for row in rows:
        place = row["criterion"], row["statistic"].removeprefix(PREFIX)
        cells.setdefault(place, {})[row["rater"]] = figure(row)
    lines = [[*place, *(cell.get(rater, "–") for rater in raters)] for place, cell in cells.items()]
    return [["criterion", "system", *raters], *lines] if lines else []


def figure(row: Mapping[str, str]) -> str:
    """Return a value and its interval with two decimals. If the value is missing, return the
    reason."""
    if not row["value"]:
        return row["not_estimable"] or "–"
    value = f"{float(row['value']):.2f}"
    if not row["low_95"]:
        return value
    return f"{value} [{float(row['low_95']):.2f}, {float(row['high_95']):.2f}]"


def _of_markdown(text: str) -> list[list[str]]:
    lines = [line for line in text.splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]
    # Skip the line of dashes below the heading.
    return [rows[0], *rows[2:]] if rows[2:] else []


def _print(title: str, rows: Sequence[Sequence[str]]) -> None:
    """Print a title and a table with aligned columns. Print nothing if the table has no rows."""
    if not rows:
        return
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    result(f"\n{title}")
    for row in rows:
        result(
            "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        )
