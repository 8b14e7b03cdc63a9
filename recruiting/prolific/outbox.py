"""Sending of calls to Prolific, one at a time, and lookup of their outcomes.

The state "sending" is committed before a call is sent. After a crash, or without a reply, the
outcome is unknown and is looked up at Prolific. Approvals and rejections can be sent again, because
Prolific guarantees that a repeat changes nothing. Bonuses cannot be sent again. A bonus is done
when Prolific lists it. Otherwise, a researcher records the outcome.
"""

from collections import Counter
from datetime import timedelta
from decimal import Decimal

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.models import Assignment
from payments.paying import record_panel_payment
from people.models import User
from recruiting.prolific.api.client import Client, NotSent, PanelError, Refused, Unknown
from recruiting.prolific.api.shapes import Submission as SubmissionShape
from recruiting.prolific.api.shapes import SubmissionState
from recruiting.prolific.following import note_submission
from recruiting.prolific.models import OutgoingCall

Kind, State = OutgoingCall.Kind, OutgoingCall.State
# Longer than any call takes. If a call is "sending" for longer, its sender has probably crashed.
LOST_AFTER = timedelta(minutes=5)
DECIDED = {
    Kind.APPROVE: (SubmissionState.APPROVED, SubmissionState.PARTIALLY_APPROVED),
    Kind.REJECT: (SubmissionState.REJECTED,),
}
STILL_OPEN = (SubmissionState.AWAITING_REVIEW, SubmissionState.PROCESSING)


def to_do() -> QuerySet[OutgoingCall]:
    """Return the calls to send or to look up. Calls with the state "sending" are included if they
    were sent long ago, because their worker has probably crashed."""
    lost = Q(state=State.SENDING, sent_at__lt=timezone.now() - LOST_AFTER)
    return OutgoingCall.objects.filter(Q(state__in=[State.WAITING, State.UNKNOWN]) | lost).order_by(
        "pk"
    )


def attend(*, call_id: int) -> str:
    """Send a waiting call, or look up the outcome of a call if it is unknown. Return the call's new
    state."""
    call = OutgoingCall.objects.get(pk=call_id)
    if call.state == State.WAITING:
        return send(call_id=call_id)
    if call.state in OutgoingCall.UNSETTLED:
        return reconcile(call_id=call_id)
    return call.state


def send(*, call_id: int) -> str:
    """Send a waiting call. If it pays a bonus, prepare the bonus first. Return the call's state."""
    call = _with_workspace(call_id)
    with Client(call.submission.study.batch.project.prolific.token) as client:
        try:
            if call.kind == Kind.BONUS:
                _prepare_bonus(client, call)
        except Refused as refusal:
            return _end(call, State.REFUSED, str(refusal))
        except PanelError as error:  # nothing has been paid yet
            return _keep_waiting(call, str(error))
        if not _begin(call):
            return OutgoingCall.objects.get(pk=call.pk).state
        return _sent(client, call)


def _sent(client: Client, call: OutgoingCall) -> str:
    """Make the call to Prolific and store its outcome. Return the call's new state."""
    try:
        shape = _make(client, call)
    except NotSent as error:
        return _put_back(call, str(error))
    except Refused as refusal:
        return _end(call, State.REFUSED, str(refusal))
    except Unknown as error:
        return _leave_unknown(call, str(error))
    return _done(call, shape)


def reconcile(*, call_id: int) -> str:
    """Look up at Prolific whether a call took effect. If it had no effect, queue the call again,
    unless it pays a bonus. Return the call's new state."""
    call = _with_workspace(call_id)
    try:
        with Client(call.submission.study.batch.project.prolific.token) as client:
            shape = client.submission(call.submission.session)
    except PanelError as error:
        return _leave_unknown(call, str(error))
    if call.kind == Kind.BONUS:
        return _reconciled_bonus(call, shape)
    if call.kind == Kind.REQUEST_RETURN:
        given_up = shape.return_requested or shape.status == SubmissionState.RETURNED
        return _done(call, shape) if given_up else _put_back(call, "")
    if shape.status in DECIDED[Kind(call.kind)]:
        return _done(call, shape)
    if shape.status in STILL_OPEN:
        return _put_back(call, "")
    note_submission(session=shape.id, shape=shape)
    problem = _("This submission is “%(state)s” on Prolific, so there is nothing to decide.")
    problem %= {"state": shape.status.lower()}
    return _end(call, State.REFUSED, problem)


@transaction.atomic
def settle(*, call_id: int, happened: bool, by: User | None) -> str:
    """Store whether a bonus with an unknown outcome was paid, as a researcher saw at Prolific. If
    it was not paid, queue it again. Return the call's new state. Raises RateroomError if the
    outcome is already known."""
    locked = OutgoingCall.objects.select_for_update(of=("self",), no_key=True)
    call = locked.select_related("submission__study__batch__project").get(pk=call_id)
    if call.kind != Kind.BONUS or call.state != State.UNKNOWN:
        raise RateroomError(
            _("The outcome of this request is already known."),
            remedy=_("Wait a moment, then load the page again."),
        )
    call.created_by = call.created_by or by
    if happened:
        return _done(call, None)
    # Prepare a new bonus, because Prolific could still pay the earlier one late.
    call.bonus_id, call.bonuses_before = "", []
    call.save(update_fields=["bonus_id", "bonuses_before"])
    return _put_back(call, "")


