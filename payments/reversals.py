"""Reversals of ledger transactions. A reversal posts the exact opposite of a transaction, at most
once."""

from collections.abc import Callable
from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext as _

from core.errors import RateroomError
from payments.models import Account, Transaction
from payments.posting import Kind, NotEnoughMoney, Posting, in_currency, locked_balance, post
from people.acts import record
from people.models import Act, User

# Rewards and fees are not reversed here, but by closing a batch, or by rejecting or overturning a
# decision.
REVERSIBLE = (
    Transaction.Kind.DEPOSIT,
    Transaction.Kind.BONUS,
    Transaction.Kind.GOODWILL,
    Transaction.Kind.PAYOUT,
)


class NotReversible(RateroomError):
    """Raised if a transaction cannot be reversed."""


# Functions that other apps register, called before a reversal in its transaction.
_FIRST: list[Callable[[Transaction], None]] = []


def do_first(what: Callable[[Transaction], None]) -> None:
    """Register a function that is called before a transaction is reversed and its accounts are
    locked. The function can stop a payment in progress, or raise NotReversible. Register functions
    only while Django loads its apps."""
    _FIRST.append(what)


@transaction.atomic
def reverse_transaction(*, transaction_id: int, reason: str, by: User | None = None) -> bool:
    """Post the exact opposite of a deposit, bonus, goodwill payment or payout, and record the act.
    Return False if the transaction was already reversed.

    Raises NotReversible for other kinds and for payments by a panel. Raises NotEnoughMoney if the
    money has been spent since then, and RateroomError if the reason is missing.
    """
    original = Transaction.objects.select_related("project", "batch").get(pk=transaction_id)
    if original.kind not in REVERSIBLE:
        raise NotReversible(
            _("A transaction of kind “%(kind)s” cannot be reversed.")
            % {"kind": original.get_kind_display()},
            where=original.key,
            remedy=_(
                "To correct pay for work, reject the response, overturn the rejection or close "
                "the batch. To repeat a reversed payment, use another key."
            ),
        )
    if not reason.strip():
        raise RateroomError(_("Give a reason in a sentence."), where=_("Reason"))
    for what in _FIRST:
        what(original)
    entries = list(original.entries.select_related("account").order_by("account_id"))
    balances = {entry.account_id: _locked(entry.account) for entry in entries if entry.amount > 0}
    if Transaction.objects.filter(reverses=original).exists():
        return False
    for entry in entries:
        _refuse_spent(original, balances.get(entry.account_id), entry.amount)
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
    is_new = bool(post(project_id=original.project_id, postings=[posting]))
    if is_new:
        record(
            by,
            Act.Verb.PAYMENT_REVERSED,
            original.batch or original.project,
            after={"amount": original.given, "reason": reason.strip()},
        )
    return is_new


def _locked(account: Account) -> Decimal | None:
    """Lock the account and return its balance, which is the largest amount that can be reversed.
    Return None for the account of the world outside the site, which has no limit."""
    return None if account.kind == Kind.OUTSIDE else locked_balance(account.pk)


def _refuse_spent(original: Transaction, balance: Decimal | None, amount: Decimal) -> None:
    if balance is not None and balance < amount:
        project = original.project
        raise NotEnoughMoney(
            _("Cannot reverse %(key)s (%(amount)s): only %(left)s is left.")
            % {
                "key": original.key,
                "amount": in_currency(amount, project),
                "left": in_currency(balance, project),
            },
            where=_("Reversal"),
        )
