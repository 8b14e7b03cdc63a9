"""The tidy frame of a batch: people's answers and judges' verdicts, side by side, from one SQL
union."""

from collections.abc import Sequence

import numpy as np
from django.db import connection

from analysis.data.frame import Facts, Frame, Labels
from hits.exports import answer_columns
from hits.models import Batch
from hits.states import IS_COUNTED
from surveys.columns import Column
from surveys.kinds.measures import Measure
from surveys.spec import Criterion, Rubric

_RATINGS = f"""
    select false, e.pseudonym, a.hit_id, i.external_id, sa.name, coalesce(sb.name, ''),
           a.shown_order, n.key, n.number
      from hits_answer n
      join hits_assignment a on a.id = n.assignment_id
      join hits_enrolment e on e.id = a.enrolment_id
      join hits_hit h on h.id = a.hit_id
      join stimuli_item i on i.id = h.item_id
      join stimuli_output oa on oa.id = h.output_ids[1]
      left join stimuli_output ob on ob.id = h.output_ids[2]
      join stimuli_system sa on sa.id = oa.system_id
      left join stimuli_system sb on sb.id = ob.system_id
     where a.batch_id = %(batch)s and {IS_COUNTED}
       and n.number is not null
    union all
    select true, r.name, v.hit_id, i.external_id, sa.name, coalesce(sb.name, ''),
           v.shown_order, n.key, n.number
      from judges_verdictanswer n
      join judges_verdict v on v.id = n.verdict_id
      join judges_judgerun r on r.id = v.run_id
      join hits_hit h on h.id = v.hit_id
      join stimuli_item i on i.id = h.item_id
      join stimuli_output oa on oa.id = h.output_ids[1]
      left join stimuli_output ob on ob.id = h.output_ids[2]
      join stimuli_system sa on sa.id = oa.system_id
      left join stimuli_system sb on sb.id = ob.system_id
     where r.batch_id = %(batch)s and h.purpose = 'main' and n.number is not null
"""


def batch_frame(batch: Batch) -> Frame:
    """Every rating of a scored criterion in `batch`, by people (named by pseudonym) and by all
    judge runs."""
    with connection.cursor() as cursor:
        cursor.execute(_RATINGS, {"batch": batch.pk})
        rows = cursor.fetchall()
    scored = scored_columns(batch)
    scored_rows = [(*row, scored[row[7]]) for row in rows if row[7] in scored]
    values = zip(*scored_rows, strict=True) if scored_rows else [()] * 10
    judge, rater, hit, item, first, second, order, key, number, column = values
    rated = [_rated(*cells) for cells in zip(column, first, second, order, strict=True)]
    return Frame(
        hit=Labels.of(str(key) for key in hit),
        item=Labels.of(item),
        system=Labels.of(system for system, _other, _position in rated),
        other=Labels.of(other for _system, other, _position in rated),
        criterion=Labels.of(rated.criterion for rated in column),
        target=Labels.of(key),
        rater=Labels.of(rater),
        judge=np.array(judge, dtype=bool),
        position=np.array([position for _system, _other, position in rated], dtype=np.int8),
        value=np.array(number, dtype=float),
        facts=batch_facts(batch.rubric_version.spec),
    )


def _rated(column: Column, first: str, second: str, order: str) -> tuple[str, str, int]:
    """Whose output the rating is of, the other's for a preference, and where the rated one was
    shown."""
    if column.measure and column.measure.shape == "pair":
        return first, second, order.find("a") + 1
    if column.output:
        return (second if column.output == "b" else first), "", order.find(column.output) + 1
    return ("", "", 0) if second else (first, "", 1)


def batch_facts(rubric: Rubric) -> dict[str, Facts]:
    """What the rubric says of each scored criterion, in its order."""
    return {
        criterion.key: _facts(criterion, _measures(rubric, criterion.key))
        for criterion in rubric.criteria
    }


def _measures(rubric: Rubric, criterion: str) -> list[Measure]:
    """What the sections measure that score the criterion, a choice between outputs first."""
    measures = [
        section.measure(rubric) for section in rubric.sections if criterion in section.criteria
    ]
    return sorted(
        (measure for measure in measures if measure), key=lambda measure: measure.shape != "pair"
    )


def _facts(criterion: Criterion, measures: Sequence[Measure]) -> Facts:
    measure = measures[0] if measures else Measure("value")
    return Facts(
        criterion.key,
        criterion.title,
        measure.level or criterion.level,
        measure.best or criterion.best,
        measure.low,
        measure.high,
        preference=measure.shape == "pair",
    )


def scored_columns(batch: Batch) -> dict[str, Column]:
    """The batch's columns that measure a criterion, by key; a checklist's entry scores, not its
    single steps."""
    return {
        column.key: column
        for column in answer_columns(batch)
        if column.criterion and column.measure
    }
