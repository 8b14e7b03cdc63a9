"""The contents of a report's page that are the same for every reader, and the page's charts."""

from collections.abc import Iterable
from typing import Protocol, TypeVar

from analysis.comparison.results import Comparison
from analysis.report.findings import findings
from analysis.report.page.counts import counts_of_judges, families_of_tests
from analysis.report.page.judges import by_batch, person_rows, reasons, sides, tables
from analysis.report.page.metrics import (
    COLUMNS,
    covariate_rows,
    covariates_of,
    metric_reasons,
    metric_tables,
)
from analysis.report.page.systems import (
    AGREEMENT,
    CORRECTED,
    RELIABILITY,
    system_tables,
    tells_means,
    win_tables,
)
from analysis.report.paper.contents import paper_tables
from analysis.report.paper.intervals import interval_note
from analysis.report.paper.judges import caption, main_columns
from analysis.report.paper.metrics import marks_table
from analysis.report.paper.writers import WRITERS

FORMS = {"md": "Markdown", "tex": "LaTeX", "csv": "CSV"}
CLOSENESS = "people-"  # names of charts of judges compared with people begin with this


class Named(Protocol):
    name: str


Chart = TypeVar("Chart", bound=Named)


def whole_page(comparison: Comparison, *, withheld: bool) -> dict[str, object]:
    """Return the sections' tables and sentences, without results by system if `withheld` is set."""
    pairs = sides(comparison)
    return {
        "findings": findings(comparison),
        "tables": tables(comparison),
        "person_rows": person_rows(comparison),
        "covariates": covariates_of(comparison),
        "covariate_rows": covariate_rows(comparison),
        "caption": caption(comparison),
        "intervals": interval_note(comparison, main_columns(comparison)),
        "reasons": reasons(comparison),
        "families": families_of_tests(comparison),
        "counts": counts_of_judges(comparison),
        "sides": pairs,
        "sides_open": any(len({unseen for _name, unseen in pair.judges}) > 1 for pair in pairs),
        "win_tables": [] if withheld else win_tables(comparison),
        "by_batch": by_batch(comparison),
        "metric_tables": metric_tables(comparison),
        "metric_reasons": metric_reasons(comparison),
        "mark_table": marks_table(comparison),
        "metric_intervals": interval_note(comparison, COLUMNS),
        "paper_tables": [
            (table, [(FORMS[ending], f"{table.name}.{ending}") for ending in WRITERS])
            for table in paper_tables(comparison)
            if not (withheld and table.tells_means)
        ],
    }


def with_charts(
    comparison: Comparison, charts: Iterable[Chart], *, withheld: bool
) -> dict[str, object]:
    """Return the report's charts by section, and its system tables with their charts. If
    `withheld` is true, leave out the system tables and the charts by system."""
    visible = [chart for chart in charts if not (withheld and tells_means(chart.name))]
    of_people = [chart for chart in visible if chart.name in {AGREEMENT, RELIABILITY}]
    by_system = [chart for chart in visible if tells_means(chart.name)]
    of_judges = [chart for chart in visible if chart not in [*of_people, *by_system]]
    if not comparison.judges:  # these charts are of people alone
        of_people, of_judges = [*of_people, *of_judges], []
    tables_of_systems = [] if withheld else system_tables(comparison)
    return {
        "charts": visible,
        "people_charts": of_people,
        "judge_charts": [chart for chart in of_judges if chart.name.startswith(CLOSENESS)],
        "more_charts": [chart for chart in of_judges if not chart.name.startswith(CLOSENESS)],
        "system_tables": [
            (
                table,
                [chart for chart in by_system if table.is_drawn_by(chart.name)],
                [chart for chart in by_system if table.is_differences(chart.name)],
            )
            for table in tables_of_systems
        ],
        "corrected_charts": [
            chart for chart in by_system if chart.name.startswith(f"{CORRECTED}-")
        ],
        "drawn_later": _drawn_later(
            len(tables_of_systems),
            corrected=not withheld and any(each.corrected for each in comparison.criteria),
        ),
    }


def _drawn_later(criteria: int, *, corrected: bool) -> str:
    """Return a CSS selector for the parts of the page with charts and files, which appear later
    than the statistics."""
    of_criteria = [
        f"#{kind}-{number}"
        for number in range(1, criteria + 1)
        for kind in ("charts", "differences")
    ]
    if corrected:
        of_criteria.append("#corrected-charts")
    return ",".join(["#people-charts", "#judge-charts", "#more-charts", "#downloads", *of_criteria])
