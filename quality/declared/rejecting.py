"""Rejecting responses that break a declared rule. A few are rejected in one transaction. Many are
rejected by a background task, in parts with separate transactions."""

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from django.db import transaction

from hits.models import Assignment, BackgroundTask, Batch, DeclaredRule
from hits.queue.releasing import reopen_all
from hits.review.decisions import reject_assignments
from hits.states import RejectionCategory, State
from people.models import User
from quality.declared.applying import library_rule, refuse_rejection
from quality.models import PlannedRejection
from recruiting.prolific.api.shapes import RejectionCategory as ProlificCategory
from recruiting.prolific.api.shapes import SubmissionState
from recruiting.prolific.deciding import reject_sitting
from recruiting.prolific.models import Submission
from recruiting.rejection import Ground
from recruiting.sittings.work import work_of

AT_ONCE = 500  # responses per step of the task; a whole session is always one step

# The categories of a rejection: the one that the annotator sees, and the one sent to Prolific.
CATEGORIES = {
    Ground.TIME_OF_A_HIT: (RejectionCategory.NO_EFFORT, ProlificCategory.TOO_QUICKLY),
    Ground.TIME_OF_A_PERSON: (RejectionCategory.NO_EFFORT, ProlificCategory.TOO_QUICKLY),
    Ground.FAILED_CHECKS: (RejectionCategory.NO_EFFORT, ProlificCategory.FAILED_CHECK),
    Ground.SHARE_OF_CHECKS: (RejectionCategory.NO_EFFORT, ProlificCategory.FAILED_CHECK),
    Ground.SAME_ANSWERS: (RejectionCategory.NO_EFFORT, ProlificCategory.LOW_EFFORT),
}

Reopen = Callable[[Sequence[Assignment]], None]


@transaction.atomic
def reject_declared(*, declared: DeclaredRule, reason: str, by: User | None) -> int:
    """Reject the undecided responses that break a declared rule. Return the number of rejected
    responses.

    If Prolific pays for the work, whole sittings are rejected, both here and at Prolific. The
    sitting's submission must be awaiting review, and no response in it may be decided yet. Raises
    CannotReject, and the errors of rejecting a response.
    """
    refuse_rejection(declared, reason)
    decision = _Decision(declared, reason, by)
    ids = set(_broken(declared))
    ended: list[Assignment] = []
    for submission, work in list(_by_sitting(declared.batch, frozenset(ids))):
        decision.reject_sitting(submission, ended.extend)
        ids -= set(work)
    decision.reject_answers(sorted(ids), ended.extend)
    # Reopen all HITs together at the end. Before this, the batch can still be paused and closed.
    reopen_all(ended)
    return len(ended)


def reject_by_parts(
    *,
    declared: DeclaredRule,
    reason: str,
    by: User | None,
    task: BackgroundTask,
    tell: Callable[[int], None],
) -> int:
    """Reject responses like `reject_declared`, but in parts that are committed separately. Return
    the total number that the task has rejected. `tell` is called with this total after each part.

    The task stores the responses that break the rule when it starts, and rejects only these, even
    after a restart. Otherwise, its own rejections could change which people break the rule.
    """
    refuse_rejection(declared, reason)
    _plan(declared, task)
    decision = _Decision(declared, reason, by)
    rest = set(task.planned_rejections.values_list("assignment", flat=True))
    done = task.done
    for submission, work in list(_by_sitting(declared.batch, frozenset(rest))):
        rest -= set(work)
        done = _do_part(task, work, partial(decision.reject_whole, submission), done, tell)
    ordered = sorted(rest)
    for first in range(0, len(ordered), AT_ONCE):
        part = ordered[first : first + AT_ONCE]
        done = _do_part(task, part, decision.reject_answers, done, tell)
    return done


