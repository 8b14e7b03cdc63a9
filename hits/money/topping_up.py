"""Bonuses that raise each person's pay for approved work to the project's minimum hourly pay."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import ROUND_CEILING, Decimal
from hashlib import sha256

from django.db import connection, transaction
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.batch_locks import lock_batch
from hits.models import Assignment, Batch
from hits.money.bonuses import pay_one_of_many
from hits.money.wages import CENT, PATH
from hits.states import State, load_with_states, sql_list
from hits.telemetry import ACTIVE
from payments.fees import FeeRule
from people.acts import record
from people.models import Act, User

LONGEST_MARK = 40
_BELOW = load_with_states(
    PATH, "below", work=load_with_states(PATH, "work", wanted=sql_list([State.APPROVED]))
)


class ListChanged(RateroomError):
    """Raised if the list of top-ups has changed since the page showed it."""


@dataclass(frozen=True)
class TopUp:
    """The bonus that raises one person's pay to the minimum. `hits` and `seconds` are the person's
    approved HITs and their total time. The bonus belongs to the person's latest `assignment`.

    `bonuses` is the sum of the person's unreversed bonuses in the batch. `posted` is the id of the
    latest transaction that paid or reversed one of the person's bonuses, or 0.
    """

    annotator: int
    assignment: int
    hits: int
    seconds: float
    amount: Decimal
    bonuses: Decimal
    posted: int

    @property
    def key(self) -> str:
        """Return the bonus's ledger key. It changes if the person's work or missing pay changes, or
        if a bonus is paid or reversed. The same amount can thus be paid again after a reversal or
        with a higher minimum."""
        return f"floor:{self.hits}:{self.amount}:{self.posted}"


@dataclass(frozen=True)
class TopUps:
    """The people whose pay is below the minimum, and the bonuses due to them."""

    people: Sequence[TopUp]

    @property
    def total(self) -> Decimal:
        return sum((person.amount for person in self.people), Decimal(0))

    @property
    def mark(self) -> str:
        """Return a hash of the list, so that a list that has changed is not paid. The hash covers
        people, amounts and assignments, and has LONGEST_MARK characters."""
        lines = [f"{person.annotator}:{person.assignment}:{person.key}" for person in self.people]
        return sha256("\n".join(lines).encode()).hexdigest()[:LONGEST_MARK]


def pays_top_ups(batch: Batch) -> bool:
    """Return whether Rateroom pays the bonuses. Panels pay bonuses on their own site."""
    return batch.fee_rule != FeeRule.PANEL


def top_ups(batch: Batch) -> TopUps:
    """Return the top-up that is due to each person, after deducting bonuses already paid. Uses one
    query."""
    with connection.cursor() as cursor:
        cursor.execute(_BELOW, {"batches": [batch.pk], "active": ACTIVE.key})
        rows = cursor.fetchall()
    people = [
        TopUp(person, latest, hits, seconds, missing.quantize(CENT, ROUND_CEILING), bonuses, posted)
        for person, latest, hits, seconds, missing, bonuses, posted in rows
    ]
    # Ignore amounts that only come from floating-point times.
    return TopUps([person for person in people if person.amount > 0])


@transaction.atomic
def pay_top_ups(*, batch_id: int, mark: str, by: User | None) -> TopUps:
    """Pay all top-ups in the list that `mark` identifies, or none. Return the top-ups that were
    paid. A repeated call pays nothing, because nothing is due any longer. Nothing is paid either if
    a panel pays the bonuses.

    Raises ListChanged if the list has changed, and NotEnoughMoney if the balance is too low.
    """
    batch, due = list_to_pay(batch_id=batch_id, mark=mark)
    if not due.people or not pays_top_ups(batch):
        return TopUps([])
    assignments = Assignment.objects.select_related("annotator", "batch__project").in_bulk(
        [person.assignment for person in due.people]
    )
    paid = TopUps(
        [
            person
            for person in due.people
            if pay_one_of_many(
                assignment=assignments[person.assignment],
                amount=person.amount,
                reason=why(),
                key=person.key,
                by=by,
            )
        ]
    )
    note_top_ups(batch=batch, paid=paid, by=by)
    return paid


def list_to_pay(*, batch_id: int, mark: str) -> tuple[Batch, TopUps]:
    """Lock the batch, and return it with the list of top-ups that `mark` identifies. The list is
    empty if nothing is due, and cannot change until the transaction ends. Raises ListChanged if the
    list has changed."""
    batch = lock_batch(batch_id)
    due = top_ups(batch)
    if due.people and due.mark != mark:
        raise ListChanged(_("The list of bonuses has changed since you opened it."))
    return batch, due


def note_top_ups(*, batch: Batch, paid: TopUps, by: User | None) -> None:
    """Record the payment of top-ups as an act of the researcher `by`, unless no one was paid."""
    if not paid.people:
        return
    record(by, Act.Verb.TOPPED_UP, batch, after={"people": len(paid.people), "amount": paid.total})


def why() -> str:
    """Return the reason that annotators see for a top-up."""
    return _("Top-up to the minimum hourly pay.")
