"""What a check finds, and the statement that most checks ask it by."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from database.sql import load

SQL = "hits/batches/preflight/findings.sql"
NAMED = 5  # examples of a finding; the count tells of the others


@dataclass(frozen=True)
class Example:
    """One row found: item, system (blank for what is the item's own), and what it says, the part
    that matters `marked`."""

    item: str
    system: str
    before: str
    marked: str = ""
    after: str = ""


@dataclass(frozen=True)
class Finding:
    """What a check found. `must`: publishing would be refused or annotators would see nothing.

    `rows` is how many were found, in `items` items; `fingerprint` tells these rows from others.
    """

    check: str
    title: str
    text: str
    rows: int
    items: int
    fingerprint: str
    examples: Sequence[Example] = ()
    must: bool = False
    may_leave_out: bool = True
    may_mask: bool = False


@dataclass(frozen=True)
class Rows:
    """The answer of a statement of `findings.sql`: how many rows in how many items, their
    fingerprint, and the first of them as (item, system, excerpt)."""

    rows: int
    items: int
    fingerprint: str
    first: Sequence[tuple[str, str, str]]

    def finding(
        self,
        check: str,
        title: str,
        text: str = "",
        *,
        examples: Sequence[Example] | None = None,
        must: bool = False,
        may_mask: bool = False,
    ) -> Finding:
        """These rows as what the check found; its examples are the first of them, where no others
        are given."""
        if examples is None:
            examples = [Example(item, system, excerpt) for item, system, excerpt in self.first]
        return Finding(
            check=check,
            title=title,
            text=text,
            rows=self.rows,
            items=self.items,
            fingerprint=self.fingerprint,
            examples=examples,
            must=must,
            may_mask=may_mask,
        )


def _found(name: str) -> str:
    return load(SQL, name, media=load(SQL, "media"))


def found_rows(cursor: Any, name: str, **values: Any) -> Rows | None:
    """What the statement `name` finds in the staged sample; None where that is nothing."""
    cursor.execute(load(SQL, "listed", found=_found(name)), {**values, "named": NAMED})
    rows = cursor.fetchall()
    if not rows:
        return None
    count, items, fingerprint, *_first = rows[0]
    return Rows(count, items, fingerprint, [tuple(row[3:]) for row in rows])


def item_ids(cursor: Any, name: str, **values: Any) -> list[int]:
    """The items (keys) in which the statement `name` finds something."""
    cursor.execute(load(SQL, "items", found=_found(name)), values)
    return [pk for (pk,) in cursor.fetchall()]
