"""The tidy frame of a batch, which contains people's ratings and judges' ratings."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from analysis.data.answers import by_name, check_rubrics, for_each_choice
from analysis.data.criteria import batch_facts
from analysis.data.facts import ADJUDICATED, Answers
from analysis.data.frame import Codes, Frame, Labels
from analysis.statistics.results import Floats
from core.database.arrays import floats, integers
from core.database.sql import SQLValue, load
from hits.exports import answer_columns
from hits.models import Batch
from hits.states import CONDITIONS, load_with_states
from surveys.base import LETTERS
from surveys.columns import Column

_PATH = "analysis/data/sql/ratings.sql"
_RATINGS = for_each_choice(_PATH, "ratings", ["people", "numbers"])
_SYSTEMS = load_with_states(
    _PATH, "systems", output_systems=load_with_states(CONDITIONS, "output_systems")
)
_ITEMS = load_with_states(_PATH, "items")
_RATERS = load_with_states(_PATH, "raters")


@dataclass(frozen=True)
class Pages:
    """P answered pages: people's pages in the order in which they were assigned, then judges'
    pages. `hit`, `item` and `rater` contain names. `display` identifies the outputs and their
    order."""

    hit: Labels
    item: Labels
    rater: Labels
    display: Codes
    judge: NDArray[np.bool_]


@dataclass(frozen=True)
class Display:
    """The systems whose outputs a page shows, in canonical order, and the order of their letters on
    the page."""

    systems: Sequence[str]
    order: str


@dataclass(frozen=True)
class Numbers:
    """R numbers, sorted by page and question: `value[i]` answers the question with index
    `question[i]` on the page `page[i]`."""

    page: Codes
    question: Codes
    value: Floats


def read_ratings(
    batch: Batch, answers: Answers, questions: Sequence[str], *, judges: bool
) -> tuple[Pages, Sequence[Display], Numbers]:
    """Return the pages, the displays that `Pages.display` refers to, and the numbers that answer
    these questions. The pages are people's pages that `answers` selects and, if `judges` is true,
    the pages of all judge runs."""
    values: dict[str, SQLValue] = {"batch": batch.pk, "judges": judges, "keys": list(questions)}
    ((*of_pages, orders, source, question, number),) = _rows(_RATINGS[answers], values)
    page_source, rater, hit, item = map(integers, of_pages)
    in_order = np.lexsort((np.abs(page_source), page_source < 0))
    page_source, hit = page_source[in_order], hit[in_order]
    letters = np.array([] if orders is None else orders.split(","), dtype=str)[in_order]
    displays, code = _displays(hit, letters)
    pages = Pages(
        hit=_named(hit, str),
        item=_named(item[in_order], _items(item).__getitem__),
        rater=_named(rater[in_order], _raters(batch).__getitem__),
        display=code,
        judge=page_source < 0,
    )
    numbers = _numbers(page_source, integers(source), integers(question) - 1, floats(number))
    return pages, displays, numbers


def _rows(statement: str, values: Mapping[str, SQLValue]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        return list(cursor.fetchall())


def _named(ids: NDArray[np.int64], name_of: Callable[[int], str]) -> Labels:
    distinct, code = np.unique(ids, return_inverse=True)
    return Labels(code, tuple(map(name_of, distinct.tolist())))


def _items(keys: NDArray[np.int64]) -> dict[int, str]:
    ((ids, names),) = _rows(_ITEMS, {"items": np.unique(keys).tolist()})
    return dict(zip(integers(ids).tolist(), names or (), strict=True))


def _raters(batch: Batch) -> dict[int, str]:
    """Return the raters' names: people's pseudonyms by enrolment, judge runs' names by negative
    primary key, and the name for adjudicated answers under 0."""
    return {0: ADJUDICATED} | dict(_rows(_RATERS, {"batch": batch.pk}))


def _displays(hit: NDArray[np.int64], letters: NDArray[np.str_]) -> tuple[list[Display], Codes]:
    """Return the distinct displays of these HITs' pages, and the index of each page's display."""
    groups = _rows(_SYSTEMS, {"hits": np.unique(hit).tolist()})
    hits = [integers(ids) for _systems, ids in groups]
    group_of = np.repeat(np.arange(len(hits)), [len(ids) for ids in hits])
    all_hits = np.concatenate([*hits, np.zeros(0, dtype=np.int64)])
    by_hit = np.argsort(all_hits)
    group = group_of[by_hit[np.searchsorted(all_hits[by_hit], hit)]]
    orders, order = np.unique(letters, return_inverse=True)
    distinct, code = np.unique(group * max(1, len(orders)) + order, return_inverse=True)
    return [
        Display(groups[number // len(orders)][0], str(orders[number % len(orders)]))
        for number in distinct.tolist()
    ], code


def _numbers(
    pages: NDArray[np.int64], source: NDArray[np.int64], question: NDArray[np.int64], value: Floats
) -> Numbers:
    by_source = np.argsort(pages)
    page = by_source[np.searchsorted(pages[by_source], source)]
    in_order = np.lexsort((question, page))
    return Numbers(page[in_order], question[in_order], value[in_order])


_LENGTHS = load("analysis/data/sql/rating_rows.sql", "lengths_of_outputs")


def batch_frame(batch: Batch, answers: Answers = "counted", *, judges: bool = True) -> Frame:
    """Return every rating of a scored criterion in `batch` by people (named by pseudonym) and, if
    `judges` is true, by all judge runs. The rows follow the order of the pages, then of the
    rubric's questions. `answers` selects people's answers."""
    columns = scored_columns(batch)
    pages, displays, numbers = read_ratings(batch, answers, list(columns), judges=judges)
    page, question = numbers.page, numbers.question
    scored = list(columns.values())
    criterion = Labels.coded(question, [column.criterion for column in scored])
    cell, rated = _rated(scored, displays, pages.display[page], question)
    return Frame(
        hit=Labels.coded(pages.hit.code[page], pages.hit.names),
        item=Labels.coded(pages.item.code[page], pages.item.names),
        system=Labels.coded(cell, [system for system, _other, _position in rated]),
        other=Labels.coded(cell, [other for _system, other, _position in rated]),
        criterion=criterion,
        target=Labels.coded(question, list(columns)),
        rater=Labels.coded(pages.rater.code[page], pages.rater.names),
        judge=pages.judge[page],
        position=np.array([position for *_names, position in rated], dtype=np.int8)[cell],
        value=_values(scored, numbers, criterion.code),
        facts=batch_facts(batch.rubric_version.spec),
        lengths=lengths_of(batch) if judges else {},
    )


def batch_frames(batches: Sequence[Batch], answers: Answers = "counted") -> dict[str, Frame]:
    """Return the frame of each batch by the batch's name. Raises RateroomError unless all batches
    have exactly the same rubric."""
    check_rubrics(batches)
    return {name: batch_frame(batch, answers) for name, batch in by_name(batches).items()}


def _rated(
    columns: Sequence[Column], displays: Sequence[Display], page: Codes, question: Codes
) -> tuple[Codes, list[tuple[str, str, int]]]:
    """Return, for each number, the index of its rated output, and a list of the rated outputs. An
    entry of the list is the system, the other system of a preference, and the position. Number i
    answers `question[i]` on `displays[page[i]]`."""
    cell = page * len(columns) + question
    occurs = np.zeros(len(displays) * len(columns), dtype=bool)
    occurs[cell] = True
    pairs = (divmod(number, len(columns)) for number in np.flatnonzero(occurs).tolist())
    rated = [_output(columns[column], displays[place]) for place, column in pairs]
    return (np.cumsum(occurs) - 1)[cell], rated


def _output(column: Column, display: Display) -> tuple[str, str, int]:
    systems, order = display.systems, display.order
    if column.measure and column.measure.shape == "pair":
        return systems[0], systems[1], order.find("a") + 1
    if column.output:
        return systems[LETTERS.index(column.output)], "", order.find(column.output) + 1
    return ("", "", 0) if len(systems) > 1 else (systems[0], "", 1)


def _values(columns: Sequence[Column], numbers: Numbers, criterion: Codes) -> Floats:
    """Return the values to use in statistics. A preference is 1, 2 or 0, whatever its strength. A
    rank is converted to the mid-rank on its page."""
    values = numbers.value.copy()
    shapes = [column.measure.shape if column.measure else "" for column in columns]
    for index, (column, shape) in enumerate(zip(columns, shapes, strict=True)):
        if column.measure and shape == "pair":
            rows = np.flatnonzero(numbers.question == index)
            distinct, code = np.unique(values[rows], return_inverse=True)
            preferred = [column.measure.preferred(int(number)) for number in distinct.tolist()]
            values[rows] = np.array(preferred, dtype=float)[code]
    ranks = np.array([shape == "rank" for shape in shapes], dtype=bool)[numbers.question]
    _pages, page = np.unique(
        np.stack([numbers.page[ranks], criterion[ranks]], axis=1), axis=0, return_inverse=True
    )
    values[ranks] = mid_ranks(page.reshape(-1), numbers.value[ranks])
    return values


def mid_ranks(page: Codes, ranks: Floats) -> Floats:
    """Return the mid-ranks of the ranks (N,) on several pages. On each page, mid-ranks have no
    gaps, 1 is the lowest, and equal ranks share their mean.

    However a tie is written (1, 1, 2 or 1, 1, 3), the ranks of the page become 1.5, 1.5, 3.
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


def scored_columns(batch: Batch) -> dict[str, Column]:
    """Return the batch's columns that measure a criterion, by key. For a checklist, these are only
    the scores of its entries and not the single steps."""
    return {
        column.key: column
        for column in answer_columns(batch)
        if column.criterion and column.measure
    }


def lengths_of(batch: Batch) -> dict[tuple[str, str], float]:
    """Return the length in characters of each rated text output, by item and system."""
    with connection.cursor() as cursor:
        cursor.execute(_LENGTHS, {"batch": batch.pk})
        return {(item, system): float(size) for item, system, size in cursor}
