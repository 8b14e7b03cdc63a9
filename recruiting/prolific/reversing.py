"""Reversal of Prolific bonuses, which is only possible for a bonus that was not sent or that
Prolific refused."""

from dataclasses import dataclass
from decimal import Decimal

from django.db import transaction
from django.db.models import F, Value
from django.db.models.functions import Concat
from django.utils import timezone
from django.utils.translation import gettext as _

from hits.models import Batch
from payments.models import Transaction
from payments.reversals import NotReversible
from recruiting.prolific.models import OutgoingCall

Kind, State = OutgoingCall.Kind, OutgoingCall.State


@transaction.atomic
def keep_from_sending(original: Transaction) -> None:
    """Drop the waiting call that would pay this bonus, so that the bonus can be reversed. Do
    nothing if Prolific refused the bonus or if the bonus is not paid through Prolific.

    Raises NotReversible if the call was sent, because Prolific does not undo bonuses.
    """
    call = _call_of(original)
    if call is None or call.state in OutgoingCall.WITHOUT_EFFECT:
        return
    if call.state == State.WAITING:
        _drop(call)
    elif call.state == State.SENDING:
        raise NotReversible(
            _("This bonus is being sent to Prolific."),
            where=str(call.submission),
            remedy=_("Try again in a minute."),
        )
    elif call.state == State.UNKNOWN:
        raise NotReversible(
            _("This bonus was sent to Prolific, but we do not know whether it was paid."),
            where=str(call.submission),
            remedy=_("Check on Prolific, then record the outcome on the submission’s page."),
        )
    else:
        raise NotReversible(
            _("Prolific has paid this bonus, so it cannot be undone."), where=str(call.submission)
        )


@dataclass(frozen=True)
class RefusedBonus:
    """A bonus that Prolific refused. `transaction` is the id of its ledger transaction."""

    transaction: int
    pseudonym: str
    amount: Decimal


def refused_bonuses(batch: Batch) -> list[RefusedBonus]:
    """Return the batch's bonuses that Prolific refused and that were not reversed. In the ledger,
    these bonuses still count as pay."""
    refused = OutgoingCall.objects.filter(
        kind=Kind.BONUS, state=State.REFUSED, submission__study__batch=batch
    ).exclude(key__startswith=OutgoingCall.PART)
    calls = {
        _bonus_key(call): call for call in refused.select_related("submission__sitting__enrolment")
    }
    standing = Transaction.objects.filter(
        project=batch.project_id, key__in=calls, reversal__isnull=True
    )
    return [
        RefusedBonus(
            pk,
            calls[key].submission.sitting.enrolment.pseudonym,
            Decimal(calls[key].values["amount"]),
        )
        for pk, key in standing.order_by("pk").values_list("pk", "key")
    ]


def _bonus_key(call: OutgoingCall) -> str:
    name = call.key.removeprefix(f"bonus:{call.submission.session}:")
    return f"bonus:{call.values['assignment']}:prolific:{name}"


def _drop(call: OutgoingCall) -> None:
    call.state, call.ended_at = State.DROPPED, timezone.now()
    call.problem = _("The bonus was reversed before it was sent.")
    call.save(update_fields=["state", "ended_at", "problem"])


def _call_of(original: Transaction) -> OutgoingCall | None:
    """Lock and return the call that `pay_sitting_bonus` stored for this bonus. Return None if the
    transaction is not such a bonus. Lock the ledger accounts only afterwards: the recording of
    Prolific's payment uses the same order, so the two cannot deadlock."""
    beginning = f"bonus:{original.assignment_id}:prolific:"
    if original.kind != Transaction.Kind.BONUS or not original.key.startswith(beginning):
        return None
    name = original.key.removeprefix(beginning)
    calls = OutgoingCall.objects.filter(
        kind=Kind.BONUS,
        submission__study__batch=original.batch_id,
        key=Concat(Value("bonus:"), F("submission__session"), Value(f":{name}")),
    )
    locked = calls.select_for_update(of=("self",), no_key=True).select_related("submission")
    return locked.filter(values__assignment=original.assignment_id).first()
