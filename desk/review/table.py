"""Rows of the table of responses: annotator, HIT, time, flags and answers. The number of queries
does not depend on the number of rows."""

from collections.abc import Sequence
from dataclasses import dataclass

from core.database.keyset import PER_PAGE
from desk.review.forms import WINDOW, Matching
from hits.exports import answer_columns
from hits.models import Assignment, Batch
from hits.models.work import attach_outputs
from hits.review.bulk import MOST
from hits.review.flags import Flag, flags_of


@dataclass(frozen=True)
class TableRow:
    """A response in the table. `numbers` are pairs of question and answer in the order asked, and
    `texts` are the free-text answers."""

    assignment: Assignment
    systems: Sequence[str]
    numbers: Sequence[tuple[str, str]]
    texts: Sequence[str]
    flags: Sequence[Flag]


@dataclass(frozen=True)
class TablePage:
    """A page of the table. `following` is the id of its last response, or None on the last page.
    `looked_until` is the id of the last response searched, or None if there are no more to search.
    `matching` is the number of matches from this page on, counted up to one more than MOST."""

    rows: Sequence[TableRow]
    following: int | None
    looked_until: int | None
    matching: int

    @property
    def more_than_counted(self) -> bool:
        return self.matching > MOST

    @property
    def looked_at(self) -> int:
        """Return the maximum number of responses that a page searches."""
        return WINDOW

    @property
    def at_most(self) -> int:
        return min(self.matching, MOST)


def table_page(batch: Batch, matching: Matching) -> TablePage:
    """Return the page of the table with the first of the matching responses."""
    count = matching.rows.order_by()[: MOST + 1].count()
    assignments = list(
        matching.rows.select_related("hit__item", "enrolment").prefetch_related("answers")[
            : PER_PAGE + 1
        ]
    )
    following = assignments[PER_PAGE - 1].pk if len(assignments) > PER_PAGE else None
    assignments = assignments[:PER_PAGE]
    attach_outputs(assignment.hit for assignment in assignments)
    columns = {
        column.key: (place, column.label) for place, column in enumerate(answer_columns(batch))
    }
    rows = [_row(assignment, columns) for assignment in assignments]
    return TablePage(rows, following, matching.looked_until, count)


def _row(assignment: Assignment, columns: dict[str, tuple[int, str]]) -> TableRow:
    unknown = (len(columns), "")
    answers = sorted(assignment.answers.all(), key=lambda answer: columns.get(answer.key, unknown))
    return TableRow(
        assignment,
        [output.system.name for output in assignment.hit.outputs],
        [
            (columns.get(answer.key, unknown)[1] or answer.key, str(answer.value))
            for answer in answers
            if answer.text is None
        ],
        [answer.text for answer in answers if answer.text],
        flags_of(assignment),
    )
