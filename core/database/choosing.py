"""Form fields for choosing rows. Among thousands of rows, people can search by name and turn pages.
Chosen rows are always shown."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from django.db.models import QuerySet
from django.http import QueryDict

from core.database.keyset import (
    AFTER,
    BEFORE,
    Key,
    Window,
    cursor_of,
    window,
)
from core.database.whole_numbers import whole_number

PER_PAGE = 30
LONGEST = 120  # characters of a search text
MOST_COUNTED = 1000  # matches that are counted: beyond this, people narrow their search
MOST_CHOSEN = 200  # rows that a request can choose


@dataclass(frozen=True)
class Choice:
    """A row with the state of its check box."""

    row: Any
    is_chosen: bool


@dataclass(frozen=True)
class Chooser:
    """The choices of the form field `name`: first the rows chosen on other pages, then a page of
    the rows that match the search.

    `find` is the search text, or "" for all rows. `matching` is the number of matches, at most
    MOST_COUNTED, or None if all matches are shown.
    """

    name: str
    choices: Sequence[Choice]
    window: Window
    find: str
    matching: int | None
    counted_all: bool

    @property
    def is_long(self) -> bool:
        return bool(self.find) or self.matching is not None

    @property
    def shown(self) -> int:
        """Return the number of matches on this page."""
        return len(self.window.rows)

    @property
    def has_chosen(self) -> bool:
        return any(choice.is_chosen for choice in self.choices)

    def with_first_chosen(self) -> "Chooser":
        """Return a copy of this chooser in which the first row is chosen."""
        first = [Choice(choice.row, is_chosen=True) for choice in self.choices[:1]]
        return replace(self, choices=[*first, *self.choices[1:]])


def choose(
    query: QueryDict,
    name: str,
    rows: QuerySet[Any],
    *,
    keys: Sequence[Key],
    lookup: str,
    chosen: Sequence[int] = (),
    size: int | None = None,
) -> Chooser:
    """Return the chooser of the field `name` with a page of `rows`. The caller must pass only rows
    that the user may see.

    `lookup` is a filter that finds rows by a part of their name. `chosen` are the primary keys to
    choose if the query has none. At most four SQL statements are run, whatever the number of rows.
    """
    find = looked_for(query, f"{name}_find")
    matches = rows.filter(**{lookup: find}) if find else rows
    page = window(matches, keys, cursor_of(query, f"{name}_"), size=size or PER_PAGE)
    # Submitting a search also submits the choice, even an empty one; a locked chooser sends
    # neither.
    if name in query or f"{name}_find" in query:
        chosen = _numbers(query.getlist(name))
    page_pks = {row.pk for row in page.rows}
    elsewhere = [pk for pk in chosen if pk not in page_pks]
    first = rows.filter(pk__in=elsewhere).order_by("-pk") if elsewhere else ()
    number = None if page.is_whole else matches.order_by()[: MOST_COUNTED + 1].count()
    return Chooser(
        name,
        [Choice(row, row.pk in chosen) for row in (*first, *page.rows)],
        page,
        find,
        number and min(number, MOST_COUNTED),
        counted_all=number is None or number <= MOST_COUNTED,
    )


def looking_fields(name: str) -> list[str]:
    """Return the names of the fields for searching and paging that a chooser submits in addition to
    `name`."""
    return [f"{name}_{field}" for field in ("find", "look", AFTER, BEFORE)]


def is_looking(sent: Mapping[str, object], name: str) -> bool:
    """Return whether the form was submitted with one of the chooser's buttons for searching or
    paging."""
    _find, *buttons = looking_fields(name)
    return any(button in sent for button in buttons)


def looking_query(sent: QueryDict, name: str) -> str:
    """Return a query string that keeps the search text, the page and every chosen row."""
    chosen = [(name, value) for value in sent.getlist(name)[:MOST_CHOSEN]]
    looks = [(field, looked_for(sent, field)) for field in looking_fields(name) if field in sent]
    return urlencode([*chosen, *looks])


def looked_for(query: Mapping[str, object], field: str) -> str:
    """Return the text of a search field, shortened and without NUL characters, which the database
    does not accept."""
    return str(query.get(field, "")).replace("\0", "").strip()[:LONGEST]


def _numbers(texts: Sequence[str]) -> list[int]:
    numbers = map(whole_number, texts)
    return [number for number in numbers if number is not None][:MOST_CHOSEN]
