"""The tidy frame of a batch: people's answers and judges' verdicts, side by side, from one SQL
union."""

from collections.abc import Sequence

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from analysis.data.answers import check_rubrics, for_each_choice
from analysis.data.facts import Answers, Facts
from analysis.data.frame import Codes, Frame, Labels
from analysis.statistics.results import Floats
from hits.exports import answer_columns
from hits.models import Batch
from hits.models.work import OUTPUT_SYSTEMS
from surveys.base import LETTERS
from surveys.columns import Column
from surveys.kinds.measures import Measure
from surveys.spec import Criterion, Rubric

_RATINGS = for_each_choice("analysis/data/sql/ratings.sql", "ratings")


def batch_frame(batch: Batch, answers: Answers = "counted") -> Frame:
    """Every rating of a scored criterion in `batch`, by people (named by pseudonym) and by all
    judge runs. `answers` says which of people's."""
    with connection.cursor() as cursor:
        cursor.execute(_RATINGS[answers], {"batch": batch.pk})
        rows = cursor.fetchall()
    scored = scored_columns(batch)
    scored_rows = [(*row, scored[row[5]]) for row in rows if row[5] in scored]
    values = zip(*scored_rows, strict=True) if scored_rows else [()] * 8
    source, rater, hit, item, order, key, number, column = values
    systems = dict(batch.hits.annotate(systems=OUTPUT_SYSTEMS).values_list("pk", "systems"))
    rated = [
        _rated(answer, systems[pk], shown_order)
        for answer, pk, shown_order in zip(column, hit, order, strict=True)
    ]
    criterion = Labels.of(answer.criterion for answer in column)
    sources = np.array(source, dtype=np.int64)
    return Frame(
        hit=Labels.of(str(pk) for pk in hit),
        item=Labels.of(item),
        system=Labels.of(system for system, _other, _position in rated),
        other=Labels.of(other for _system, other, _position in rated),
        criterion=criterion,
        target=Labels.of(key),
        rater=Labels.of(rater),
        judge=sources < 0,
        position=np.array([position for _system, _other, position in rated], dtype=np.int8),
        value=_values(column, np.array(number, dtype=float), sources, criterion.code),
        facts=batch_facts(batch.rubric_version.spec),
    )


def batch_frames(batches: Sequence[Batch], answers: Answers = "counted") -> dict[str, Frame]:
    """The frame of each batch by its title, with its number where two have one title.
    RateroomError unless all have one rubric, word for word."""
    check_rubrics(batches)
    titles = [batch.title for batch in batches]
    return {
        batch.title if titles.count(batch.title) == 1 else f"{batch.title} ({batch.pk})": (
            batch_frame(batch, answers)
        )
        for batch in batches
    }


def _rated(column: Column, systems: Sequence[str], order: str) -> tuple[str, str, int]:
    """Whose output the rating is of, the other's for a preference, and where the rated one was
    shown."""
    if column.measure and column.measure.shape == "pair":
        return systems[0], systems[1], order.find("a") + 1
    if column.output:
        return systems[LETTERS.index(column.output)], "", order.find(column.output) + 1
    return ("", "", 0) if len(systems) > 1 else (systems[0], "", 1)


def _values(
    column: Sequence[Column], numbers: Floats, sources: NDArray[np.int64], criterion: Codes
) -> Floats:
    """The numbers as statistics take them: a preference as 1, 2 or 0 whatever its strength, a rank
    as its place among the ranks of its page."""
    shapes = [answer.measure.shape if answer.measure else "" for answer in column]
    values = numbers.copy()
    for row in (index for index, shape in enumerate(shapes) if shape == "pair"):
        measure = column[row].measure
        values[row] = measure.preferred(int(numbers[row])) if measure else numbers[row]
    ranks = np.array([shape == "rank" for shape in shapes], dtype=bool)
    _pages, page = np.unique(
        np.stack([sources[ranks], criterion[ranks]], axis=1), axis=0, return_inverse=True
    )
    values[ranks] = mid_ranks(page.reshape(-1), numbers[ranks])
    return values


def mid_ranks(page: Codes, ranks: Floats) -> Floats:
    """Ranks (N,) of several pages as places without gaps, 1 for the least of a page; equal ones
    share their mean.

    However a tie is written (1, 1, 2 or 1, 1, 3), the places of a page are 1.5, 1.5, 3.
    """
    order = np.lexsort((ranks, page))
    starts = np.flatnonzero(np.diff(page[order], prepend=-1))
    place = np.arange(1, len(page) + 1) - np.repeat(starts, np.diff(np.append(starts, len(page))))
    _tied, tie = np.unique(
        np.stack([page[order], ranks[order]], axis=1), axis=0, return_inverse=True
    )
    means = np.bincount(tie.reshape(-1), place) / np.maximum(np.bincount(tie.reshape(-1)), 1)
    values = np.empty(len(page))
    values[order] = means[tie.reshape(-1)]
    return values


def batch_facts(rubric: Rubric) -> dict[str, Facts]:
    """What the rubric says of each scored criterion, in its order."""
    return {
        criterion.key: _facts(criterion, _measures(rubric, criterion.key))
        for criterion in rubric.criteria
    }


def _measures(rubric: Rubric, criterion: str) -> list[Measure]:
    """What the sections measure that score the criterion, a choice between outputs first."""
    measures = [section.measures(rubric).get(criterion) for section in rubric.sections]
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
        ranking=measure.shape == "rank",
    )


def scored_columns(batch: Batch) -> dict[str, Column]:
    """The batch's columns that measure a criterion, by key; a checklist's entry scores, not its
    single steps."""
    return {
        column.key: column
        for column in answer_columns(batch)
        if column.criterion and column.measure
    }
