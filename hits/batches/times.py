"""How long a batch's HITs take, beside the estimate that annotators were shown, and what an hour
earns."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal

from django.db import connection
from django.utils.translation import gettext as _

from hits.models import Batch
from hits.page.telemetry import ACTIVE

LATEST = 2000  # HITs that the medians are of: enough, and the same cost in every batch
CENT = Decimal("0.01")


@dataclass(frozen=True)
class TimeSpent:
    """One way to see how long a HIT takes: seconds, of how many HITs, and the reward that comes to
    in an hour."""

    name: str
    seconds: float
    hits: int | None
    hourly: Decimal | None


# From the end of the index `assignment_submitted`.
_MEDIANS = """
    select count(*), percentile_cont(0.5) within group (order by elapsed),
           count(active), percentile_cont(0.5) within group (order by active)
      from (select extract(epoch from a.submitted_at - a.accepted_at)::float8 as elapsed,
                   (w.seen ->> %(active)s)::float8 as active
              from hits_assignment a left join hits_viewing w on w.assignment_id = a.id
             where a.batch_id = %(batch)s and a.submitted_at is not null
             order by a.submitted_at desc, a.id desc limit %(latest)s) latest
"""


def time_spent(batch: Batch) -> Sequence[TimeSpent]:
    """The estimate, then the medians of the latest submitted HITs: active, and from taking to
    submitting.

    A median of no HITs is left out.
    """
    with connection.cursor() as cursor:
        cursor.execute(_MEDIANS, {"batch": batch.pk, "active": ACTIVE.key, "latest": LATEST})
        submitted, elapsed, noted, active = cursor.fetchone()
    rows = [
        (_("Estimate, shown to annotators"), batch.expected_seconds, None),
        (_("Median in use"), active, noted),
        (_("Median from taking to submitting"), elapsed, submitted),
    ]
    return [
        TimeSpent(name, float(seconds), hits, hourly_pay(batch.reward, seconds))
        for name, seconds, hits in rows
        if seconds is not None
    ]


def hourly_pay(reward: Decimal, seconds: float) -> Decimal | None:
    """What an hour of HITs of `seconds` each earns, to the cent; None below a second, as no person
    works."""
    if seconds < 1:
        return None
    return (reward * 3600 / Decimal(seconds)).quantize(CENT, ROUND_HALF_UP)
