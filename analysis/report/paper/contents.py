"""The report's tables for papers, by name."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from analysis.comparison.results import Comparison
from analysis.report.page.systems import slug
from analysis.report.paper.judges import judges_by, judges_table, persons_table, sides_table
from analysis.report.paper.metrics import covariates_table, marks_table, metrics_table
from analysis.report.paper.shape import PaperTable
from analysis.report.paper.systems import OF_A_SCOPE, by_field, whole
from analysis.report.paper.writers import WRITERS

# Tables of the whole comparison, after those of systems. To add one, add a line here.
OF_THE_WHOLE: Sequence[Callable[[Comparison], PaperTable | None]] = (
    judges_table,
    persons_table,
    covariates_table,
    sides_table,
    metrics_table,
    marks_table,
)


def paper_tables(result: Comparison) -> list[PaperTable]:
    """Return every table that has rows: the tables for all ratings first, then the tables for each
    field."""
    return list(filter(None, _tables(result)))


def _tables(result: Comparison) -> Iterator[PaperTable | None]:
    scope = whole(result)
    for of_scope in OF_A_SCOPE:
        yield of_scope(scope)
    for of_whole in OF_THE_WHOLE:
        yield of_whole(result)
    for number, part in enumerate(by_field(result), 1):
        ending = f"by-{number}-{slug(part.field)}".rstrip("-")
        tables = [*(of_scope(part) for of_scope in OF_A_SCOPE), judges_by(result, part.field)]
        for table in tables:
            yield table and replace(table, name=f"{table.name}-{ending}")


def written(result: Comparison, name: str) -> tuple[str, str] | None:
    """Return the content type and text of a table's file, for example `systems.tex`. Return None if
    the report has no such file."""
    stem, _dot, ending = name.rpartition(".")
    table = next((table for table in paper_tables(result) if table.name == stem), None)
    if table is None or ending not in WRITERS:
        return None
    content_type, write = WRITERS[ending]
    return content_type, write(table)


def every_table(result: Comparison, ending: str) -> str:
    """Return all tables in one format, one after the other."""
    _content_type, write = WRITERS[ending]
    parts = [write(table) for table in paper_tables(result)]
    if ending == "md":
        titles = [f"## {table.title}" for table in paper_tables(result)]
        parts = [f"{title}\n\n{part}" for title, part in zip(titles, parts, strict=True)]
    return "\n".join(parts)
