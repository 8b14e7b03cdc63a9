"""The hourly pay of the annotators in a batch, compared with the project's minimum."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from django.db import connection

from core.database.sql import SQLValue
from hits.amounts import reward_for
from hits.models import Batch
from hits.states import UNREJECTED, load_with_states, sql_list
from hits.telemetry import ACTIVE

PATH = "hits/money/sql/wages.sql"
CENT = Decimal("0.01")
MANY = 5_000  # wanted answers; from this number on, a task computes the pay
_WAGES = load_with_states(
    PATH, "wages", work=load_with_states(PATH, "work", wanted=sql_list(UNREJECTED))
)


@dataclass(frozen=True)
class Wages:
    """Statistics on the hourly pay in a batch. A person's pay covers all work that is not rejected,
    with bonuses. `median` and `upper` are the median and the 75th percentile over people. `below`
    is the number of people paid less than `floor`, the project's minimum (None if it sets no
    minimum).

    The time of a HIT is its active time if the browser recorded it, or else the time from claiming
    to submitting. The browser recorded it for `noted` of the `hits` HITs. `seconds` is the median
    over people of the time per HIT.
    """

    floor: Decimal | None
    people: int
    below: int
    median: Decimal
    upper: Decimal
    seconds: float
    hits: int
    noted: int

    def stored(self) -> dict[str, object]:
        """Return the statistics as a dict that can be stored as JSON. The method `of` reads it."""
        return {
            name: str(value) if isinstance(value, Decimal) else value
            for name, value in asdict(self).items()
        }

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> "Wages":
        money = {
            name: None if stored[name] is None else Decimal(stored[name])
            for name in ("floor", "median", "upper")
        }
        return cls(**{**stored, **money})

    @property
    def is_low(self) -> bool:
        """Return whether the median hourly pay is below the minimum."""
        return self.floor is not None and self.median < self.floor

    @property
    def price(self) -> Decimal | None:
        """Return the reward, in whole cents, that would raise the median hourly pay to the minimum.
        Return None if the project sets no minimum."""
        if self.floor is None:
            return None
        return reward_for(self.floor, self.seconds)


def has_many_answers(batch: Batch) -> bool:
    """Return whether the batch is so large that a page that reloads cannot compute its hourly pay
    in time."""
    return (batch.assignments_planned or 0) > MANY


def wages_of(batches: Sequence[Batch]) -> dict[int, Wages]:
    """Return the hourly pay in each batch that has submitted work, by batch id, in one query."""
    floors = {batch.pk: batch.project.hourly_floor for batch in batches}
    values: dict[str, SQLValue] = {"batches": list(floors), "active": ACTIVE.key}
    with connection.cursor() as cursor:
        cursor.execute(_WAGES, values)
        return {
            pk: Wages(
                floor=floors[pk],
                people=people,
                below=below,
                median=_cents(median),
                upper=_cents(upper),
                seconds=seconds,
                hits=int(hits),
                noted=int(noted),
            )
            for pk, people, below, median, upper, seconds, hits, noted in cursor.fetchall()
        }


def _cents(amount: float) -> Decimal:
    return Decimal(amount).quantize(CENT, ROUND_HALF_UP)
