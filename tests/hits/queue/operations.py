"""Random operations on a small study, and a model of the states and balances that must result."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from decimal import Decimal
from threading import Lock

from core.errors import RateroomError
from hits.batches.publishing import close_batch, make_hits, pause_batch, publish_batch, resume_batch
from hits.models import Assignment, Batch
from hits.money.bonuses import pay_bonus, pay_goodwill
from hits.queue.claiming import claim_assignment, enrol, prefetch_assignment
from hits.queue.releasing import expire, return_assignment
from hits.queue.submitting import submit_assignment
from hits.review.decisions import approve_assignments, overturn_rejections, reject_assignments
from payments.models import Account, Transaction
from payments.paying import pay_out
from payments.posting import account_of, balance, deposit
from payments.reversals import reverse_transaction
from people.models import Project, User
from tests import world

REWARD, FEE = Decimal("0.05"), Decimal("0.01")
DIME = Decimal("0.10")
REPEATABLE = {
    *("publish", "deposit", "bonus", "goodwill", "payout", "reversal", "approve", "reject"),
    *("overturn", "close"),
}


@dataclass
class Model:
    """The operations that took effect: sets of assignments by operation, and amounts of money by
    person."""

    done: dict[str, set[int]] = field(default_factory=lambda: {name: set() for name in STEPS})
    deposits: Decimal = Decimal(0)
    given: Counter = field(
        default_factory=Counter
    )  # bonus and goodwill by person, less what was reversed
    paid_out: Counter = field(default_factory=Counter)
    lock: Lock = field(default_factory=Lock)

    def approved(self) -> set[int]:
        return self.done["approve"] | self.done["overturn"]

    def expected_states(self) -> dict[str, set[int]]:
        rejected = self.done["reject"] - self.done["overturn"]
        return {
            "submitted": self.done["submit"] - self.approved() - rejected,
            "approved": self.approved(),
            "rejected": rejected,
            "returned": self.done["return"],
            "expired": self.done["expire"] - self.done["submit"],
        }


STEPS = ("submit", "return", "expire", "approve", "reject", "overturn")


@contextmanager
def taken_back(claimed: Assignment) -> Iterator[None]:
    """Ignore DoesNotExist if `claimed` was only prefetched, because another thread may take it. A
    started assignment cannot be taken."""
    try:
        yield
    except Assignment.DoesNotExist:
        if not claimed.prefetched:
            raise


class Study:
    """A live batch with two annotators per HIT, a draft, four people and little money."""

    def __init__(self) -> None:
        self.project: Project = world.project(money="0")
        self.model = Model()
        deposit(project=self.project, amount=Decimal(2), key="start")
        self.model.deposits += 2
        data = world.dataset(self.project, items=3, systems=("Heron",))
        self.batches: list[Batch] = [
            world.live_batch(self.project, data, annotators_per_hit=2),
            world.draft_batch(self.project, data),
        ]
        self.people: list[User] = [world.person(f"annotator-{number}") for number in range(4)]

    def perform(self, name: str, one: int, other: int) -> None:
        """Perform an operation. For an odd `other`, repeat it if it is repeatable, which must
        change nothing."""
        again = name in REPEATABLE and other % 2
        for _time in range(2 if again else 1):
            # Refused, as it should be, where money, assignments or states are not there.
            with suppress(RateroomError):
                getattr(self, f"do_{name}")(one, other)

    def note(self, step: str, assignment: Assignment, count: int | bool) -> None:
        if count:
            with self.model.lock:
                assert assignment.pk not in self.model.done[step], f"{step} took effect twice"
                self.model.done[step].add(assignment.pk)

    def some(self, number: int, *states: str) -> Assignment:
        """Return one of the project's assignments in these states, chosen by `number`. Raise
        RateroomError if there is none."""
        found = list(
            Assignment.objects.filter(batch__project=self.project, state__in=states).order_by("pk")
        )
        if not found:
            raise RateroomError("There is none yet.")
        return found[number % len(found)]

    def do_publish(self, _one: int, _other: int) -> None:
        if publish_batch(batch_id=self.batches[1].pk):
            make_hits(batch_id=self.batches[1].pk)

    def do_claim(self, one: int, other: int) -> None:
        batch = self.batches[other % 2]
        enrol(annotator=self.people[one], batch=batch, consent_given=True)
        claim_assignment(annotator=self.people[one], batch=batch)

    def do_prefetch(self, one: int, _other: int) -> None:
        claimed = self.some(one, "claimed")
        with taken_back(claimed):
            prefetch_assignment(annotator=claimed.annotator, assignment_id=claimed.pk)

    def do_pause(self, _one: int, other: int) -> None:
        if pause_batch(batch_id=self.batches[other % 2].pk):
            resume_batch(batch_id=self.batches[other % 2].pk)

    def do_work(self, one: int, other: int) -> None:
        """Claim and submit, which are the most frequent operations."""
        self.do_claim(one, other)
        self.do_submit(other, one)

    def do_submit(self, one: int, _other: int) -> None:
        claimed = self.some(one, "claimed", "expired")  # late ones too
        with taken_back(claimed):
            result = submit_assignment(
                annotator=claimed.annotator, assignment_id=claimed.pk, raw=world.GOOD
            )
            # A repeat is accepted too; what was new is told by its check.
            self.note("submit", claimed, result.accepted and result.checked is not None)

    def do_return(self, one: int, _other: int) -> None:
        claimed = self.some(one, "claimed")
        with taken_back(claimed):
            self.note(
                "return",
                claimed,
                return_assignment(annotator=claimed.annotator, assignment_id=claimed.pk),
            )

    def do_expire(self, one: int, _other: int) -> None:
        claimed = self.some(one, "claimed")
        self.note("expire", claimed, expire(assignment=claimed))

    def do_approve(self, one: int, _other: int) -> None:
        given = self.some(one, "submitted", "approved", "rejected")
        self.note("approve", given, approve_assignments(batch=given.batch, ids=[given.pk], by=None))

    def do_reject(self, one: int, _other: int) -> None:
        given = self.some(one, "submitted", "approved")
        self.note(
            "reject",
            given,
            reject_assignments(batch=given.batch, ids=[given.pk], reason="Empty.", by=None),
        )

    def do_overturn(self, one: int, _other: int) -> None:
        given = self.some(one, "rejected", "approved")
        self.note(
            "overturn", given, overturn_rejections(batch=given.batch, ids=[given.pk], by=None)
        )

    def do_close(self, _one: int, other: int) -> None:
        if other > 7:  # seldom, or nothing else would happen
            close_batch(batch_id=self.batches[other % 2].pk)

    def do_deposit(self, one: int, other: int) -> None:
        if deposit(project=self.project, amount=DIME * (one + 1), key=str(other)):
            self.add("deposits", None, DIME * (one + 1))

    def do_bonus(self, one: int, other: int) -> None:
        given = self.some(other, "submitted", "approved", "rejected")
        if pay_bonus(assignment=given, amount=DIME, reason="Good.", key=str(one)):
            self.add("given", given.annotator, DIME)

    def do_goodwill(self, one: int, other: int) -> None:
        who = self.people[one]
        if pay_goodwill(
            project=self.project, annotator=who, amount=DIME, reason="Sorry.", key=str(other)
        ):
            self.add("given", who, DIME)

    def do_payout(self, one: int, other: int) -> None:
        who, amount = self.people[one], REWARD * (other % 3 + 1)
        if pay_out(project=self.project, annotator=who, amount=amount, key=str(other)):
            self.add("paid_out", who, amount)

    def do_reversal(self, one: int, other: int) -> None:
        kind = ("deposit", "bonus", "goodwill", "payout", "approval")[other % 5]
        found = list(Transaction.objects.filter(project=self.project, kind=kind).order_by("pk"))
        if not found or not reverse_transaction(
            transaction_id=(chosen := found[one % len(found)]).pk, reason="No."
        ):
            return
        entry = chosen.entries.exclude(
            account__kind__in=["outside", "balance"]
        ).first() or chosen.entries.get(account__kind="balance")
        name = {"deposit": "deposits", "payout": "paid_out"}.get(kind, "given")
        self.add(name, entry.account.annotator, -abs(entry.amount))

    def add(self, name: str, who: User | None, amount: Decimal) -> None:
        with self.model.lock:
            if who is None:
                self.model.deposits += amount
            else:
                getattr(self.model, name)[who.pk] += amount

    def states(self) -> dict[str, set[int]]:
        found: dict[str, set[int]] = {name: set() for name in self.model.expected_states()}
        rows = Assignment.objects.filter(batch__project=self.project, state__in=found)
        for pk, state in rows.values_list("pk", "state"):
            found[state].add(pk)
        return found

    def money(self) -> dict[str, Decimal]:
        """Return the balances in the ledger: available, fees, and each person's earnings."""
        kinds = Account.Kind
        earned = {
            who.username: balance(account_of(self.project.pk, kinds.EARNINGS, annotator_id=who.pk))
            for who in self.people
        }
        fees = balance(account_of(self.project.pk, kinds.FEES))
        return {
            "available": balance(account_of(self.project.pk, kinds.BALANCE)),
            "fees": fees,
            **earned,
        }

    def expected_money(self) -> dict[str, Decimal]:
        """Return the balances that the model expects. Only open assignments are counted in the
        database."""
        model, price = self.model, REWARD + FEE
        approved = Counter(
            Assignment.objects.filter(pk__in=model.approved())
            .values_list("annotator_id", flat=True)
            .order_by()
        )
        still_open = Assignment.objects.filter(
            batch__project=self.project, state__in=["free", "claimed", "submitted"]
        )
        committed = price * (len(model.approved()) + still_open.count())
        earned = {
            who.username: REWARD * approved[who.pk] + model.given[who.pk] - model.paid_out[who.pk]
            for who in self.people
        }
        available = model.deposits - sum(model.given.values()) - committed
        return {"available": available, "fees": FEE * len(model.approved()), **earned}
