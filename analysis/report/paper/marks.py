"""Agreement on marked passages, as a table for papers and for the report's page."""

from analysis.comparison.results import Comparison
from analysis.report.paper.shape import DASH, PaperTable, Row


def marks_table(result: Comparison) -> PaperTable | None:
    """Return a row for all marks of a section, and for each of its categories and severities."""
    if not result.marks:
        return None
    rows: dict[tuple[str, str, str], Row] = {}
    for figure in result.marks:
        key = (figure.section, figure.member, figure.key)
        row = rows.setdefault(key, Row((figure.title, figure.name), []))
        rows[key] = Row(row.names, [*row.cells, figure.estimate])
    reasons = dict.fromkeys(
        figure.estimate.reason for figure in result.marks if figure.estimate.reason
    )
    caption = (
        "Character F1: twice the characters that both of two raters marked, over all that either "
        "of them marked, pooled over pairs and texts. Something missing counts as one character. "
        "People: each two of a text. Judges: each reply with each person of the text. n is texts. "
        f"Brackets: 95 % intervals, items left out in turn. {DASH}: cannot be estimated."
    )
    return PaperTable(
        "marks",
        "Agreement on marked passages",
        caption,
        ("Section", "Marks"),
        ["People", *result.judges],
        list(rows.values()),
        list(reasons),
    )
