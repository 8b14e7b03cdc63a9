"""Declared rules on a batch: what each would do, and doing it on command. Nothing here runs by
itself."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from hits.models import Assignment, Batch, DeclaredRule
from hits.queue.releasing import reopen_all
from hits.review.decisions import Rejection, reject_assignments, require_grounds
from hits.states import RejectionCategory, State
from people.models import User
from quality.rules import (
    ExclusionRule,
    RulePreview,
    apply_rule,
    counted_of,
    preview_ids,
    ruled_on,
    rules,
)
from recruiting.prolific.api.shapes import RejectionCategory as ProlificCategory
from recruiting.prolific.api.shapes import SubmissionState
from recruiting.prolific.deciding import reject_sitting
from recruiting.prolific.models import Submission
from recruiting.rejection import Ground, why_not_reject
from recruiting.sittings.work import work_of
from tabular.errors import RateroomError

AT_ONCE = 1_000  # answers rejected between two signs of progress

Effect = DeclaredRule.Effect
# What a rejection on each ground is called: to its annotator, and at Prolific.
CATEGORIES = {
    Ground.TIME_OF_A_HIT: (RejectionCategory.NO_EFFORT, ProlificCategory.TOO_QUICKLY),
    Ground.TIME_OF_A_PERSON: (RejectionCategory.NO_EFFORT, ProlificCategory.TOO_QUICKLY),
    Ground.FAILED_CHECKS: (RejectionCategory.NO_EFFORT, ProlificCategory.FAILED_CHECK),
    Ground.SHARE_OF_CHECKS: (RejectionCategory.NO_EFFORT, ProlificCategory.FAILED_CHECK),
    Ground.SAME_ANSWERS: (RejectionCategory.NO_EFFORT, ProlificCategory.LOW_EFFORT),
}


class CannotReject(RateroomError):  # noqa: N818 - named for what it is
    """The panel forbids this reason, or the rule was not declared for it."""


@dataclass(frozen=True)
class Previews:
    """What each rule would leave out of a batch now, and what those that exclude would together."""

    by_rule: Sequence[tuple[DeclaredRule, RulePreview]]
    together: RulePreview | None


def preview_all(*, batch: Batch, declared: Sequence[DeclaredRule]) -> Previews:
    """What the rules, of this batch or of the one whose pilot it is, would do to its answers: leave
    out those that count, or reject those that wait for a decision."""
    counting = counted_of(batch)
    among = {Effect.EXCLUDE: counting, Effect.REJECT: ruled_on(batch).filter(state=State.SUBMITTED)}
    by_rule, excluded, excluding = [], set[int](), 0
    for declared_rule in declared:
        effect = Effect(declared_rule.effect)
        ids = library_rule(declared_rule).broken_by(batch, declared_rule.number)
        by_rule.append((declared_rule, preview_ids(declared_rule.written, ids, among[effect])))
        if effect == Effect.EXCLUDE:
            excluded |= set(ids)
            excluding += 1
    together = preview_ids("", excluded, counting) if excluding > 1 else None
    return Previews(by_rule, together)


def library_rule(declared: DeclaredRule) -> ExclusionRule:
    """Raises RateroomError where the library has it no more."""
    rule = rules().get(declared.name)
    if rule is None:
        raise RateroomError(
            _("The rule “%(rule)s” is not in this version's library.") % {"rule": declared.name},
            remedy=_("Go back to the version that the batch was published with."),
        )
    return rule


def apply_declared(
    *,
    declared: DeclaredRule,
    by: User | None,
    tell: Callable[[int], None] | None = None,
) -> int:
    """Leave out what breaks a declared rule now; returns how many answers were not left out by it
    before."""
    return apply_rule(
        batch=declared.batch,
        rule=library_rule(declared),
        number=declared.number,
        by=by,
        tell=tell,
    )


def why_not(declared: DeclaredRule) -> str:
    """Why the rule cannot reject in its batch; blank where it can."""
    ground = library_rule(declared).ground
    if declared.effect != Effect.REJECT or ground is None:
        return _("It was not declared as a reason for a rejection.")
    return why_not_reject(declared.batch, ground, declared.number)


def refuse_rejection(declared: DeclaredRule, reason: str) -> None:
    """Raise CannotReject where the rule may not, and ReasonNeeded where nobody would read why."""
    if problem := why_not(declared):
        raise CannotReject(problem, remedy=_("Leave the answers out of the figures instead."))
    require_grounds(Rejection(reason.strip()))


@transaction.atomic
def reject_declared(
    *,
    declared: DeclaredRule,
    reason: str,
    by: User | None,
    tell: Callable[[int], None] | None = None,
) -> int:
    """Reject what breaks a declared rule and waits for a decision; returns how many answers. `tell`
    is told how many are done, again and again.

    Work that Prolific pays is decided on by whole sittings, there too, where the submission awaits
    review and nothing of it is approved. Raises CannotReject, and what rejecting raises.
    """
    refuse_rejection(declared, reason)
    batch, rule = declared.batch, library_rule(declared)
    ids = set(rule.broken_by(batch, declared.number))
    category, at_prolific = CATEGORIES[rule.ground]  # type: ignore[index]
    ended: list[Assignment] = []

    def reopen_later(assignments: Sequence[Assignment]) -> None:
        ended.extend(assignments)
        if tell is not None:
            tell(len(ended))

    for submission, work in list(_by_sitting(batch, frozenset(ids))):
        if _may_decide(submission):
            reject_sitting(
                submission_id=submission.pk,
                category=at_prolific,
                message=reason,
                by=by,
                reopen=reopen_later,
            )
        ids -= set(work)
    ordered = sorted(ids)
    for first in range(0, len(ordered), AT_ONCE):
        reject_assignments(
            batch=batch,
            ids=ordered[first : first + AT_ONCE],
            reason=reason,
            by=by,
            category=category,
            evidence=declared.written,
            reopen=reopen_later,
        )
    # All in the end: until then the batch can be paused and closed.
    reopen_all(ended)
    return len(ended)


def _by_sitting(batch: Batch, ids: frozenset[int]) -> Iterator[tuple[Submission, list[int]]]:
    """The submissions of a study with any of these answers, each with the ids of all its work."""
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
