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
    """Raised if the list of bonuses differs from the list that the page showed."""


@dataclass(frozen=True)
class TopUp:
    """One person's missing pay: `amount` for `hits` HITs that took `seconds` in total. It is paid
    as a bonus for the person's latest `assignment`. `bonuses` is the sum of the person's unreversed
    bonuses in the batch. `posted` is the latest transaction among all these bonuses and reversals,
    or 0."""

    annotator: int
    assignment: int
    hits: int
    seconds: float
    amount: Decimal
    bonuses: Decimal
    posted: int

    @property
    def key(self) -> str:
        """Return the key of the bonus. The key changes with more work or pay, and when a bonus is
        paid or reversed. The same amount can thus be paid again after a reversal or under a higher
        minimum."""
        return f"floor:{self.hits}:{self.amount}:{self.posted}"


@dataclass(frozen=True)
class TopUps:
    """The list of people with missing pay, and the amounts that would be paid now."""

    people: Sequence[TopUp]

    @property
    def total(self) -> Decimal:
        return sum((person.amount for person in self.people), Decimal(0))

    @property
    def mark(self) -> str:
        """Return a hash of the list, so that no other list is paid by mistake. The hash covers
        people, amounts and assignments, and has LONGEST_MARK characters."""
        lines = [f"{person.annotator}:{person.assignment}:{person.key}" for person in self.people]
        return sha256("\n".join(lines).encode()).hexdigest()[:LONGEST_MARK]


def pays_top_ups(batch: Batch) -> bool:
    """Return whether the project pays the bonuses itself. Panels pay bonuses on their own site."""
    return batch.fee_rule != FeeRule.PANEL


def top_ups(batch: Batch) -> TopUps:
    """Return the missing pay of each person after deducting the person's bonuses, in one query."""
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
    """Pay the whole list that `mark` identifies from the project's balance, or pay nothing. Return
    the people who were paid. A repeated call pays nothing, because nothing is due any longer.

    Raises ListChanged if the list has changed, and NotEnoughMoney.
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
    """Return the locked batch, and the list that `mark` identifies. The list is empty if nothing is
    due. It cannot change until the transaction ends. Raises ListChanged if the list has changed."""
    batch = lock_batch(batch_id)
    due = top_ups(batch)
    if due.people and due.mark != mark:
        raise ListChanged(_("The list of bonuses has changed since you opened it."))
    return batch, due


def note_top_ups(*, batch: Batch, paid: TopUps, by: User | None) -> None:
    """Record the top-ups with their author, unless no one was paid."""
    if not paid.people:
        return
    record(by, Act.Verb.TOPPED_UP, batch, after={"people": len(paid.people), "amount": paid.total})


def why() -> str:
    """Return the reason for the bonus, as annotators read it."""
    return _("Top-up to the minimum hourly pay.")
