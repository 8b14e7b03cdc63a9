"""Reference of the export columns for the documentation."""

from collections.abc import Iterable

from core.reference import table
from hits.exports import mturk
from hits.exports.fixed import ANSWER, ASSIGNMENT, MASKED, Fixed


def columns_reference() -> str:
    """Return the columns of the tables of answers and assignments, in Markdown."""
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
    """Return these columns with their meanings."""
    return table(("column", "meaning"), ((f"`{each.name}`", each.meaning) for each in columns))
