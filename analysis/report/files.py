"""Files of a report: all figures, the comparison as JSON, the methods with the batches' rules, and
tables for papers."""

from collections.abc import Callable, Sequence
from itertools import product

from analysis.comparison.results import Comparison
from analysis.models import Report
from analysis.report.paper.contents import paper_tables, written
from analysis.report.paper.every_figure import as_csv
from analysis.report.paper.writers import WRITERS
from analysis.report.wording import methods
from hits.review.rules_status import RulesStatus, rules_status

BUNDLE, METHODS = "bundle.zip", "methods.txt"
# Files that hold results by system, which may be withheld: name → (content type, what writes it).
OF_EVERYTHING: dict[str, tuple[str, Callable[[Comparison], str]]] = {
    "figures.csv": ("text/csv", as_csv),
    "comparison.json": ("application/json", Comparison.to_json),
}


def file_names(report: Report, comparison: Comparison) -> list[str]:
    """The names of a finished report's files."""
    tables = [
        f"{table.name}.{ending}" for table, ending in product(paper_tables(comparison), WRITERS)
    ]
    return [*OF_EVERYTHING, METHODS, *([BUNDLE] if report.bundle else []), *tables]


def tells_means(comparison: Comparison, name: str) -> bool:
    """Whether a file shows results by system."""
    stem = name.rpartition(".")[0]
    tables: Sequence[str] = [table.name for table in paper_tables(comparison) if table.tells_means]
    return name == BUNDLE or name in OF_EVERYTHING or stem in tables


def content_of(report: Report, comparison: Comparison, name: str) -> tuple[str, str] | None:
    """The content type and the text of a file but the bundle; None for a name that there is not."""
    if name == METHODS:
        return "text/plain", methods_of(report, comparison)
    if name in OF_EVERYTHING:
        content_type, write = OF_EVERYTHING[name]
        return content_type, write(comparison)
    return written(comparison, name)


def methods_of(report: Report, comparison: Comparison) -> str:
    """The paragraph for a paper's methods section, with the batches' rules."""
    statuses = [(batch.title, rules_status(batch)) for batch in report.batches]
    several = len(statuses) > 1
    sentences = [
        f"{title}: {rules_in_words(status)}" if several else rules_in_words(status)
        for title, status in statuses
    ]
    return " ".join([methods(comparison), *sentences])


def rules_in_words(status: RulesStatus) -> str:
    """What was declared and its hash, what of it leaves nothing out, and what was declared late."""
    declared = "; ".join(f"{rule.written} ({rule.effect})" for rule in status.declared)
    parts = [
        f"Rules for leaving answers out or rejecting them that were declared before publishing: "
        f"{declared}."
        if declared
        else "No rule for leaving answers out was declared before publishing."
    ]
    if status.plan:
        parts.append(f"SHA-256 of the declaration: {status.plan.sha256}.")
    if status.not_applied:
        parts.append(f"Declared, and leaving nothing out: {status.not_applied}.")
    late = "; ".join(f"{line.rule} ({line.answers} answers)" for line in status.late)
    if late:
        parts.append(f"Declared after publishing, and applied: {late}.")
    return " ".join(parts)
