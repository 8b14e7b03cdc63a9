"""Results of gold HITs, by annotator and by gold HIT, and annotators' consistency in retests."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.db import connection

from core.database.sql import SQLValue
from hits.models import Batch
from hits.states import load_with_states

_sql = partial(load_with_states, "quality/sql/checks.sql")
_RESULTS = _sql("results")
_BY_ANNOTATOR = _sql("by_annotator", results=_RESULTS)
_BY_GOLD = _sql("by_gold", results=_RESULTS)
ANSWERED_TWICE = _sql("answered_twice")
_RETESTS = _sql("retests", answered_twice=ANSWERED_TWICE)

# An annotator is good if they answered at least this many other gold HITs and passed at least this
# share of them.
GOOD_OTHERS = 3
GOOD_SHARE = 0.8
# A gold HIT is doubtful if at least this many good annotators failed it, and more than half of
# them.
DOUBTFUL = 3


@dataclass(frozen=True)
class GoldResult:
    """The number of gold HITs that one annotator answered, and the number that they passed."""

    passed: int = 0
    answered: int = 0

    @property
    def failed(self) -> int:
        return self.answered - self.passed


@dataclass(frozen=True)
class RetestResult:
    """One annotator's retest results. In `same` of the `questions` questions, both answers are the
    same."""

    retests: int = 0
    questions: int = 0
    same: int = 0


@dataclass(frozen=True)
class GoldOutcome:
    """Results of one gold HIT. `answered` and `failed` count all annotators. `good` and
    `failed_by_good` count only annotators who pass most other gold."""

    answered: int = 0
    failed: int = 0
    good: int = 0
    failed_by_good: int = 0

    @property
    def is_doubtful(self) -> bool:
        """Return whether the known answers could be wrong, because many good annotators failed the
        HIT."""
        return self.failed_by_good >= DOUBTFUL and 2 * self.failed_by_good > self.good


def gold_by_annotator(batch: Batch, enrolments: Collection[int]) -> Mapping[int, GoldResult]:
    """Return the gold results by enrolment. Retired gold is not counted, and enrolments without
    gold answers are left out."""
    rows = _rows(_BY_ANNOTATOR, {"batch": batch.pk, "enrolments": list(enrolments)})
    return {enrolment: GoldResult(passed, answered) for enrolment, passed, answered in rows}


def retests_by_annotator(batch: Batch, enrolments: Collection[int]) -> Mapping[int, RetestResult]:
    """Return the retest results by enrolment. Enrolments without answered retests are left out."""
    rows = _rows(_RETESTS, {"batch": batch.pk, "enrolments": list(enrolments)})
    return {enrolment: RetestResult(*numbers) for enrolment, *numbers in rows}


def outcomes_by_gold(batch: Batch) -> Mapping[int, GoldOutcome]:
    """Return the results of each gold HIT, by the id of its gold key. Gold that is retired or was
    never answered is left out."""
    rows = _rows(_BY_GOLD, {"batch": batch.pk, "others": GOOD_OTHERS, "share": GOOD_SHARE})
    return {key: GoldOutcome(*numbers) for key, *numbers in rows}


def _rows(sql: str, values: Mapping[str, SQLValue]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())
