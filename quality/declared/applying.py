"""Previews of a batch's declared rules, and their application, which only happens on request."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from core.errors import RateroomError
from hits.models import Batch, DeclaredRule
from hits.review.decisions import Rejection, require_grounds
from hits.states import State
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
from recruiting.rejection import why_not_reject

Effect = DeclaredRule.Effect


class CannotReject(RateroomError):
    """Raised if the panel does not allow this reason for a rejection, or if the rule was not
    declared to reject responses."""


@dataclass(frozen=True)
class Previews:
    """Previews of a batch's declared rules: the effect of each rule now, and the effect of all
    excluding rules together."""

    by_rule: Sequence[tuple[DeclaredRule, RulePreview]]
    together: RulePreview | None


def preview_all(*, batch: Batch, declared: Sequence[DeclaredRule]) -> Previews:
    """Return the preview of each declared rule: the included responses it would exclude, or the
    responses awaiting review it would reject. For a pilot, `declared` can be the main batch's
    rules."""
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
    """Return the declared library rule. Raises RateroomError if this version has no such rule."""
    rule = rules().get(declared.name)
    if rule is None:
        raise RateroomError(
            _("This version of Rateroom does not have the rule “%(rule)s”.")
            % {"rule": declared.name},
            remedy=_("Use the version of Rateroom that the batch was published with."),
        )
    return rule


def apply_declared(
    *, declared: DeclaredRule, by: User | None, tell: Callable[[int], None] | None = None
) -> int:
    """Exclude responses that break the declared rule now. Return the number of exclusions added."""
    return apply_rule(
        batch=declared.batch, rule=library_rule(declared), number=declared.number, by=by, tell=tell
    )


def why_not(declared: DeclaredRule) -> str:
    """Return why the declared rule cannot reject responses in its batch, or "" if it can."""
    ground = library_rule(declared).ground
    if declared.effect != Effect.REJECT or ground is None:
        return _("This rule was not set as a reason to reject before publishing.")
    return why_not_reject(declared.batch, ground, declared.number)


def refuse_rejection(declared: DeclaredRule, reason: str) -> None:
    """Raise CannotReject if the rule cannot reject, and ReasonNeeded if `reason` is blank."""
    if problem := why_not(declared):
        raise CannotReject(problem, remedy=_("Exclude the responses from the results instead."))
    require_grounds(Rejection(reason.strip()))
