"""Excluding responses from all results, and including them again. No money moves."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Exists, Max, OuterRef, Q, Value
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from core.errors import RateroomError
from hits.models import Assignment, Batch, DeclaredRule, Exclusion
from hits.states import ANSWERED
from people.acts import record
from people.models import Act, User

LONGEST = 2000  # most characters of a reason or of the evidence
AT_ONCE = 5_000  # responses that one statement locks and excludes


def check_length(text: str, field: str) -> None:
    """Raise RateroomError for the form field `field` if the text is too long."""
    if len(text) > LONGEST:
        raise RateroomError(
            _("Write at most %(most)d characters.") % {"most": LONGEST}, field=field
        )


def require_reason(reason: str) -> None:
    """Raise RateroomError if the reason for an exclusion is missing or too long."""
    if not reason.strip():
        raise RateroomError(_("Give a reason in a sentence."), field="reason")
    check_length(reason, "reason")


def included_again(number: int) -> str:
    """Return the message that says how many responses were included in the results again."""
    text = ngettext(
        "%(number)d response included again.", "%(number)d responses included again.", number
    )
    return text % {"number": number}


@transaction.atomic
def exclude_assignments(
    *,
    batch: Batch,
    ids: Collection[int],
    rule: str,
    by: User | None,
    reason: str = "",
    tell: Callable[[int], None] | None = None,
) -> int:
    """Exclude the responses among `ids` by `rule`, and record the act. Return the number of
    responses that this rule had not excluded before. `tell` is called repeatedly with the number of
    responses processed so far. Raises RateroomError if `rule` is blank."""
    if not rule.strip():
        raise RateroomError(_("The name is missing."), where=_("Rule"))
    # Lock in numerical order, so that two concurrent exclusions cannot deadlock.
    ordered, number = sorted(ids), 0
    for first in range(0, len(ordered), AT_ONCE):
        number += _exclude(batch, ordered[first : first + AT_ONCE], rule, by, reason.strip())
        if tell is not None:
            tell(min(first + AT_ONCE, len(ordered)))
    _note(Act.Verb.EXCLUDED, batch, number, rule, by)
    return number


def _exclude(batch: Batch, ids: Sequence[int], rule: str, by: User | None, reason: str) -> int:
    answered = Assignment.objects.filter(batch=batch, pk__in=ids, state__in=ANSWERED)
    # Lock the rows, so that only one of two concurrent exclusions adds the exclusion.
    locked = answered.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True)
    excluded = set(
        Exclusion.objects.filter(
            assignment__in=list(locked), rule=rule, taken_back_at=None
        ).values_list("assignment_id", flat=True)
    )
    fresh = [pk for pk in locked if pk not in excluded]
    Exclusion.objects.bulk_create(
        Exclusion(assignment_id=pk, rule=rule, reason=reason, excluded_by=by) for pk in fresh
    )
    return len(fresh)


@transaction.atomic
def take_back_exclusions(
    *, batch: Batch, rule: str, by: User | None, ids: Sequence[int] | None = None
) -> int:
    """Undo the exclusions by `rule` for the responses in `ids`, or for all responses of the batch
    if `ids` is None. Record the act, and return the number of undone exclusions. They are kept as
    history."""
    standing = Exclusion.objects.filter(assignment__batch=batch, rule=rule, taken_back_at=None)
    if ids is not None:
        standing = standing.filter(assignment__in=ids)
    number = standing.update(taken_back_at=timezone.now(), taken_back_by=by)
    _note(Act.Verb.READMITTED, batch, number, rule, by)
    return number


@dataclass(frozen=True)
class ExcludedByRule:
    """A summary of one rule's exclusions in a batch. The exclusions in force (`standing`) and the
    undone ones have separate summaries. `by` and `at` are the author and time of the latest change.
    `declared` says whether the rule was set before publishing."""

    rule: str
    standing: bool
    answers: int
    reason: str
    by: str
    at: datetime
    declared: bool

    @property
    def by_rejection(self) -> bool:
        """Return whether the exclusions come from rejections. Such exclusions end only if the
        rejections are overturned."""
        return self.rule == Exclusion.REJECTED

    @property
    def by_rule(self) -> bool:
        """Return whether the exclusions come from an exclusion rule. If not, they come from
        rejections, returns at the panel, or decisions on single responses."""
        return self.rule not in {Exclusion.REJECTED, Exclusion.RETURNED, Exclusion.BY_HAND}


def exclusions_by_rule(batch: Batch) -> list[ExcludedByRule]:
    """Return the summaries of the exclusions by each rule, with exclusions in force first. Uses one
    query."""
    declared = DeclaredRule.objects.filter(
        batch=batch, effect=DeclaredRule.Effect.EXCLUDE, written=OuterRef("rule")
    )
    rows = (
        Exclusion.objects.filter(assignment__batch=batch)
        .order_by()
        .values("rule", stands=Q(taken_back_at=None))
        .annotate(
            answers=Count("pk"),
            why=Max("reason"),
            who=Max(Coalesce("taken_back_by__username", "excluded_by__username", Value(""))),
            latest=Max(Coalesce("taken_back_at", "excluded_at")),
            declared=Exists(declared),
        )
        .order_by("-stands", "-latest", "rule")
    )
    return [
        ExcludedByRule(
            row["rule"],
            row["stands"],
            row["answers"],
            row["why"],
            row["who"],
            row["latest"],
            row["declared"],
        )
        for row in rows
    ]


def _note(verb: str, batch: Batch, answers: int, rule: str, by: User | None) -> None:
    """Record the act. Do nothing if no response changed, or if the exclusions come from rejections,
    which have their own act."""
    if answers and rule != Exclusion.REJECTED:
        record(by, verb, batch, after={"answers": answers, "rule": rule})
