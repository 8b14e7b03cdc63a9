"""Reference of the export columns for the documentation."""

from collections.abc import Iterable

from core.reference import table
from hits.exports import mturk
from hits.exports.fixed import ANSWER, ASSIGNMENT, MASKED, Fixed


def columns_reference() -> str:
    """Return the columns of the answer and assignment tables, in Markdown."""
    return "\n\n".join(
        [
            "## About the assignment: wide and long",
            columns_table((*ASSIGNMENT, MASKED)),
            "## About the answer: long",
            columns_table(ANSWER),
            "## Like a result file of Mechanical Turk",
            columns_table(mturk.COLUMNS),
        ]
    )


def columns_table(columns: Iterable[Fixed]) -> str:
    """Return a Markdown table of these columns and their meanings."""
    return table(("column", "meaning"), ((f"`{each.name}`", each.meaning) for each in columns))
