"""Payments to annotators in addition to the reward: bonuses, which belong to an assignment, and
goodwill payments, which do not."""

from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.models import Assignment, Enrolment
from hits.states import ANSWERED
from payments.models import Transaction
from payments.paying import give
from people.acts import record
from people.models import Act, Project, User


@transaction.atomic
def pay_bonus(
    *, assignment: Assignment, amount: Decimal, reason: str, key: str, by: User | None = None
) -> bool:
    """Pay a bonus to the annotator of a response, from the project's balance, and record the act.

    Return False if a bonus with this `key` was already paid for the assignment. Raises
    NotEnoughMoney if the balance is too low, and RateroomError if the assignment has no answers.
    """
    is_new = pay_one_of_many(assignment=assignment, amount=amount, reason=reason, key=key, by=by)
    if is_new:
        record(
            by,
            Act.Verb.BONUS_PAID,
            assignment.batch,
            after={"amount": amount, "reason": reason.strip()},
        )
    return is_new


@transaction.atomic
def pay_one_of_many(
    *, assignment: Assignment, amount: Decimal, reason: str, key: str, by: User | None = None
) -> bool:
    """Pay a bonus like `pay_bonus`, but record no act, so that the caller can record one act for
    all bonuses."""
    if assignment.state not in ANSWERED or assignment.annotator is None:
        raise RateroomError(
            _("Assignment %(number)s has no answers.") % {"number": assignment.pk},
            where=_("Assignment"),
            remedy=_("Pay the amount as goodwill instead."),
        )
    return give(
        Transaction.Kind.BONUS,
        f"bonus:{assignment.pk}:{key}",
        project=assignment.batch.project,
        annotator=assignment.annotator,
        amount=amount,
        reason=reason,
        by=by,
        work={"batch_id": assignment.batch_id, "assignment_id": assignment.pk},
    )


@transaction.atomic
def pay_goodwill(
    *,
    project: Project,
    annotator: User,
    amount: Decimal,
    reason: str,
    key: str,
    by: User | None = None,
) -> bool:
    """Pay an annotator of the project an amount that does not belong to an assignment, and record
    the act.

    Return False if a goodwill payment with this `key` was already made. Raises NotEnoughMoney if
    the balance is too low, and RateroomError if the person has not worked in the project.
    """
    is_new = pay_goodwill_of_many(
        project=project, annotator=annotator, amount=amount, reason=reason, key=key, by=by
    )
    if is_new:
        record(
            by, Act.Verb.GOODWILL_PAID, project, after={"amount": amount, "reason": reason.strip()}
        )
    return is_new


@transaction.atomic
def pay_goodwill_of_many(
    *, project: Project, annotator: User, amount: Decimal, reason: str, key: str, by: User | None
) -> bool:
    """Pay like `pay_goodwill`, but record no act, so that the caller can record one act for all
    payments."""
    if not Enrolment.objects.filter(batch__project=project, annotator=annotator).exists():
        raise RateroomError(
            _("%(annotator)s has not worked in %(project)s.")
            % {"annotator": annotator, "project": project},
            where=_("Annotator"),
        )
    return give(
        Transaction.Kind.GOODWILL,
        f"goodwill:{key}",
        project=project,
        annotator=annotator,
        amount=amount,
        reason=reason,
        by=by,
    )
