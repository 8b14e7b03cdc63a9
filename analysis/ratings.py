"""One tidy frame of ratings: people's answers and judges' verdicts, side by side, from one SQL union."""

from dataclasses import dataclass

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from analysis.statistics.results import Floats
from hits.exports import answer_columns
from hits.models import Batch
from surveys.columns import Column

Ids = NDArray[np.int64]

# Rejected work is left out of the analysis; only HITs of the main purpose count.
_RATINGS = """
    select 0, a.enrolment_id, a.hit_id, h.item_id, oa.system_id, coalesce(ob.system_id, 0), n.key, n.number
      from hits_answer n
      join hits_assignment a on a.id = n.assignment_id
      join hits_hit h on h.id = a.hit_id
      join hits_output oa on oa.id = h.output_a_id left join hits_output ob on ob.id = h.output_b_id
     where a.batch_id = %(batch)s and a.state in ('submitted', 'approved') and h.purpose = 'main'
       and n.number is not null
    union all
    select 1, v.run_id, v.hit_id, h.item_id, oa.system_id, coalesce(ob.system_id, 0), n.key, n.number
      from judges_verdictanswer n
      join judges_verdict v on v.id = n.verdict_id
      join judges_judgerun r on r.id = v.run_id
      join hits_hit h on h.id = v.hit_id
      join hits_output oa on oa.id = h.output_a_id left join hits_output ob on ob.id = h.output_b_id
     where r.batch_id = %(batch)s and h.purpose = 'main' and n.number is not null
"""


@dataclass(frozen=True)
class Ratings:
    """Parallel arrays, one entry a rating of one criterion.

    `judge` is 0 for a person (then `rater` is the enrolment) and 1 for a judge (then the run). `target` is the question
    key: with `hit` it names the thing rated. `system` is the rated output's system; 0 where a rating is of both.
    """

    judge: Ids
    rater: Ids
    hit: Ids
    item: Ids
    system: Ids
    criterion: NDArray[np.str_]
    target: NDArray[np.str_]
    value: Floats

    def where(self, mask: NDArray[np.bool_]) -> "Ratings":
        return Ratings(**{name: array[mask] for name, array in vars(self).items()})

    def __len__(self) -> int:
        return len(self.value)


def batch_ratings(batch: Batch) -> Ratings:
    """Every rating of a scored criterion in `batch`, by people and by all judge runs."""
    with connection.cursor() as cursor:
        cursor.execute(_RATINGS, {"batch": batch.pk})
        rows = cursor.fetchall()
    scored = scored_columns(batch)
    kept = [(row, scored[row[6]]) for row in rows if row[6] in scored]
    numbers = np.array([row[:6] for row, _column in kept], dtype=np.int64).reshape(-1, 6)
    letters = np.array([column.output for _row, column in kept], dtype=str)
    pairwise = numbers[:, 5] > 0
    system = np.where(letters == "b", numbers[:, 5], np.where((letters == "") & pairwise, 0, numbers[:, 4]))
    return Ratings(
        judge=numbers[:, 0],
        rater=numbers[:, 1],
        hit=numbers[:, 2],
        item=numbers[:, 3],
        system=system,
        criterion=np.array([column.criterion for _row, column in kept], dtype=str),
        target=np.array([row[6] for row, _column in kept], dtype=str),
        value=np.array([row[7] for row, _column in kept], dtype=float),
    )


def scored_columns(batch: Batch) -> dict[str, Column]:
    """The batch's columns that measure a criterion, by key; a checklist's entry scores, not its single steps."""
    return {
        column.key: column
        for column in answer_columns(batch)
        if column.criterion and column.kind not in {"step", "text"}
    }
