"""Decisions on many responses at once, with a result for each response."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from decimal import Decimal
from typing import Literal

from django.db import transaction

from hits.models import Assignment, Batch, Exclusion
from hits.models.decisions import excluded
from hits.money.escrow import price
from hits.review.decisions import Rejection, approve_assignments, reject_assignments
from hits.review.exclusions import exclude_assignments, require_reason
from hits.states import ANSWERED, State
from people.models import User

MOST = 1000  # responses per action, so that its transaction does not take long

Act = Literal["approve", "reject", "exclude"]
BY_HAND = Exclusion.BY_HAND


@dataclass(frozen=True)
class Outcome:
    """The result for one response. `done` says whether the decision was applied to it. If not, the
    response's state did not allow it."""

    assignment: Assignment
    done: bool


@dataclass(frozen=True)
class Forecast:
    """What a decision would change: the numbers of responses that change and that do not, and the
    money. `price` is the total cost. `reward` is the part that annotators get. Both are zero if the
    decision pays nothing."""

    answers: int
    passed_over: int
    price: Decimal
    reward: Decimal


def forecast(*, batch: Batch, ids: Sequence[int], act: Act) -> Forecast:
    """Return the effect that `decide_each` would have now."""
    assignments = _answered(batch, ids)
    answers = sum(_is_open(assignment, act) for assignment in assignments)
    moves = answers if act == "approve" else 0
    return Forecast(answers, len(assignments) - answers, moves * price(batch), moves * batch.reward)


@transaction.atomic
def decide_each(
    *,
    batch: Batch,
    ids: Sequence[int],
    act: Act,
    by: User,
    rejection: Rejection | None = None,
    reason: str = "",
) -> list[Outcome]:
    """Approve the responses, reject them (with `rejection`) or exclude them (with the reason
    `reason`). Return a result for each response. Responses whose state does not allow the decision
    do not change. Raises RateroomError if a reason is missing."""
    locked = Assignment.objects.filter(batch=batch, pk__in=ids[:MOST])
    list(locked.select_for_update(no_key=True).order_by("pk").values_list("pk"))
    assignments = _answered(batch, ids)
    open_ids = [assignment.pk for assignment in assignments if _is_open(assignment, act)]
    if act == "approve":
        approve_assignments(batch=batch, ids=open_ids, by=by)
    elif act == "reject":
        grounds = rejection or Rejection(reason="")
        reject_assignments(batch=batch, ids=open_ids, by=by, **asdict(grounds))
    else:
        require_reason(reason)
        exclude_assignments(batch=batch, ids=open_ids, rule=BY_HAND, by=by, reason=reason)
    return [Outcome(assignment, assignment.pk in open_ids) for assignment in assignments]


def _answered(batch: Batch, ids: Sequence[int]) -> list[Assignment]:
    answered = Assignment.objects.filter(batch=batch, pk__in=ids[:MOST], state__in=ANSWERED)
    return list(
        answered.select_related("hit__item", "enrolment")
        .annotate(excluded_by_hand=excluded(rule=BY_HAND))
        .order_by("pk")
    )


def _is_open(assignment: Assignment, act: Act) -> bool:
    if act == "exclude":
        return not assignment.excluded_by_hand  # type: ignore[attr-defined]
    return assignment.state == State.SUBMITTED
