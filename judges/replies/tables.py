"""Reading a JSONL or CSV file of raw replies. The rows have the names that the import uses."""

from collections.abc import Iterator, Mapping
from pathlib import Path

from core.errors import DocumentError, Problem
from core.tabular.findings import Findings
from core.tabular.reading import open_table

# Columns about the judge itself.
STATED = ("model", "prompt_sha256", "parameters")
# The names of columns in an import, each with common names of such columns.
NAMES: Mapping[str, tuple[str, ...]] = {
    "item": ("item", "item_id", "external_id", "Item"),
    "system": ("system", "systems", "model_system", "System_a"),
    "system_b": ("system_b", "System_b", "system_2"),
    "reply": ("reply", "raw_reply", "raw reply", "response", "completion", "output", "text"),
    "sample": ("sample",),
    "criterion": ("criterion",),
    **{name: (name,) for name in STATED},
}
NEEDED = ("item", "system", "reply")
OPTIONAL = ("sample", "criterion", *STATED)


def column_mapping(
    columns: list[str], requested: Mapping[str, str], document: str
) -> dict[str, str]:
    """Return the file's column for each name that the import uses. This is the column in
    `requested`, or else the first usual column name that occurs in the file.

    Raises DocumentError, which lists every unknown name and every missing column.
    """
    mapping: dict[str, str] = {}
    problems = [
        Problem(f"“{name}” is not a column of imports.", remedy=f"Use one of {', '.join(NAMES)}.")
        for name in requested
        if name not in NAMES
    ]
    for name, usual in NAMES.items():
        wanted = requested.get(name, "")
        column = wanted or next((alias for alias in usual if alias in columns), "")
        if wanted and wanted not in columns:
            problems.append(
                Problem(f"has no column “{wanted}”.", remedy=f"Choose one of {', '.join(columns)}.")
            )
        elif column:
            mapping[name] = column
        elif name in NEEDED:
            remedy = f"Choose one of {', '.join(columns)}."
            problems.append(Problem(f"has no column for the {name}.", remedy=remedy))
    if problems:
        raise DocumentError(document=document, problems=problems)
    return mapping


def read_replies(
    path: Path, *, columns: Mapping[str, str] | None = None
) -> Iterator[Mapping[str, object]]:
    """Yield the file's rows with the names that the import uses. If the file has a column
    `system_b`, `system` lists both systems in the order in which the judge saw their outputs.
    Raises DocumentError after the last row if rows are invalid."""
    table = open_table(path)
    mapping = column_mapping(table.columns, columns or {}, path.name)
    findings = Findings(path.name)
    for record in table.records(findings):
        values = record.values
        system = values.get(mapping["system"])
        if "system_b" in mapping and values.get(mapping["system_b"]):
            system = [system, values[mapping["system_b"]]]
        yield {
            "row": record.row,
            "item": values.get(mapping["item"]),
            "system": system,
            "reply": values.get(mapping["reply"]),
            **{name: values.get(mapping[name]) for name in OPTIONAL if name in mapping},
        }
    findings.stop_if_any()
