"""What one annotator has done and earned: per batch, and per project where the money is."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from django.db import connection

from hits.models import Batch
from hits.states import IS_ANSWERED
from people.models import User

_BATCHES = f"""
    select b.id, b.title, p.currency, p.simulated, b.reward,
           count(*) filter (where a.state = 'submitted') as waiting,
           count(*) filter (where a.state = 'approved') as approved,
           count(*) filter (where a.state = 'rejected') as rejected,
           percentile_cont(0.5) within group
               (order by extract(epoch from a.submitted_at - a.accepted_at)) as seconds,
           max(a.submitted_at) as latest, min(e.completion_code) as code
      from hits_assignment a join hits_batch b on b.id = a.batch_id
      join people_project p on p.id = b.project_id
      join hits_enrolment e on e.id = a.enrolment_id
     where a.annotator_id = %(annotator)s and {IS_ANSWERED}
     group by b.id, p.id order by latest desc
"""
_SUMMARY = f"""
    select count(*) filter (where state = 'submitted'), count(*) filter (where state = 'approved'),
           count(*) filter (where state = 'rejected'),
           coalesce(extract(epoch from sum(submitted_at - accepted_at)), 0)::float8
      from hits_assignment a
     where a.annotator_id = %(annotator)s and a.batch_id = %(batch)s and {IS_ANSWERED}
"""
# Credits to the person's account are what was earned, a reversal of one takes it back; payouts are
# what was paid.
_MONEY = """
    with held as (
        select c.project_id,
               sum(e.amount) filter (where t.kind <> 'payout'
                     and coalesce(r.kind, '') <> 'payout') as earned,
               -sum(e.amount) filter (where t.kind = 'payout' or r.kind = 'payout') as paid
          from payments_account c
          join payments_entry e on e.account_id = c.id
          join payments_transaction t on t.id = e.transaction_id
          left join payments_transaction r on r.id = t.reverses_id
         where c.annotator_id = %(annotator)s group by c.project_id
    ), waiting as (
        select b.project_id, sum(b.reward) as pending
          from hits_assignment a join hits_batch b on b.id = a.batch_id
         where a.annotator_id = %(annotator)s and a.state = 'submitted' group by b.project_id
    )
    select p.name, p.currency, p.simulated, coalesce(w.pending, 0),
           coalesce(h.earned, 0), coalesce(h.paid, 0)
      from people_project p left join held h on h.project_id = p.id
      left join waiting w on w.project_id = p.id
     where h.project_id is not null or w.project_id is not null
     order by p.name
"""


@dataclass(frozen=True)
class BatchWork:
    """One batch's work of one annotator; `seconds` is the median from taking a HIT to submitting
    it."""

    pk: int
    title: str
    currency: str
    simulated: bool
    reward: Decimal
    waiting: int
    approved: int
    rejected: int
    seconds: float
    latest: object
    code: str

    @property
    def pending(self) -> Decimal:
        return self.waiting * self.reward


@dataclass(frozen=True)
class Summary:
    """What one annotator has done in one batch; `seconds` is all the time from taking HITs to
    submitting them."""

    reward: Decimal
    waiting: int
    approved: int
    rejected: int
    seconds: float

    @property
    def done(self) -> int:
        return self.waiting + self.approved + self.rejected

    @property
    def earned(self) -> Decimal:
        return self.approved * self.reward

    @property
    def pending(self) -> Decimal:
        return self.waiting * self.reward


@dataclass(frozen=True)
class ProjectMoney:
    """What one project owes and has paid; bonuses and reversals count. `pending` waits to be
    approved, on top of it."""

    name: str
    currency: str
    simulated: bool
    pending: Decimal
    earned: Decimal
    paid: Decimal

    @property
    def due(self) -> Decimal:
        return self.earned - self.paid


def work_by_batch(annotator: User) -> Sequence[BatchWork]:
    """Batches with submitted work, the latest first."""
    with connection.cursor() as cursor:
        cursor.execute(_BATCHES, {"annotator": annotator.pk})
        return [BatchWork(*row) for row in cursor.fetchall()]


def summary(annotator: User, batch: Batch) -> Summary:
    with connection.cursor() as cursor:
        cursor.execute(_SUMMARY, {"annotator": annotator.pk, "batch": batch.pk})
        return Summary(batch.reward, *cursor.fetchone())


def money_by_project(annotator: User) -> Sequence[ProjectMoney]:
    with connection.cursor() as cursor:
        cursor.execute(_MONEY, {"annotator": annotator.pk})
        return [ProjectMoney(*row) for row in cursor.fetchall()]
