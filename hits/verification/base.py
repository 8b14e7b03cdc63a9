"""Checks of a site's data, and their run."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import connection

MAX_EXAMPLES = 20  # offenders named in a report; all are counted


@dataclass(frozen=True)
class Check:
    """One promise. `sql` gives one column, `found`: a phrase for each thing that breaks it, so no
    row when it holds.

    A `warning` is worth a look and breaks nothing.
    """

    name: str
    promise: str
    remedy: str
    sql: str = ""
    warning: bool = False

    def run(self) -> "Finding":
        return Finding.of(self, self.offenders())

    def offenders(self) -> Iterable[str]:
        """Return the phrases, in the order of the statement."""
        with connection.cursor() as cursor:
            cursor.execute(self.sql)
            yield from (row[0] for row in cursor)


@dataclass(frozen=True)
class Finding:
    """How a check came out: how many things break the promise, and the first few."""

    check: Check
    count: int
    examples: Sequence[str]

    @classmethod
    def of(cls, check: Check, offenders: Iterable[str]) -> "Finding":
        count, examples = 0, list[str]()
        for phrase in offenders:
            count += 1
            if count <= MAX_EXAMPLES:
                examples.append(phrase)
        return cls(check, count, examples)

    @property
    def broken(self) -> bool:
        return self.count > 0 and not self.check.warning
