"""Applying rules in a background task, for batches with too many responses for one request."""

from collections.abc import Callable, Mapping

from django.db.models import Exists, OuterRef, QuerySet, Sum

from hits.background.asking import ask_for_task, begin_again, digest_of
from hits.background.performing import gone
from hits.models import BackgroundTask, Batch, DeclaredRule
from hits.review.exclusions import check_length, take_back_exclusions
from hits.states import State
from people.models import User
from quality.declared.applying import apply_declared, refuse_rejection
from quality.declared.rejecting import reject_by_parts
from quality.models import PlannedRejection
from quality.rules import ExclusionRule, apply_rule, check_number, rules

# A request applies a rule directly if the batch has at most this many responses.
MOST_ANSWERS = 5_000
# A request rejects directly if at most this many responses are waiting. Each rejection reopens a
# HIT with its own SQL statements, which takes time.
MOST_REJECTED = 500

Kind = BackgroundTask.Kind


def is_long_rule(batch: Batch) -> bool:
    """Return whether the batch has too many responses to apply a rule in one request."""
    submitted: int | None = batch.enrolments.aggregate(total=Sum("submitted"))["total"]
    return (submitted or 0) > MOST_ANSWERS


def is_long_declared(declared: DeclaredRule) -> bool:
    """Return whether applying a declared rule would take too long for one request, or was started
    by a background task that is not finished."""
    if is_long_rule(declared.batch) or _unfinished(declared).exists():
        return True
    if declared.effect != DeclaredRule.Effect.REJECT:
        return False
    waiting = declared.batch.assignments.filter(state=State.SUBMITTED)
    return waiting[: MOST_REJECTED + 1].count() > MOST_REJECTED


def ask_for_rule(
    *, batch: Batch, rule: ExclusionRule, number: int, by: User, reason: str = ""
) -> BackgroundTask:
    check_number(rule, number)
    check_length(reason, "reason")
    chosen = {"act": "exclude", "rule": rule.name, "number": number, "reason": reason}
    return ask_for_task(kind=Kind.RULE, subject=batch, by=by, parameters=chosen)


def ask_for_take_back(*, batch: Batch, rule: str, by: User) -> BackgroundTask:
    """Create a background task that undoes all exclusions by `rule`, and return it. `rule` is the
    rule's wording in exports."""
    chosen = {"act": "take_back", "rule": rule}
    return ask_for_task(kind=Kind.RULE, subject=batch, by=by, parameters=chosen)


def ask_for_declared(*, declared: DeclaredRule, by: User, reason: str = "") -> BackgroundTask:
    """Create a background task that applies a declared rule, and return it. A rejection that failed
    or was cancelled midway is continued, with the new reason. Raises RateroomError if the rule
    should reject responses but cannot.

    `reason` is used only for rejections. For exclusions, the reason is the rule itself.
    """
    chosen = {"act": str(declared.effect), "declared": declared.pk}
    if declared.effect == DeclaredRule.Effect.REJECT:
        refuse_rejection(declared, reason)
        chosen["reason"] = reason
        if (unfinished := _unfinished(declared).order_by("-pk").first()) is not None:
            return _go_on(unfinished, chosen, by)
    return ask_for_task(kind=Kind.RULE, subject=declared.batch, by=by, parameters=chosen)


def _unfinished(declared: DeclaredRule) -> QuerySet[BackgroundTask]:
    tasks = BackgroundTask.objects.filter(
        kind=Kind.RULE, subject_id=declared.batch_id, parameters__declared=declared.pk
    )
    return tasks.filter(Exists(PlannedRejection.objects.filter(task=OuterRef("pk"))))


def _go_on(task: BackgroundTask, chosen: Mapping[str, object], by: User) -> BackgroundTask:
    if not task.is_under_way:
        task.parameters, task.parameters_sha256 = dict(chosen), digest_of(chosen)
        task.save(update_fields=["parameters", "parameters_sha256"])
        begin_again(task=task, by=by)
        task.refresh_from_db()
    return task


def perform_rule(task: BackgroundTask, tell: Callable[[int], None]) -> dict[str, object]:
    """Carry out a background task that applies or undoes a rule. Return the number of changed
    responses as `answers`. Raises RateroomError if the batch no longer exists."""
    batch = Batch.objects.select_related("project").filter(pk=task.subject_id).first()
    if batch is None:
        raise gone(task)
    return {"answers": _act(batch, task, tell)}


def _act(batch: Batch, task: BackgroundTask, tell: Callable[[int], None]) -> int:
    chosen, by = task.parameters, task.created_by
    reason = chosen.get("reason", "")
    if chosen["act"] == "take_back":
        return take_back_exclusions(batch=batch, rule=chosen["rule"], by=by)
    if "declared" not in chosen:
        rule = rules()[chosen["rule"]]
        number = chosen["number"]
        return apply_rule(batch=batch, rule=rule, number=number, by=by, reason=reason, tell=tell)
    declared = DeclaredRule.objects.filter(batch=batch, pk=chosen["declared"]).first()
    if declared is None:
        raise gone(task)
    if declared.effect == DeclaredRule.Effect.REJECT:
        return reject_by_parts(declared=declared, reason=reason, by=by, task=task, tell=tell)
    return apply_declared(declared=declared, by=by, tell=tell)