@transaction.atomic
def _plan(declared: DeclaredRule, task: BackgroundTask) -> None:
    """Store the list of responses that the task will reject, unless it is already stored."""
    if task.total is not None:
        return
    # Lock the gold keys, so that gold is retired either before or after this function. Retiring
    # gold before it changes which responses break the rule. Retiring gold after it removes
    # responses from the list.
    list(declared.batch.gold_keys.select_for_update(no_key=True).order_by("pk").values_list("pk"))
    waiting = Assignment.objects.filter(pk__in=_broken(declared), state=State.SUBMITTED)
    planned = [
        PlannedRejection(task=task, assignment_id=pk) for pk in waiting.values_list("pk", flat=True)
    ]
    PlannedRejection.objects.bulk_create(planned, batch_size=AT_ONCE)
    task.total = len(planned)
    task.save(update_fields=["total"])


def _do_part(
    task: BackgroundTask,
    answers: Collection[int],
    reject: Callable[[Sequence[int], Reopen], None],
    done: int,
    tell: Callable[[int], None],
) -> int:
    """Reject the responses in `answers` that are still on the task's list, and remove them from the
    list. Return the total number that the task has rejected."""
    ended: list[Assignment] = []
    with transaction.atomic():
        planned = task.planned_rejections.filter(assignment__in=answers)
        locked = planned.select_for_update(of=("self",)).order_by("assignment")
        ids = list(locked.values_list("assignment", flat=True))
        if ids:
            reject(ids, ended.extend)
            task.planned_rejections.filter(assignment__in=ids).delete()
            # Reopen HITs last. From here to the commit, the batch can be neither paused nor closed.
            reopen_all(ended)
            tell(done + len(ended))
    return done + len(ended)


@dataclass(frozen=True)
class _Decision:
    """A decision to reject responses: the declared rule, the reason for annotators, and the person
    who decided."""

    declared: DeclaredRule
    reason: str
    by: User | None

    def reject_answers(self, ids: Sequence[int], reopen: Reopen) -> None:
        """Reject those responses among `ids` that still await a decision."""
        reject_assignments(
            batch=self.declared.batch,
            ids=ids,
            reason=self.reason,
            by=self.by,
            category=self._categories[0],
            evidence=self.declared.written,
            reopen=reopen,
        )

    def reject_sitting(self, submission: Submission, reopen: Reopen) -> None:
        """Reject the whole sitting, if its submission still awaits review and none of its responses
        is decided."""
        locked = Submission.objects.select_for_update(of=("self",), no_key=True)
        if _may_decide(locked.select_related("sitting").get(pk=submission.pk)):
            reject_sitting(
                submission_id=submission.pk,
                category=self._categories[1],
                message=self.reason,
                by=self.by,
                reopen=reopen,
            )

    def reject_whole(self, submission: Submission, _ids: Sequence[int], reopen: Reopen) -> None:
        """Reject the whole sitting, including its responses that do not break the rule."""
        self.reject_sitting(submission, reopen)

    @property
    def _categories(self) -> tuple[RejectionCategory, ProlificCategory]:
        return CATEGORIES[library_rule(self.declared).ground]  # type: ignore[index]


def _broken(declared: DeclaredRule) -> Collection[int]:
    return library_rule(declared).broken_by(declared.batch, declared.number)


def _by_sitting(batch: Batch, ids: frozenset[int]) -> Iterator[tuple[Submission, list[int]]]:
    """Yield each Prolific submission whose sitting contains one of these responses, with the ids of
    all responses in the sitting."""
    people = Assignment.objects.filter(pk__in=ids).values("enrolment")
    submissions = Submission.objects.filter(
        study__batch=batch, sitting__enrolment__in=people
    ).select_related("sitting")
    for submission in submissions.order_by("pk"):
        work = list(work_of(submission.sitting).values_list("pk", flat=True))
        if not ids.isdisjoint(work):
            yield submission, work


def _may_decide(submission: Submission) -> bool:
    waits = submission.state == SubmissionState.AWAITING_REVIEW
    return waits and not work_of(submission.sitting).exclude(state=State.SUBMITTED).exists()
