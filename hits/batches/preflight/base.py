"""Findings of the pre-publish check, and base classes for its checks."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, ClassVar, Self

from django.db.backends.utils import CursorWrapper

from core.database.sql import SQLValue, load
from hits.models import Batch

SQL = "hits/batches/preflight/findings.sql"
NAMED = 5  # examples in a finding; the finding's count includes all


@dataclass(frozen=True)
class Example:
    """An example in a finding: the item, the system, and an excerpt whose relevant part is
    `marked`. `system` is "" if the finding is about the item itself."""

    item: str
    system: str
    before: str
    marked: str = ""
    after: str = ""


@dataclass(frozen=True)
class Finding:
    """A finding of a check. If `must` is true, publishing would be refused, or annotators would see
    nothing.

    `rows` is the number of rows found, in `items` items. `fingerprint` is a hash that identifies
    these rows. `about` is a value for the finding's text, for example a number of files. `title`
    and `text` are in the user's language, so they are not stored. They are "" until they are filled
    in.
    """

    check: str
    rows: int
    items: int
    fingerprint: str
    examples: Sequence[Example] = ()
    must: bool = False
    may_leave_out: bool = True
    may_mask: bool = False
    about: str | int = ""
    title: str = ""
    text: str = ""

    def stored(self) -> dict[str, object]:
        """Return the finding as a dict for JSON, without its title and text."""
        values = asdict(self)
        del values["title"], values["text"]
        return values

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> Self:
        examples = tuple(Example(**example) for example in stored["examples"])
        return cls(**{**stored, "examples": examples})


@dataclass(frozen=True)
class Rows:
    """The result of an SQL statement in `findings.sql`: the numbers of rows and items, a
    fingerprint, and the first rows as (item, system, excerpt)."""

    rows: int
    items: int
    fingerprint: str
    first: Sequence[tuple[str, str, str]]

    def finding(
        self,
        check: str,
        *,
        examples: Sequence[Example] | None = None,
        must: bool = False,
        may_mask: bool = False,
        about: int = 0,
    ) -> Finding:
        """Return these rows as a finding of `check`. The default examples are the first rows."""
        if examples is None:
            examples = [Example(item, system, excerpt) for item, system, excerpt in self.first]
        return Finding(
            check=check,
            rows=self.rows,
            items=self.items,
            fingerprint=self.fingerprint,
            examples=tuple(examples),
            must=must,
            may_mask=may_mask,
            about=about,
        )


def _found(name: str) -> str:
    return load(SQL, name, media=load(SQL, "media"))


def found_rows(cursor: CursorWrapper, name: str, **values: SQLValue) -> Rows | None:
    """Return the rows that the SQL statement `name` finds in the sample, or None if there are
    none."""
    cursor.execute(load(SQL, "listed", found=_found(name)), {**values, "named": NAMED})
    rows = cursor.fetchall()
    if not rows:
        return None
    count, items, fingerprint, *_first = rows[0]
    return Rows(count, items, fingerprint, [tuple(row[3:]) for row in rows])


def item_ids(cursor: CursorWrapper, name: str, **values: SQLValue) -> list[int]:
    """Return the ids of the items in which the SQL statement `name` finds a problem."""
    cursor.execute(load(SQL, "items", found=_found(name)), values)
    return [pk for (pk,) in cursor.fetchall()]


class Check(ABC):
    """One check of a draft's sample. `words` returns a finding's title and text in the user's
    language. `items` returns the ids of the items with the problem, or an empty list if single
    items cannot be left out."""

    name: ClassVar[str]

    @abstractmethod
    def check(self, cursor: CursorWrapper, batch: Batch) -> Finding | None:
        """Return the check's finding in the sample, or None if there is no problem."""

    @abstractmethod
    def words(self, finding: Finding) -> tuple[str, str]: ...

    def items(self, _cursor: CursorWrapper, _batch: Batch) -> list[int]:
        return []


class StatementCheck(Check):
    """A check that runs one SQL statement in `findings.sql`, with the parameters `limits`."""

    statement: ClassVar[str]
    limits: ClassVar[Mapping[str, SQLValue]] = {}

    def check(self, cursor: CursorWrapper, _batch: Batch) -> Finding | None:
        rows = found_rows(cursor, self.statement, **self.limits)
        return rows.finding(self.name) if rows else None

    def items(self, cursor: CursorWrapper, _batch: Batch) -> list[int]:
        return item_ids(cursor, self.statement, **self.limits)
