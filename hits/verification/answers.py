"""Checks of answers and drafts: whole sets where something was submitted, nothing anywhere else."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.db import connection

from hits.states import ANSWERED, DRAFTED, sql_list
from hits.verification.base import Check
from surveys.base import ShownOutput, Stimulus
from surveys.columns import rubric_columns
from surveys.models import RubricVersion
from surveys.questions import questions
from surveys.spec import Rubric

_ANSWERED = sql_list(ANSWERED)
_MISSING = """
    select 'assignment ' || d.id || ' lacks ' || string_agg(q.key, ', ' order by q.key) as found
      from done d join asked q on q.lengths = d.lengths and q.required
      left join hits_answer given on given.assignment_id = d.id and given.key = q.key
      left join hits_answer gate on gate.assignment_id = d.id and gate.key = q.gate
     where given.key is null and (q.gate is null or gate.number = 1)
     group by d.id order by d.id
"""
_UNKNOWN = """
    select 'assignment ' || d.id || ' has '
           || string_agg(given.key, ', ' order by given.key) as found
      from done d join hits_answer given on given.assignment_id = d.id
     where not exists (select from asked q where q.lengths = d.lengths and q.key = given.key)
     group by d.id order by d.id
"""


@dataclass(frozen=True)
class AnswersCheck(Check):
    """A check that holds answers against what each rubric asks: `sql` reads `done` and `asked`,
    once per version."""

    def offenders(self) -> Iterable[str]:
        used = RubricVersion.objects.filter(batches__hits__isnull=False).distinct().order_by("pk")
        for version in used:
            yield from self._of_version(version)

    def _of_version(self, version: RubricVersion) -> Iterable[str]:
        rubric = version.spec
        lists = sorted({name for section in rubric.sections if (name := section.entry_field())})
        with connection.cursor() as cursor:
            cursor.execute(
                _with_lengths(lists, "select distinct lengths from done"), {"version": version.pk}
            )
            by_lengths = [_allowed(rubric, lists, lengths) for (lengths,) in cursor.fetchall()]
            allowed = list(chain.from_iterable(by_lengths))
            cursor.execute(
                _with_lengths(lists, self.sql,
                              ", asked as (select * from jsonb_to_recordset(%(asked)s::jsonb)"
                              " as x(lengths int[], key text, gate text, required boolean))"),
                {"version": version.pk, "asked": json.dumps(allowed)},
            )  # fmt: skip
            yield from (row[0] for row in cursor)


def _with_lengths(lists: Sequence[str], sql: str, more: str = "") -> str:
    """`sql` after `done`: every answered assignment of the version, with how long its item's lists
    are."""
    sizes = ", ".join(
        # A rubric's keys are letters, digits and underscores.
        f"case jsonb_typeof(i.fields -> '{name}') when 'array'"
        f" then jsonb_array_length(i.fields -> '{name}') else 0 end"
        for name in lists
    )
    return f"""
        with done as (
            select a.id, array[{sizes}]::int[] as lengths
              from hits_assignment a join hits_hit h on h.id = a.hit_id
              join stimuli_item i on i.id = h.item_id join hits_batch b on b.id = h.batch_id
             where b.rubric_version_id = %(version)s and a.state in {_ANSWERED}
        ){more} {sql}
    """


def _allowed(
    rubric: Rubric,
    lists: Sequence[str],
    lengths: Sequence[int],
) -> Iterable[dict[str, Any]]:
    """Every key that may be stored where the lists are this long; what is derived is never
    required."""
    counts = dict(zip(lists, lengths, strict=True))
    outputs = [ShownOutput(letter, number, "") for number, letter in enumerate(rubric.letters(), 1)]
    fields = {name: [""] * count for name, count in counts.items()}
    stimulus = Stimulus(fields=fields, outputs=outputs)
    for question in questions(rubric, stimulus):
        yield {
            "lengths": lengths,
            "key": question.key,
            "gate": question.gate,
            "required": question.required,
        }
    for column in rubric_columns(rubric, entries=counts):
        if column.derived:
            yield {"lengths": lengths, "key": column.key, "gate": None, "required": False}


CHECKS = [
    AnswersCheck(
        "answers_complete",
        "Every assignment that was submitted has an answer to each question its rubric requires.",
        "Do not pay or export it as it is: look for the answers in a backup, or reject it.",
        _MISSING,
    ),
    AnswersCheck(
        "answers_known",
        "Every answer belongs to a question, or a derived score, of the rubric that was shown.",
        "The rubric version or the item was changed after the fact: compare both with a backup.",
        _UNKNOWN,
    ),
    Check(
        "answers_of_submitted_only",
        "Only assignments that were submitted have answers.",
        "The submission was half undone: set the assignment's state from a backup.",
        f"""
        select 'assignment ' || a.id || ' (' || a.state || ')' as found from hits_assignment a
         where a.state not in {_ANSWERED}
           and exists (select from hits_answer n where n.assignment_id = a.id)
         order by a.id
        """,
    ),
    Check(
        "drafts_still_wanted",
        "Only HITs in work, or whose time ran out, have a draft, or earlier versions of one.",
        "Delete them: nobody can open them any more.",
        f"""
        select 'assignment ' || a.id || ' (' || a.state || ')' as found
          from hits_assignment a where a.state not in {sql_list(DRAFTED)} and a.id in
               (select assignment_id from hits_draft
                union select assignment_id from hits_draftversion)
         order by a.id
        """,
    ),
]
