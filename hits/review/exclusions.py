"""Leaving answered work out of every figure, and taking it back in. Money does not move."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Count, Exists, Max, OuterRef, Q, Value
from django.db.models.functions import Coalesce
from django.utils import timezone
from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.models import Assignment, Batch, DeclaredRule, Exclusion
from hits.states import ANSWERED
from people.acts import record
from people.models import Act, User

LONGEST = 2000  # characters of a reason or of evidence
AT_ONCE = 5_000  # answers that one statement locks and excludes


def check_length(text: str, field: str) -> None:
    """Raise RateroomError at `field` if this is longer than anyone would read."""
    if len(text) > LONGEST:
        raise RateroomError(
            _("Write at most %(most)d characters.") % {"most": LONGEST}, field=field
        )


def require_reason(reason: str) -> None:
    """Raise RateroomError if an exclusion by hand has no reason, or one that is too long."""
    if not reason.strip():
        raise RateroomError(_("Give a reason in a sentence."), field="reason")
    check_length(reason, "reason")


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
    """Exclude the answered ones of `ids` by `rule`; returns how many were not excluded by it
    before. `tell` is told how many of them are looked at, again and again."""
    if not rule.strip():
        raise RateroomError(_("An exclusion needs the name of its rule."), where=_("Rule"))
    # In the order of their numbers, so that two people who exclude at once wait for one another.
    ordered, number = sorted(ids), 0
    for first in range(0, len(ordered), AT_ONCE):
        number += _exclude(batch, ordered[first : first + AT_ONCE], rule, by, reason.strip())
        if tell is not None:
            tell(min(first + AT_ONCE, len(ordered)))
    _note(Act.Verb.EXCLUDED, batch, number, rule, by)
    return number


def _exclude(batch: Batch, ids: Sequence[int], rule: str, by: User | None, reason: str) -> int:
    answered = Assignment.objects.filter(batch=batch, pk__in=ids, state__in=ANSWERED)
    # Under lock, so that of two people who exclude at once only one adds the row.
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
    """Take back what `rule` excludes, of `ids` where they are given; returns how many. The rows
    stay as history."""
    standing = Exclusion.objects.filter(assignment__batch=batch, rule=rule, taken_back_at=None)
    if ids is not None:
        standing = standing.filter(assignment__in=ids)
    number = standing.update(taken_back_at=timezone.now(), taken_back_by=by)
    _note(Act.Verb.READMITTED, batch, number, rule, by)
    return number


@dataclass(frozen=True)
class ExcludedByRule:
    """A rule's exclusions in a batch, in force or undone: their number, author and time, the
    latest; `declared`: whether the rule was declared before publication."""

    rule: str
    standing: bool
    answers: int
    reason: str
    by: str
    at: datetime
    declared: bool

    @property
    def by_rejection(self) -> bool:
        """It ends with its rejections, not by itself."""
        return self.rule == Exclusion.REJECTED

    @property
    def by_rule(self) -> bool:
        """Return whether a declared rule could have excluded it, and not a decision about single
        responses."""
        return self.rule not in {Exclusion.REJECTED, Exclusion.RETURNED, Exclusion.BY_HAND}


def exclusions_by_rule(batch: Batch) -> list[ExcludedByRule]:
    """Return a line for each rule, those that stand first. In one statement."""
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
    """Record the act; none if nothing changed, and none for a rejection or its reversal."""
    if answers and rule != Exclusion.REJECTED:
        record(
            actor=by,
            verb=verb,
            subject=batch,
            project_id=batch.project_id,
            after={"answers": answers, "rule": rule},
        )
