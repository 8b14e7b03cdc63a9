"""The base class for checks of a site's data, and the result of a check."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import connection

MAX_EXAMPLES = 20  # most offenders listed in a report; its count includes all offenders


@dataclass(frozen=True)
class Check:
    """A statement (`promise`) that must be true for all data. `sql` returns one row for each
    violation, with a description in the column `found`.

    If `warning` is true, a violation deserves attention but is not an error.
    """

    name: str
    promise: str
    remedy: str
    sql: str = ""
    warning: bool = False

    def run(self) -> "Finding":
        return Finding.of(self, self.offenders())

    def offenders(self) -> Iterable[str]:
        """Yield the descriptions of the violations, in the order of the SQL's rows."""
        with connection.cursor() as cursor:
            cursor.execute(self.sql)
            yield from (row[0] for row in cursor)


@dataclass(frozen=True)
class Finding:
    """The result of a check: the number of violations, and the first few as examples."""

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
