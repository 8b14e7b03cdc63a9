"""Previewing and applying the rules that were set before publishing. They are applied only on
request."""

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
    """Raised if responses cannot be rejected by the rule. The panel does not allow its reason, or
    it was not set as a reason to reject before publishing."""


@dataclass(frozen=True)
class Previews:
    """The effect that each of a batch's declared rules would have now. `together` is the effect of
    all exclusion rules together, or None if there are fewer than two."""

    by_rule: Sequence[tuple[DeclaredRule, RulePreview]]
    together: RulePreview | None


def preview_all(*, batch: Batch, declared: Sequence[DeclaredRule]) -> Previews:
    """Return the effect that each declared rule would have now. Exclusion rules are tried on
    included responses, and rejection rules on responses awaiting review. For a pilot, `declared`
    can be the rules of the main batch."""
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
    """Return the rule of the library that `declared` names. Raises RateroomError if this version of
    Rateroom does not have it."""
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
    """Exclude the responses that break the declared rule now. Return the number of new
    exclusions."""
    return apply_rule(
        batch=declared.batch, rule=library_rule(declared), number=declared.number, by=by, tell=tell
    )


def why_not(declared: DeclaredRule) -> str:
    """Return why the declared rule cannot reject responses of its batch. Return "" if it can."""
    ground = library_rule(declared).ground
    if declared.effect != Effect.REJECT or ground is None:
        return _("Before publishing, this rule was not set to reject responses.")
    return why_not_reject(declared.batch, ground, declared.number)


def refuse_rejection(declared: DeclaredRule, reason: str) -> None:
    """Raise CannotReject if the rule cannot reject responses, and ReasonNeeded if `reason` is
    blank."""
    if problem := why_not(declared):
        raise CannotReject(problem, remedy=_("Exclude the responses from the results instead."))
    require_grounds(Rejection(reason.strip()))
