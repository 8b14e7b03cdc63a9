"""Paying people beyond the reward, paying out what they earned, and taking one transaction back.

Each is posted once per key; the project's currency is the only one. Reward, fee and escrow are in `hits.ledger`.
"""

from decimal import Decimal

from django.db import transaction

from hits.ledger import (
    Kind,
    NotEnoughMoney,
    Posting,
    account_of,
    balance,
    locked_balance,
    post,
    posted,
    require_available,
)
from hits.models import Account, Assignment, Enrolment, Transaction
from people.models import Project, User
from surveys.errors import RateroomError

CENT = Decimal("0.01")
# What follows from the state of a batch or an assignment is undone there: close, reject, overturn.
REVERSIBLE = (
    Transaction.Kind.DEPOSIT,
    Transaction.Kind.BONUS,
    Transaction.Kind.GOODWILL,
    Transaction.Kind.PAYOUT,
)


class NotReversible(RateroomError):  # noqa: N818 - named for what it is
    """A transaction that cannot be taken back by itself."""


def earned(*, project: Project, annotator: User) -> Decimal:
    """What the annotator has earned in the project and has not been paid out."""
    return balance(account_of(project.pk, Kind.EARNINGS, annotator_id=annotator.pk))


@transaction.atomic
def pay_bonus(*, assignment: Assignment, amount: Decimal, reason: str, key: str, by: User | None = None) -> bool:
    """Pay the annotator of an answered assignment something beyond its reward, out of the project's balance.

    False when `key` was posted for this assignment before. Raises NotEnoughMoney.
    """
    if assignment.state not in Assignment.ANSWERED or assignment.annotator is None:
        raise RateroomError(
            f"Assignment {assignment.pk} has no answers.", where="Assignment", remedy="Pay a goodwill instead."
        )
    return _give(
        Transaction.Kind.BONUS,
        f"bonus:{assignment.pk}:{key}",
        project=assignment.batch.project,
        annotator=assignment.annotator,
        amount=amount,
        reason=reason,
        by=by,
        assignment=assignment,
    )


@transaction.atomic
def pay_goodwill(
    *, project: Project, annotator: User, amount: Decimal, reason: str, key: str, by: User | None = None
) -> bool:
    """Pay an annotator of the project for no assignment in particular, such as a HIT that was broken.

    False when `key` was posted before. Raises NotEnoughMoney.
    """
    if not Enrolment.objects.filter(batch__project=project, annotator=annotator).exists():
        raise RateroomError(
            f"{annotator} has not worked in {project}.", where="Annotator", remedy="Choose one who is enrolled."
        )
    return _give(
        Transaction.Kind.GOODWILL,
        f"goodwill:{key}",
        project=project,
        annotator=annotator,
        amount=amount,
        reason=reason,
        by=by,
    )


def _give(
    kind: Transaction.Kind,
    key: str,
    *,
    project: Project,
    annotator: User,
    amount: Decimal,
    reason: str,
    by: User | None,
    assignment: Assignment | None = None,
) -> bool:
    _refuse_odd_amount(amount)
    if not reason.strip():
        raise RateroomError(f"A {kind} needs a reason: the annotator may ask.", where="Reason", remedy="Write one.")
    if posted(project_id=project.pk, key=key):
        return False
    own = require_available(project=project, amount=amount, what=f"The {kind}")
    earnings = account_of(project.pk, Kind.EARNINGS, annotator_id=annotator.pk)
    posting = Posting(
        kind,
        key,
        {own: -amount, earnings: amount},
        batch_id=assignment.batch_id if assignment else None,
        assignment_id=assignment.pk if assignment else None,
        memo=reason.strip()[:200],
        created_by_id=by.pk if by else None,
    )
    return bool(post(project_id=project.pk, postings=[posting]))


def _refuse_odd_amount(amount: Decimal) -> None:
    if amount <= 0 or amount != amount.quantize(CENT):
        raise RateroomError(
            f"{amount} is no amount that can be paid.", where="Amount", remedy="Give a positive amount in whole cents."
        )


@transaction.atomic
def pay_out(
    *, project: Project, annotator: User, amount: Decimal, key: str, by: User | None = None, memo: str = ""
) -> bool:
    """Record that `amount` of what the annotator earned has left the system.

    False when `key` was posted for this annotator before. Raises NotEnoughMoney above what was earned.
    """
    _refuse_odd_amount(amount)
    named = f"payout:{key}:{annotator.pk}"
    account = account_of(project.pk, Kind.EARNINGS, annotator_id=annotator.pk)
    held = locked_balance(account)
    if posted(project_id=project.pk, key=named):
        return False
    if held < amount:
        raise NotEnoughMoney(
            f"{annotator} has earned {held:,.2f} {project.currency} that is not paid out; "
            f"{amount:,.2f} {project.currency} is more.",
            where="Payout",
            remedy=f"Pay out at most {held:,.2f} {project.currency}.",
        )
    outside = account_of(project.pk, Kind.OUTSIDE)
    posting = Posting(
        Transaction.Kind.PAYOUT,
        named,
        {account: -amount, outside: amount},
        memo=memo,
        created_by_id=by.pk if by else None,
    )
    return bool(post(project_id=project.pk, postings=[posting]))


@transaction.atomic
def reverse_transaction(*, transaction_id: int, reason: str, by: User | None = None) -> bool:
    """Post the exact opposite of a deposit, bonus, goodwill or payout. False when it was reversed before.

    Raises NotReversible for other kinds, and NotEnoughMoney where the money has been spent since.
    """
    original = Transaction.objects.select_related("project").get(pk=transaction_id)
    if original.kind not in REVERSIBLE:
        raise NotReversible(
            f"A transaction of kind {original.get_kind_display().lower()} cannot be reversed.",
            where=original.key,
            remedy="Reject, overturn or close where work is concerned; post a reversed payment anew under another key.",
        )
    if not reason.strip():
        raise RateroomError("A reversal needs a reason.", where="Reason", remedy="Write one.")
    entries = list(original.entries.select_related("account").order_by("account_id"))
    held = {entry.account_id: _locked(entry.account) for entry in entries if entry.amount > 0}
    if Transaction.objects.filter(reverses=original).exists():
        return False
    for entry in entries:
        _refuse_spent(original, held.get(entry.account_id), entry.amount)
    posting = Posting(
        Transaction.Kind.REVERSAL,
        f"reversal:{original.pk}",
        {entry.account_id: -entry.amount for entry in entries},
        batch_id=original.batch_id,
        assignment_id=original.assignment_id,
        memo=reason.strip()[:200],
        created_by_id=by.pk if by else None,
        reverses_id=original.pk,
    )
    return bool(post(project_id=original.project_id, postings=[posting]))


def _locked(account: Account) -> Decimal | None:
    """What can be taken back from the account; None where it has no bound: the world outside."""
    return None if account.kind == Kind.OUTSIDE else locked_balance(account.pk)


def _refuse_spent(original: Transaction, held: Decimal | None, amount: Decimal) -> None:
    if held is not None and held < amount:
        currency = original.project.currency
        raise NotEnoughMoney(
            f"{original.key} moved {amount:,.2f} {currency}, of which {held:,.2f} {currency} are left.",
            where="Reversal",
            remedy=f"Bring back {amount - held:,.2f} {currency} first.",
        )
