"""A batch's ratings, read as arrays in a fixed number of statements."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db import connection
from numpy.typing import NDArray

from analysis.data.answers import for_each_choice
from analysis.data.facts import ADJUDICATED, Answers
from analysis.data.frame import Codes, Labels
from analysis.statistics.results import Floats
from core.database.arrays import floats, integers
from core.database.sql import SQLValue
from hits.models import Batch
from hits.states import CONDITIONS
from hits.states import load_with_states as load

_PATH = "analysis/data/sql/ratings.sql"
_RATINGS = for_each_choice(_PATH, "ratings", ["people", "numbers"])
_SYSTEMS = load(_PATH, "systems", output_systems=load(CONDITIONS, "output_systems"))
_ITEMS = load(_PATH, "items")
_RATERS = load(_PATH, "raters")


@dataclass(frozen=True)
class Pages:
    """P answered pages: people's in the order they were handed out, then judges'. `hit`, `item` and
    `rater` hold names; `display` is the outputs and their order."""

    hit: Labels
    item: Labels
    rater: Labels
    display: Codes
    judge: NDArray[np.bool_]


@dataclass(frozen=True)
class Display:
    """The systems whose outputs a page shows, in canonical order, and the letters as shown."""

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
    these questions: people's in `answers` and, with `judges`, those of all judge runs."""
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
    """Return pseudonyms by enrolment, and names of judge runs by their negated keys."""
    return {0: ADJUDICATED} | dict(_rows(_RATERS, {"batch": batch.pk}))


def _displays(hit: NDArray[np.int64], letters: NDArray[np.str_]) -> tuple[list[Display], Codes]:
    """Return each distinct display of these HITs' pages, and its index for every page (P,)."""
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
