"""Bonuses that bring each person's pay for approved work up to the project's hourly floor."""

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
    """The list is another than the one that was looked at."""


@dataclass(frozen=True)
class TopUp:
    """What one person lacks: `amount` for `hits` HITs that took `seconds` in total; it is paid on
    the assignment, their latest. `bonuses`: the sum of theirs in the batch that were not reversed;
    `posted`: the latest transaction among all of theirs and the reversals, 0 if there is none.
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
        """Return what names the bonus: more work, more pay, or a bonus paid or reversed makes
        another one. The same amount can so be paid again after a reversal or under a higher
        floor."""
        return f"floor:{self.hits}:{self.amount}:{self.posted}"


@dataclass(frozen=True)
class TopUps:
    """The list, as it would be paid now."""

    people: Sequence[TopUp]

    @property
    def total(self) -> Decimal:
        return sum((person.amount for person in self.people), Decimal(0))

    @property
    def mark(self) -> str:
        """Return what names this list, so that no other is paid in its place: a digest of who is
        paid how much on which assignment, in LONGEST_MARK characters."""
        lines = [f"{person.annotator}:{person.assignment}:{person.key}" for person in self.people]
        return sha256("\n".join(lines).encode()).hexdigest()[:LONGEST_MARK]


def pays_top_ups(batch: Batch) -> bool:
    """Return whether the project pays its people itself: a panel's are paid by bonuses there."""
    return batch.fee_rule != FeeRule.PANEL


def top_ups(batch: Batch) -> TopUps:
    """Return who lacks how much now, bonuses that they had taken into account; in one statement."""
    with connection.cursor() as cursor:
        cursor.execute(_BELOW, {"batches": [batch.pk], "active": ACTIVE.key})
        rows = cursor.fetchall()
    people = [
        TopUp(person, latest, hits, seconds, missing.quantize(CENT, ROUND_CEILING), bonuses, posted)
        for person, latest, hits, seconds, missing, bonuses, posted in rows
    ]
    # What the floating point of a time alone would add is nothing.
    return TopUps([person for person in people if person.amount > 0])


@transaction.atomic
def pay_top_ups(*, batch_id: int, mark: str, by: User | None) -> TopUps:
    """Pay the list that `mark` names, out of the project's balance: all of it or nothing. Nothing
    is left to be paid then, so a repeat pays nothing. Returns those for whom money moved.

    Raises ListChanged if it is another list by now, and NotEnoughMoney.
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
    """Return the batch, locked, and the list that `mark` names, which stays as it is until the
    transaction ends; an empty one where nothing is due. Raises ListChanged if it is another by
    now."""
    batch = lock_batch(batch_id)
    due = top_ups(batch)
    if due.people and due.mark != mark:
        raise ListChanged(_("The list has changed since you looked at it."))
    return batch, due


def note_top_ups(*, batch: Batch, paid: TopUps, by: User | None) -> None:
    """Record the payments and their author; nothing if no one was paid."""
    if not paid.people:
        return
    record(
        actor=by,
        verb=Act.Verb.TOPPED_UP,
        subject=batch,
        project_id=batch.project_id,
        after={"people": len(paid.people), "amount": paid.total},
    )


def why() -> str:
    """Return the reason that people read beside such a bonus."""
    return _("Up to the minimum hourly pay.")
