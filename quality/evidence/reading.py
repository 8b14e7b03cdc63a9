"""Reading the data about a batch's annotators in a fixed number of SQL statements."""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from analysis.data.frame import Frame
from analysis.data.ratings import batch_frame, scored_columns
from analysis.statistics.results import Floats
from core.database.arrays import floats, integers
from core.database.statements import fetch_named
from hits.models import Batch, Enrolment
from hits.states import load_with_states
from quality.evidence.arrays import Evidence, Gold, Rated, Retests, Works
from quality.results import ANSWERED_TWICE, GoldResult, gold_by_annotator
from surveys.columns import Column

_sql = partial(load_with_states, "quality/sql/evidence.sql")
_WORKS = _sql("works")
_RETEST_PAIRS = _sql("retest_pairs", answered_twice=ANSWERED_TWICE)
WHOLE = ("enrolment", "hit", "counted", "answers")  # names of columns with whole numbers
PAUSE = 1800.0  # seconds without a HIT after which a new session starts


def read_evidence(batch: Batch) -> Evidence:
    """Return the data from all submitted HITs of the batch's annotators. Rejected and excluded
    responses count for the person who gave them, but other people are not compared with them."""
    enrolments = Enrolment.objects.filter(batch=batch, submitted__gt=0).order_by("pk")
    names = dict(enrolments.values_list("pk", "pseudonym"))
    people = list(names)
    index = {pk: place for place, pk in enumerate(people)}
    columns = fetch_named(_WORKS, {"batch": batch.pk, "people": people})
    works = _works(columns or {}, people)
    frame = batch_frame(batch, "answered", judges=False)
    return Evidence(
        people,
        works,
        _criteria(frame, works, {name: index[pk] for pk, name in names.items()}),
        _retests(_rows(_RETEST_PAIRS, batch), index, frame, scored_columns(batch)),
        _gold(batch, people),
    )


def _rows(sql: str, batch: Batch) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, {"batch": batch.pk})
        return list(cursor.fetchall())


def _works(columns: dict[str, bytes | None], people: Sequence[int]) -> Works:
    enrolment, hit, counted, answers = map(integers, map(columns.pop, WHOLE))
    taken, submitted, active = map(floats, map(columns.pop, ("accepted", "submitted", "active")))
    person = np.searchsorted(np.array(people, dtype=np.int64), enrolment)
    sitting, place = _sittings(person, taken, submitted)
    return Works(
        person=person,
        hit=hit,
        sitting=sitting,
        place=place,
        seconds=np.where(np.isnan(active), submitted - taken, active),
        answers=answers,
        counted=counted.astype(bool),
        counts={name: floats(column) for name, column in columns.items()},
    )


def _sittings(
    person: NDArray[np.intp], taken: Floats, submitted: Floats
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Return the number of each HIT's sitting among the person's sittings, and the HIT's position
    in the sitting. Both start at 0. A new sitting begins after a pause of more than PAUSE."""
    if not len(person):
        return np.zeros(0, dtype=np.intp), np.zeros(0, dtype=np.intp)
    same_person = person[1:] == person[:-1]
    begins = np.concatenate([[True], ~same_person | (taken[1:] - submitted[:-1] > PAUSE)])
    starts = np.flatnonzero(begins)
    number = np.cumsum(begins) - 1
    first_of_person = number[np.searchsorted(person, person)]
    return number - first_of_person, np.arange(len(person)) - starts[number]


def _criteria(frame: Frame, works: Works, index: Mapping[str, int]) -> list[Rated]:
    """Return the ratings of each criterion, with their rows in `works`."""
    person = np.array([index.get(name, -1) for name in frame.rater.names], dtype=np.int64)
    hit = np.array([int(name) for name in frame.hit.names], dtype=np.int64)
    work = _work_of(works, person[frame.rater.code], hit[frame.hit.code])
    return [_rated(frame, works, work, key) for key in frame.facts]


def _work_of(works: Works, person: NDArray[np.int64], hit: NDArray[np.int64]) -> NDArray[np.intp]:
    """Return, for each pair of a person and a HIT, the row in `works`, or -1 if there is none."""
    hits = np.unique(works.hit)
    if not len(hits):
        return np.full(len(person), -1, dtype=np.intp)
    place = np.minimum(np.searchsorted(hits, hit), len(hits) - 1)
    key = works.person * len(hits) + np.searchsorted(hits, works.hit)
    wanted = np.where(hits[place] == hit, person * len(hits) + place, -1)
    by_key = np.argsort(key)
    row = by_key[np.minimum(np.searchsorted(key[by_key], wanted), len(key) - 1)]
    return np.where(key[row] == wanted, row, -1)


def _rated(frame: Frame, works: Works, work: NDArray[np.intp], key: str) -> Rated:
    rows = np.flatnonzero((frame.criterion.code == frame.criterion.find(key)) & (work >= 0))
    rows = rows[np.argsort(work[rows], kind="stable")]
    unit_keys = frame.hit.code[rows] * len(frame.target.names) + frame.target.code[rows]
    _units, unit = np.unique(unit_keys, return_inverse=True)
    return Rated(
        facts=frame.facts[key],
        work=work[rows],
        unit=unit.reshape(-1),
        value=frame.value[rows],
        position=frame.position[rows],
        person=works.person[work[rows]],
        counted=works.counted[work[rows]],
    )


def _retests(
    rows: Sequence[tuple[Any, ...]],
    index: Mapping[int, int],
    frame: Frame,
    columns: Mapping[str, Column],
) -> Retests:
    criteria = {key: place for place, key in enumerate(frame.facts)}
    pairs = []
    for enrolment, retest, key, before, again in rows:
        column = columns.get(key)
        if enrolment in index and column and column.criterion in criteria:
            number = criteria[column.criterion]
            values = (_as_rated(column, before), _as_rated(column, again))
            pairs.append((index[enrolment], retest, number, *values))
    person, retest, criterion, before, again = (
        zip(*pairs, strict=True) if pairs else ((), (), (), (), ())
    )
    _retests, code = np.unique(np.array(retest, dtype=np.int64), return_inverse=True)
    return Retests(
        np.array(person, dtype=np.intp),
        code.reshape(-1),
        np.array(criterion, dtype=np.intp),
        np.array(before, dtype=np.float64),
        np.array(again, dtype=np.float64),
    )


def _as_rated(column: Column, number: float) -> float:
    """Return a preference as 1, 2 or 0, without its strength, as frames code preferences. Return
    other numbers unchanged."""
    if column.measure and column.measure.shape == "pair":
        return float(column.measure.preferred(int(number)))
    return float(number)


def _gold(batch: Batch, people: Sequence[int]) -> Gold:
    results = gold_by_annotator(batch, people)
    of_people = [results.get(pk, GoldResult()) for pk in people]
    return Gold(
        np.array([result.passed for result in of_people], dtype=np.intp),
        np.array([result.answered for result in of_people], dtype=np.intp),
    )