def _with_workspace(call_id: int) -> OutgoingCall:
    return OutgoingCall.objects.select_related(
        "submission__study__batch__project__prolific", "submission__sitting__enrolment__annotator"
    ).get(pk=call_id)


def _prepare_bonus(client: Client, call: OutgoingCall) -> None:
    """Prepare the bonus at Prolific. Store the amounts of bonuses that were already paid, so that
    the new bonus can be recognised later."""
    submission = call.submission
    shape = client.submission(submission.session)
    if call.is_part:
        # If the person undoes the return, this drops the call. `_begin` then finds nothing to send.
        note_submission(session=shape.id, shape=shape)
    before = shape.bonuses
    bonus_id = client.set_up_bonus(
        submission.study.outside_id, submission.session, Decimal(call.values["amount"])
    )
    call.bonus_id, call.bonuses_before = bonus_id, before
    waiting = OutgoingCall.objects.filter(pk=call.pk, state=State.WAITING)
    waiting.update(bonus_id=bonus_id, bonuses_before=before)


def _begin(call: OutgoingCall) -> bool:
    """Mark the call as being sent. Return False if another worker is sending the call or has
    prepared it again."""
    waiting = OutgoingCall.objects.filter(pk=call.pk, state=State.WAITING, bonus_id=call.bonus_id)
    return waiting.update(state=State.SENDING, sent_at=timezone.now(), problem="") == 1


def _make(client: Client, call: OutgoingCall) -> SubmissionShape | None:
    session, values = call.submission.session, call.values
    if call.kind == Kind.APPROVE:
        return client.approve(session)
    if call.kind == Kind.REJECT:
        return client.reject(session, category=values["category"], message=values["message"])
    if call.kind == Kind.REQUEST_RETURN:
        client.request_return(session, reasons=values["reasons"])
    else:
        client.pay_bonus(call.bonus_id)
    return None


def _reconciled_bonus(call: OutgoingCall, shape: SubmissionShape) -> str:
    """Mark the bonus call done if Prolific lists a new bonus of this amount, and unknown otherwise.
    Return the call's new state. Prolific can take minutes to list a payment."""
    cents = int(Decimal(call.values["amount"]) * 100)
    if (Counter(shape.bonuses) - Counter(call.bonuses_before))[cents]:
        return _done(call, None)
    problem = _("Prolific does not list this bonus. We do not send it again automatically.")
    return _leave_unknown(call, problem)


@transaction.atomic
def _done(call: OutgoingCall, shape: SubmissionShape | None) -> str:
    """Mark the call done, record its effect, and return its state. If several workers try this,
    only one of them records the effect."""
    if not _over(call, State.DONE, ""):
        return OutgoingCall.objects.get(pk=call.pk).state
    if call.kind == Kind.BONUS:
        _post_bonus(call)
    elif shape is not None:
        note_submission(session=call.submission.session, shape=shape)
    return State.DONE


def _post_bonus(call: OutgoingCall) -> None:
    """Record that the panel paid a bonus. For the part pay of a returned sitting, record the reward
    of each HIT, with the same keys as for a whole sitting."""
    part = call.values.get("assignments")
    assignments = Assignment.objects.select_related("batch__project")
    for assignment in assignments.filter(pk__in=part or [call.values["assignment"]]).order_by("pk"):
        record_panel_payment(
            project=assignment.batch.project,
            annotator=call.submission.sitting.enrolment.annotator,
            amount=assignment.batch.reward if part else Decimal(call.values["amount"]),
            key=f"panel:{assignment.pk}" if part else f"panel:{call.key}",
            work={"batch_id": assignment.batch_id, "assignment_id": assignment.pk},
        )


def _end(call: OutgoingCall, state: str, problem: str) -> str:
    _over(call, state, problem)
    return state


def _over(call: OutgoingCall, state: str, problem: str) -> bool:
    under_way = OutgoingCall.objects.filter(pk=call.pk, state__in=OutgoingCall.UNDER_WAY)
    return under_way.update(state=state, problem=problem, ended_at=timezone.now()) == 1


def _keep_waiting(call: OutgoingCall, problem: str) -> str:
    """Store the problem of a waiting call, which will be sent again later. Return the call's
    state."""
    same = OutgoingCall.objects.filter(pk=call.pk)
    same.filter(state=State.WAITING).update(problem=problem)
    return same.get().state


def _put_back(call: OutgoingCall, problem: str) -> str:
    """Requeue a call that had no effect or can be repeated safely. Return the call's state."""
    unsettled = OutgoingCall.objects.filter(pk=call.pk, state__in=OutgoingCall.UNSETTLED)
    unsettled.update(state=State.WAITING, problem=problem)
    return State.WAITING


def _leave_unknown(call: OutgoingCall, problem: str) -> str:
    unsettled = OutgoingCall.objects.filter(pk=call.pk, state__in=OutgoingCall.UNSETTLED)
    unsettled.update(state=State.UNKNOWN, problem=problem)
    return State.UNKNOWN
