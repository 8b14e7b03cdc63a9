"""Posting transactions to the double-entry, append-only ledger. Each key is posted at most once per
project."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from django.db import connection, transaction
from django.db.models import Sum
from django.utils.translation import gettext as _

from core.database.sql import load
from core.errors import RateroomError
from payments.models import Account, Entry, Transaction
from people.acts import record
from people.models import Act, Project, User
from people.requests.ids import token_id

Kind = Account.Kind


class NotEnoughMoney(RateroomError):
    """Raised if the project's balance is lower than the amount needed."""


@dataclass(frozen=True)
class Posting:
    """A transaction to post. `entries` has the amounts by account id, which sum to zero. Amounts of
    zero are skipped."""

    kind: str
    key: str
    entries: Mapping[int, Decimal]
    batch_id: int | None = None
    assignment_id: int | None = None
    memo: str = ""
    created_by_id: int | None = None
    reverses_id: int | None = None
    parts: Mapping[int, Decimal] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(
            self, "parts", {account: amount for account, amount in self.entries.items() if amount}
        )


def account_of(
    project_id: int, kind: str, *, batch_id: int | None = None, annotator_id: int | None = None
) -> int:
    """Return the id of the account, which is created on first use."""
    account, _created = Account.objects.get_or_create(
        project_id=project_id,
        kind=kind,
        batch_id=batch_id,  # type: ignore[misc]  # Django takes None here; its stubs do not
        annotator_id=annotator_id,
    )
    return account.pk


@transaction.atomic
def post(*, project_id: int, postings: Sequence[Posting]) -> list[str]:
    """Post the transactions whose keys are new, and return these keys. Posting a key again changes
    nothing.

    A second reversal of the same transaction also changes nothing, even if its key is different.
    """
    moving = [posting for posting in postings if posting.parts]
    if not moving:
        return []
    with connection.cursor() as cursor:
        cursor.execute(
            load("payments/sql/post.sql", "post"),
            {
                "project": project_id,
                "kinds": [posting.kind for posting in moving],
                "keys": [posting.key for posting in moving],
                "batches": [posting.batch_id for posting in moving],
                "assignments": [posting.assignment_id for posting in moving],
                "memos": [posting.memo for posting in moving],
                "creators": [posting.created_by_id for posting in moving],
                "token": token_id(),
                "reversed": [posting.reverses_id for posting in moving],
            },
        )
        posted = dict(cursor.fetchall())
    Entry.objects.bulk_create(
        Entry(transaction_id=posted[posting.key], account_id=account, amount=amount)
        for posting in moving
        if posting.key in posted
        for account, amount in posting.parts.items()
    )
    return list(posted)


def balance(account_id: int) -> Decimal:
    """Return the balance of the account, which is the sum of its entries."""
    return Entry.objects.filter(account=account_id).aggregate(held=Sum("amount"))[
        "held"
    ] or Decimal(0)


def available(project: Project) -> Decimal:
    """Return the project's available balance, without locking it."""
    own = Entry.objects.filter(account__project=project, account__kind=Kind.BALANCE)
    return own.aggregate(held=Sum("amount"))["held"] or Decimal(0)


@transaction.atomic
def deposit(
    *, project: Project, amount: Decimal, key: str, by: User | None = None, memo: str = ""
) -> bool:
    """Add funds to the project's balance, and record the act. Return False if a deposit with this
    `key` was already posted. Raises RateroomError if the amount is not positive."""
    if amount <= 0:
        raise RateroomError(
            _("Enter a positive amount with up to two decimals."), where=_("Amount")
        )
    outside, own = account_of(project.pk, Kind.OUTSIDE), account_of(project.pk, Kind.BALANCE)
    posting = Posting(
        Transaction.Kind.DEPOSIT,
        f"deposit:{key}",
        {outside: -amount, own: amount},
        memo=memo,
        created_by_id=by.pk if by else None,
    )
    is_new = bool(post(project_id=project.pk, postings=[posting]))
    if is_new:
        record(
            by,
            Act.Verb.DEPOSITED,
            project,
            after={"amount": amount, **({"reason": memo} if memo else {})},
        )
    return is_new


def locked_balance(account_id: int) -> Decimal:
    """Lock the account until this transaction ends, and return its balance. No one else can spend
    the money until then."""
    # Lock the row but not its key, so that new postings can still refer to it. Otherwise, two
    # writers could deadlock.
    Account.objects.select_for_update(no_key=True).get(pk=account_id)
    return balance(account_id)


def posted(*, project_id: int, key: str) -> bool:
    return Transaction.objects.filter(project=project_id, key=key).exists()


def in_currency(amount: Decimal, project: Project) -> str:
    return f"{amount:,.2f} {project.currency}"


def require_available(*, project: Project, amount: Decimal) -> int:
    """Lock the project's balance until this transaction ends, and return the account's id. Raises
    NotEnoughMoney if the balance is lower than `amount`."""
    own = account_of(project.pk, Kind.BALANCE)
    balance = locked_balance(own)
    if balance < amount:
        raise NotEnoughMoney(
            _("This costs %(cost)s, but the project has only %(balance)s.")
            % {"cost": in_currency(amount, project), "balance": in_currency(balance, project)},
            where=_("Available balance"),
            remedy=_("Add at least %(missing)s to the project.")
            % {"missing": in_currency(amount - balance, project)},
        )
    return own
