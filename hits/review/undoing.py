"""Decisions that take effect only after some seconds, so that their author can undo them.

An approval pays immediately, and paid money belongs to the annotator, so it cannot be undone. The
decision is therefore stored until a task applies it. In the meantime, the response is still
submitted. If another person decides first, that person's decision applies.
"""

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from hits.models import Assignment, HeldDecision
from hits.review.decisions import (
    Rejection,
    approve_assignments,
    reject_assignments,
    require_grounds,
)
from hits.states import State
from people.acts import record
from people.models import Act, User
from tasks.long_work.sending import send_on_commit

POST_DECISION = "hits.tasks.post_decision"


@transaction.atomic
def hold_decision(*, assignment: Assignment, by: User, rejection: Rejection | None = None) -> bool:
    """Schedule the approval of the response, or its rejection if `rejection` is given, for
    `REVIEW_UNDO_SECONDS` from now. Return False if the response is already decided or a decision on
    it is waiting. Raises ReasonNeeded if the rejection has no reason or category."""
    if rejection is not None:
        require_grounds(rejection)
    waiting = Assignment.objects.filter(pk=assignment.pk, state=State.SUBMITTED)
    if not waiting.select_for_update(no_key=True).exists():
        return False
    seconds = settings.REVIEW_UNDO_SECONDS
    _decision, is_new = HeldDecision.objects.get_or_create(
        assignment=assignment,
        defaults={
            "state": State.APPROVED if rejection is None else State.REJECTED,
            "decided_by": by,
            "due_at": timezone.now() + timedelta(seconds=seconds),
            **({} if rejection is None else _stored(rejection)),
        },
    )
    if is_new:
        send_on_commit(POST_DECISION, assignment.pk, after=seconds)
    return is_new


@transaction.atomic
def undo_decision(*, assignment: Assignment, by: User) -> bool:
    """Undo the person's own waiting decision, and record the act. Return False if there is none,
    for example because it has taken effect."""
    own = HeldDecision.objects.filter(assignment=assignment, decided_by=by)
    decision = own.select_for_update().first()
    if decision is None:
        return False
    decision.delete()
    record(
        by,
        Act.Verb.UNDONE,
        assignment.batch,
        before={"state": decision.state},
        after={"answers": 1, "state": State.SUBMITTED},
    )
    return True


@transaction.atomic
def post_decision(*, assignment_id: int) -> bool:
    """Apply a waiting decision if it is due. Return False if the decision was undone or is not due
    yet, or if someone else has decided on the response."""
    due = HeldDecision.objects.filter(assignment=assignment_id, due_at__lte=timezone.now())
    decision = due.select_for_update(of=("self",)).select_related("decided_by").first()
    if decision is None:
        return False
    batch = Assignment.objects.select_related("batch__project").get(pk=assignment_id).batch
    if decision.state == State.APPROVED:
        done = approve_assignments(batch=batch, ids=[assignment_id], by=decision.decided_by)
    else:
        done = reject_assignments(
            batch=batch,
            ids=[assignment_id],
            by=decision.decided_by,
            reason=decision.reason,
            category=decision.rejection,
            evidence=decision.evidence,
        )
    decision.delete()
    return done == 1


def post_due_decisions() -> int:
    """Apply due decisions whose task was lost. Return the number of applied decisions."""
    due = HeldDecision.objects.filter(due_at__lte=timezone.now())
    return sum(
        post_decision(assignment_id=pk) for pk in list(due.values_list("assignment", flat=True))
    )


def _stored(rejection: Rejection) -> dict[str, str]:
    return {
        "reason": rejection.reason.strip(),
        "rejection": rejection.category,
        "evidence": rejection.evidence.strip(),
    }
