"""Files of a report: all figures, the comparison as JSON, the methods with the batches' rules, and
tables for papers."""

from collections.abc import Callable, Sequence
from itertools import product

from analysis.comparison.results import Comparison
from analysis.models import Report
from analysis.report.certificate.issuing import certificate_of, certified_runs
from analysis.report.checklist.lines import methods_text
from analysis.report.paper.contents import paper_tables, written
from analysis.report.paper.every_figure import as_csv
from analysis.report.paper.writers import WRITERS
from judges.models import JudgeRun

BUNDLE, METHODS = "bundle.zip", "methods.txt"
# Files with results by system, which may be withheld: name → (content type, writer).
OF_EVERYTHING: dict[str, tuple[str, Callable[[Comparison], str]]] = {
    "figures.csv": ("text/csv", as_csv),
    "comparison.json": ("application/json", Comparison.to_json),
}


def file_names(report: Report, comparison: Comparison) -> list[str]:
    """Return the names of a finished report's files."""
    tables = [
        f"{table.name}.{ending}" for table, ending in product(paper_tables(comparison), WRITERS)
    ]
    certificates = [certificate_name(run) for run in certified_runs(report.batches)]
    bundle = [BUNDLE] if report.bundle else []
    return [*OF_EVERYTHING, METHODS, *certificates, *bundle, *tables]


def certificate_name(run: JudgeRun) -> str:
    return f"certificate-{run.pk}.json"


def tells_means(comparison: Comparison, name: str) -> bool:
    """Return whether a file shows results by system."""
    stem = name.rpartition(".")[0]
    tables: Sequence[str] = [table.name for table in paper_tables(comparison) if table.tells_means]
    return name == BUNDLE or name in OF_EVERYTHING or stem in tables


def content_of(report: Report, comparison: Comparison, name: str) -> tuple[str, str] | None:
    """Return the content type and the text of any file except the bundle; None for an unknown
    name."""
    if name == METHODS:
        return "text/plain", methods_of(report, comparison)
    if name in OF_EVERYTHING:
        content_type, write = OF_EVERYTHING[name]
        return content_type, write(comparison)
    if file := written(comparison, name):
        return file
    for run in certified_runs(report.batches):
        if name == certificate_name(run):
            text = certificate_of(report, comparison, run).model_dump_json(indent=2)
            return "application/json", f"{text}\n"
    return None


def methods_of(report: Report, comparison: Comparison) -> str:
    """Return the methods section of a paper: the batches' design and rules, then the statistics."""
    return methods_text(report.batches, comparison)
