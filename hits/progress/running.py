"""Activity in a published batch: progress, people at work, pace, time per HIT, and coverage of
items. The number of queries does not depend on the batch. Submissions update no counter that others
would have to wait for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import ROUND_HALF_UP, Decimal
from functools import partial
from typing import Any

from django.db import connection
from django.utils import timezone

from core.database.sql import SQLValue, load
from hits.models import Batch
from hits.states import STANDING, State, load_with_states
from hits.telemetry import ACTIVE

CENT = Decimal("0.01")


_MEDIANS_OF_BATCHES = load("hits/progress/sql/times.sql", "medians_of_batches")
LATEST_OF_MANY = 200  # latest submissions per batch, if several batches are queried together


def median_seconds(batches: Sequence[Batch]) -> dict[int, float]:
    """Return the median time per HIT over each batch's latest submissions, in seconds by batch id.
    The time of a HIT is the active time if recorded, or else the time from claiming to submitting.
    Batches without any times are left out."""
    with connection.cursor() as cursor:
        cursor.execute(
            _MEDIANS_OF_BATCHES,
            {
                "batches": [batch.pk for batch in batches],
                "active": ACTIVE.key,
                "latest": LATEST_OF_MANY,
            },
        )
        return dict(cursor.fetchall())


def hourly_pay(reward: Decimal, seconds: float) -> Decimal | None:
    """Return the hourly pay, to the cent, for HITs that take `seconds` each. Return None for less
    than one second, which is too short for a person."""
    if seconds < 1:
        return None
    return (reward * 3600 / Decimal(seconds)).quantize(CENT, ROUND_HALF_UP)


_sql = partial(load_with_states, "hits/progress/sql/running.sql")
_OVER_TIME, _PACE, _COVERAGE, _JOINED = map(_sql, ("over_time", "pace", "coverage", "joined"))
# Possible widths, in seconds, of a bar in the chart of responses over time. The chart uses the
# smallest width that needs at most MOST_BARS bars.
SPANS = (60, 300, 900, 3600, 3 * 3600, 6 * 3600, 86400, 7 * 86400, 30 * 86400)
MOST_BARS = 36
LARGE = 20_000  # HITs; from this number on, a task computes the coverage in the background
# The pace is measured over the shortest period that has this many submissions.
ENOUGH = 10


@dataclass(frozen=True)
class Joined:
    """The number of people who have joined a batch, in total and by the state of their enrolment.
    `submitted` is the number of HITs that these people have submitted."""

    people: int
    free_to_go_on: int
    stopped: int
    capped: int
    page_first: int
    submitted: int


@dataclass(frozen=True)
class Pace:
    """The number of responses per hour, measured over the last `hours` hours."""

    an_hour: float
    hours: float

    @property
    def seconds(self) -> float:
        return self.hours * 3600


@dataclass(frozen=True)
class Coverage:
    """The number of items: in total (`items`), with all their ratings (`complete`), and with only
    some of their ratings (`begun`)."""

    items: int
    complete: int
    begun: int

    @property
    def untouched(self) -> int:
        return self.items - self.complete - self.begun


@dataclass(frozen=True)
class OverTime:
    """The number of responses in each period of `seconds`, starting at `start`. The last period can
    still be running."""

    start: datetime
    seconds: int
    counts: Sequence[int]

    @property
    def end(self) -> datetime:
        return self.start + timedelta(seconds=self.seconds * len(self.counts))


@dataclass(frozen=True)
class Progress:
    """The number of a batch's assignments by state, and numbers derived from these counts."""

    counts: Mapping[str, int]
    joined: Joined

    @property
    def wanted(self) -> int:
        return self._sum(STANDING)

    @property
    def approved(self) -> int:
        return self._sum((State.APPROVED,))

    @property
    def waiting(self) -> int:
        return self._sum((State.SUBMITTED,))

    @property
    def answered(self) -> int:
        return self.approved + self.waiting

    @property
    def in_work(self) -> int:
        return self._sum((State.CLAIMED,))

    @property
    def free(self) -> int:
        return self._sum((State.FREE,))

    @property
    def rejected(self) -> int:
        return self._sum((State.REJECTED,))

    @property
    def percent(self) -> float:
        return 100 * self.answered / self.wanted if self.wanted else 0

    def _sum(self, states: Sequence[State]) -> int:
        return sum(self.counts.get(state, 0) for state in states)


def progress_of(batch: Batch) -> Progress:
    """Return the numbers of the batch's assignments by state and of the people who have joined, in
    two queries."""
    (row,) = _rows(_JOINED, {"batch": batch.pk})
    return Progress(batch.assignments.count_by_state(), Joined(*map(int, row)))


def pace_of(batch: Batch) -> Pace | None:
    """Return the pace over the last hour. If this hour has too few submissions, return the pace
    over six hours or a day. The measured period never starts before the batch was published. Return
    None without any submissions."""
    (counts,) = _rows(_PACE, {"batch": batch.pk})
    age = (timezone.now() - (batch.published_at or timezone.now())).total_seconds() / 3600
    for hours, count in zip((1, 6, 24), counts, strict=True):
        if count >= ENOUGH or (hours == 24 and count):  # noqa: PLR2004 - the longest window
            seen = max(min(hours, age), 1 / 60)
            return Pace(count / seen, seen)
    return None


def expected_end(progress: Progress, pace: Pace | None) -> datetime | None:
    """Return the expected time of the last response at this pace. Return None if the pace is
    unknown or all responses have been submitted."""
    remaining = progress.free + progress.in_work
    if pace is None or not remaining:
        return None
    return timezone.now() + timedelta(hours=remaining / pace.an_hour)


def is_large(batch: Batch) -> bool:
    """Return whether the batch has too many HITs to compute its coverage while a page loads."""
    return batch.hits_made > LARGE


def coverage_of(batch: Batch) -> Coverage:
    """Return the coverage of the batch's items. The query reads all HITs."""
    (row,) = _rows(_COVERAGE, {"batch": batch.pk})
    return Coverage(*row)


def answers_over_time(batch: Batch) -> OverTime | None:
    """Return the number of responses over time since publication, in at most MOST_BARS periods of
    equal length. The start is rounded down to a multiple of this length. Return None for a
    draft."""
    if batch.published_at is None:
        return None
    end = batch.closed_at or timezone.now()
    age = (end - batch.published_at).total_seconds()
    seconds = next((span for span in SPANS if age / span < MOST_BARS - 1), SPANS[-1])
    start = datetime.fromtimestamp(
        batch.published_at.timestamp() // seconds * seconds, tz=batch.published_at.tzinfo
    )
    values: dict[str, SQLValue] = {"batch": batch.pk, "start": start, "seconds": seconds}
    by_span = dict(_rows(_OVER_TIME, values))
    last = max(int((end - start).total_seconds() // seconds), *by_span, 0)
    return OverTime(start, seconds, [by_span.get(span, 0) for span in range(last + 1)])


def _rows(statement: str, values: Mapping[str, SQLValue]) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows
