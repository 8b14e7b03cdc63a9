"""Keyset pagination of lists: a page starts after the last row of the page before. A late page is
as fast as the first, and new rows do not shift other pages."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django.db.models import F, OrderBy, Q, QuerySet

from core.database.whole_numbers import LARGEST, MOST_DIGITS

PER_PAGE = 15  # rows of a list; with more, a page could be longer than 3,000 px on a phone
AFTER, BEFORE = "after", "before"  # parameters with the row that a page starts after or ends before


@dataclass(frozen=True)
class Key:
    """A column or annotation that rows are sorted by. If `nullable` is true, nulls come last in
    both directions. Leave it false for keys that are never null, so that an index can sort them."""

    name: str
    descending: bool = False
    nullable: bool = False

    def order(self, *, backwards: bool) -> OrderBy:
        """Return this key as an ordering. With `backwards`, the ordering is reversed."""
        nulls: dict[str, bool] = {}
        if self.nullable:
            nulls = {"nulls_first": True} if backwards else {"nulls_last": True}
        return OrderBy(F(self.name), descending=self.descending != backwards, **nulls)

    def beyond(self, value: object, *, backwards: bool) -> Q | None:
        """Return a filter for the rows that this key sorts after `value` (before it with
        `backwards`). Return None if there can be no such rows."""
        if value is None:
            return Q((f"{self.name}__isnull", False)) if backwards else None
        further = Q((f"{self.name}__{'lt' if self.descending != backwards else 'gt'}", value))
        if self.nullable and not backwards:
            return further | Q((f"{self.name}__isnull", True))
        return further

    def same(self, value: object) -> Q:
        """Return a filter for the rows with `value` in this key."""
        return Q((f"{self.name}__isnull", True)) if value is None else Q((self.name, value))


LATEST_FIRST = (Key("pk", descending=True),)


@dataclass(frozen=True)
class Cursor:
    """The position in a list where a page starts: after the row with this number. If `backwards` is
    true, the page ends before this row."""

    number: int
    backwards: bool = False


@dataclass(frozen=True)
class Window:
    """A page of `rows`. `before` and `after` are the row numbers for cursors to the previous and
    the next page, or None if there is no such page."""

    rows: Sequence[Any]
    before: int | None
    after: int | None

    @property
    def is_whole(self) -> bool:
        return self.before is None and self.after is None


def cursor_of(query: Mapping[str, object], prefix: str = "") -> Cursor | None:
    """Return the cursor in the query parameter `after` or `before`. Return None, which means the
    first page, if there is no valid cursor. `prefix` distinguishes several lists on one page, for
    example `?members_after=…`."""
    for name in (AFTER, BEFORE):
        text = str(query.get(prefix + name, ""))
        if text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS:
            return Cursor(min(int(text), LARGEST), backwards=name == BEFORE)
    return None


def window(
    rows: QuerySet[Any],
    keys: Sequence[Key],
    cursor: Cursor | None,
    *,
    size: int,
    number: Callable[[Any], int] = attrgetter("pk"),
    among: QuerySet[Any] | None = None,
) -> Window:
    """Return a page of at most `size` rows, sorted by `keys`. The last key must be the row's
    number.

    The values of the cursor's row are looked up in `among` (by default `rows`), with one SQL
    statement. No look-up is needed if the number is the only key. If that row no longer exists,
    return the first page.
    """
    values = _values_at(rows if among is None else among, keys, cursor)
    backwards = values is not None and cursor is not None and cursor.backwards
    page = rows.order_by(*(key.order(backwards=backwards) for key in keys))
    if values is not None:
        page = page.filter(_beyond(keys, values, backwards=backwards))
    listed = list(page[: size + 1])
    goes_on, listed = len(listed) > size, listed[:size]
    if backwards:
        listed.reverse()
    first, last = (number(listed[0]), number(listed[-1])) if listed else (None, None)
    return Window(
        listed,
        before=first if (goes_on if backwards else values is not None) else None,
        after=last if backwards or goes_on else None,
    )


def window_of_sorted(
    rows: Sequence[Any],
    cursor: Cursor | None,
    *,
    size: int,
    number: Callable[[Any], int] = attrgetter("pk"),
) -> Window:
    """Return a page of at most `size` rows from a sorted sequence in memory. The other parameters
    are as for `window`."""
    start, end = 0, size
    if cursor is not None:
        places = (place for place, row in enumerate(rows) if number(row) == cursor.number)
        if (place := next(places, None)) is not None:
            last = place if cursor.backwards else place + 1 + size
            start, end = max(0, last - size), last
    listed = rows[start:end]
    return Window(
        listed,
        before=number(listed[0]) if listed and start > 0 else None,
        after=number(listed[-1]) if listed and end < len(rows) else None,
    )


def _values_at(
    rows: QuerySet[Any], keys: Sequence[Key], cursor: Cursor | None
) -> Sequence[object] | None:
    if cursor is None:
        return None
    *others, own = keys
    if not others:
        return [cursor.number]
    names = [key.name for key in keys]
    row = rows.filter(own.same(cursor.number)).order_by().values_list(*names)[:1]
    return next(iter(row), None)


def _beyond(keys: Sequence[Key], values: Sequence[object], *, backwards: bool) -> Q:
    """Return a filter for the rows that come after these values. Rows are compared by the first
    key, then, if it is equal, by the second key, and so on."""
    *others, own = zip(keys, values, strict=True)
    beyond = own[0].beyond(own[1], backwards=backwards) or Q()
    for key, value in reversed(others):
        further, level = key.beyond(value, backwards=backwards), key.same(value) & beyond
        beyond = level if further is None else further | level
    return beyond
