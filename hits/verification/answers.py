"""Checks of answers and drafts. Submitted assignments must have complete answers, and other
assignments must have no answers."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain

from django.db import connection

from core.database.sql import load
from hits.states import CONDITIONS, load_with_states
from hits.verification.base import Check
from surveys.base import ShownOutput, Stimulus
from surveys.columns import rubric_columns
from surveys.conversations.samples import blank_conversation
from surveys.models import RubricVersion
from surveys.questions import form_questions
from surveys.spec import Rubric

TURNS = ":turns"  # not a possible name of a list
_sql = partial(load_with_states, "hits/verification/sql/answers.sql")


@dataclass(frozen=True)
class AnswersCheck(Check):
    """A check that compares answers with the rubric's questions. It runs once per rubric version.
    Its `sql` can read the tables `done` (submitted assignments) and `asked` (possible answers)."""

    def offenders(self) -> Iterable[str]:
        used = RubricVersion.objects.filter(batches__hits__isnull=False).distinct().order_by("pk")
        for version in used:
            yield from self._of_version(version)

    def _of_version(self, version: RubricVersion) -> Iterable[str]:
        rubric = version.spec
        lists = sorted({name for section in rubric.sections if (name := section.entry_field())})
        if any(section.asks_about_turns for section in rubric.sections):
            lists.append(TURNS)
        with connection.cursor() as cursor:
            values = {"version": version.pk}
            cursor.execute(_sql("lengths", done=_done(lists)), values)
            by_lengths = [_allowed(rubric, lists, lengths) for (lengths,) in cursor.fetchall()]
            questions_asked = list(chain.from_iterable(by_lengths))
            statement = _sql("asked", done=_done(lists), check=self.sql)
            cursor.execute(statement, values | {"asked": json.dumps(questions_asked)})
            yield from (row[0] for row in cursor)


def _done(lists: Sequence[str]) -> str:
    # A key needs no escaping: it contains only letters, digits and underscores.
    sizes = ", ".join(
        load(CONDITIONS, "turns") if name is TURNS else _sql("length", key=f"'{name}'")
        for name in lists
    )
    return _sql("done", lengths=sizes)


def _allowed(
    rubric: Rubric, lists: Sequence[str], lengths: Sequence[int]
) -> Iterable[dict[str, object]]:
    """Yield every answer key that can be stored if the item's lists have these lengths. Each row
    says when the answer is required. Derived keys and keys of conversation turns are never
    required. Which turns have questions depends on the turns' roles."""
    counts = dict(zip(lists, lengths, strict=True))
    turns = counts.pop(TURNS, 0)
    text = blank_conversation(turns)
    outputs = [
        ShownOutput(letter, number, text) for number, letter in enumerate(rubric.letters(), 1)
    ]
    fields = {name: [""] * count for name, count in counts.items()}
    stimulus = Stimulus(fields=fields, outputs=outputs)
    for question in form_questions(rubric, stimulus):
        yield {
            "lengths": lengths,
            "key": question.key,
            "gates": [
                {"key": gate.key, "values": gate.values, "low": gate.low, "high": gate.high}
                for gate in question.gates
            ],
            "unless": question.unless,
            "required": question.required and question.in_wide,
        }
    for column in rubric_columns(rubric, entries=counts, turns=turns):
        if column.derived:
            yield {"lengths": lengths, "key": column.key, "required": False}


CHECKS = [
    AnswersCheck(
        "answers_complete",
        "Every assignment that was submitted has an answer to each question its rubric requires.",
        "Restore the answers from a backup, or reject the response. Until then, do not pay for it "
        "or export it.",
        _sql("answers_complete"),
    ),
    AnswersCheck(
        "answers_known",
        "Every answer belongs to a question or a derived score of the rubric that was shown.",
        "Compare the rubric version and the item with a backup. One of them was changed later.",
        _sql("answers_known"),
    ),
    Check(
        "answers_of_submitted_only",
        "Only assignments that were submitted have answers.",
        "Set the assignment's state to the state in a backup. Its submission was partly undone.",
        _sql("answers_of_submitted_only"),
    ),
    Check(
        "drafts_still_wanted",
        "Only assignments that are in progress or expired have drafts or earlier versions of "
        "drafts.",
        "Delete the drafts. No one can open them.",
        _sql("drafts_still_wanted"),
    ),
]
