"""Bonuses and goodwill payments, payments by panels, and payouts of earnings.

Each payment is posted only once for its key, in the project's currency. Rewards, fees and escrow
are posted directly with `payments.posting`.
"""

from collections.abc import Mapping
from decimal import Decimal
from types import MappingProxyType

from django.db import transaction
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from core.errors import RateroomError
from payments.models import Transaction
from payments.posting import (
    Kind,
    NotEnoughMoney,
    Posting,
    account_of,
    balance,
    in_currency,
    locked_balance,
    post,
    posted,
    require_available,
)
from people.models import Project, User

CENT = Decimal("0.01")


def earned(*, project: Project, annotator: User) -> Decimal:
    """Return the annotator's unpaid earnings in the project."""
    return balance(account_of(project.pk, Kind.EARNINGS, annotator_id=annotator.pk))


def give(
    kind: Transaction.Kind,
    key: str,
    *,
    project: Project,
    annotator: User,
    amount: Decimal,
    reason: str,
    by: User | None,
    work: Mapping[str, int] = MappingProxyType({}),
) -> bool:
    """Move `amount` from the project's balance to the annotator's earnings. Return False if `key`
    was already posted. Raises NotEnoughMoney, and RateroomError if the amount is invalid or the
    reason is missing.

    `work` contains `batch_id` and `assignment_id` if the payment is for an assignment.
    """
    _refuse_odd_amount(amount)
    if not reason.strip():
        raise RateroomError(_("Give a reason. The annotator will see it."), where=_("Reason"))
    if posted(project_id=project.pk, key=key):
        return False
    own = require_available(project=project, amount=amount)
    earnings = account_of(project.pk, Kind.EARNINGS, annotator_id=annotator.pk)
    posting = Posting(
        kind,
        key,
        {own: -amount, earnings: amount},
        **work,
        memo=reason.strip()[:200],
        created_by_id=by.pk if by else None,
    )
    return bool(post(project_id=project.pk, postings=[posting]))


def _refuse_odd_amount(amount: Decimal) -> None:
    if amount <= 0 or amount != amount.quantize(CENT):
        raise RateroomError(
            _("Enter a positive amount with up to two decimals."), where=_("Amount")
        )


@transaction.atomic
def record_panel_payment(
    *, project: Project, annotator: User, amount: Decimal, key: str, work: Mapping[str, int]
) -> bool:
    """Record that a panel has paid `amount` of the annotator's earnings. Return False if a payment
    with this `key` is already recorded.

    `work` contains the payment's `batch_id` and `assignment_id`. Raises NotEnoughMoney if `amount`
    exceeds the earnings.
    """
    _refuse_odd_amount(amount)
    account = account_of(project.pk, Kind.EARNINGS, annotator_id=annotator.pk)
    earned_now = locked_balance(account)
    if posted(project_id=project.pk, key=key):
        return False
    if earned_now < amount:
        raise NotEnoughMoney(
            _("%(amount)s is more than the %(earned)s that %(annotator)s is owed.")
            % {
                "annotator": annotator,
                "earned": in_currency(earned_now, project),
                "amount": in_currency(amount, project),
            },
            where=capfirst(_("panel")),
            remedy=_("Reverse the payout that was recorded for the same work."),
        )
    panel = account_of(project.pk, Kind.PANEL)
    posting = Posting(
        Transaction.Kind.PANEL,
        key,
        {account: -amount, panel: amount},
        batch_id=work["batch_id"],
        assignment_id=work["assignment_id"],
    )
    return bool(post(project_id=project.pk, postings=[posting]))


@transaction.atomic
def pay_out(
    *,
    project: Project,
    annotator: User,
    amount: Decimal,
    key: str,
    by: User | None = None,
    memo: str = "",
) -> bool:
    """Record that `amount` of the annotator's earnings was paid out. Return False if a payout with
    this `key` is already recorded for the annotator. Raises NotEnoughMoney if `amount` exceeds the
    earnings."""
    _refuse_odd_amount(amount)
    named = f"payout:{key}:{annotator.pk}"
    account = account_of(project.pk, Kind.EARNINGS, annotator_id=annotator.pk)
    balance = locked_balance(account)
    if posted(project_id=project.pk, key=named):
        return False
    if balance < amount:
        raise NotEnoughMoney(
            _("%(amount)s is more than the %(earned)s that %(annotator)s is owed.")
            % {
                "annotator": annotator,
                "earned": in_currency(balance, project),
                "amount": in_currency(amount, project),
            },
            where=_("Payout"),
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
