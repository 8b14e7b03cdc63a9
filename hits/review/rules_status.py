"""The status of a batch's exclusion rules, for the batch's page and report: the declared rules,
their hash, and the applied rules."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from hits.models import Batch, DeclaredRule, RulePlan
from hits.review.exclusions import ExcludedByRule, exclusions_by_rule

Effect = DeclaredRule.Effect


@dataclass(frozen=True)
class RulesStatus:
    """The status of a batch's exclusion rules. `plan` is None for a draft, and for a batch
    published before rules were locked. `applied` lists the rules that exclude responses now."""

    plan: RulePlan | None
    declared: Sequence[DeclaredRule]
    applied: Sequence[ExcludedByRule]

    @property
    def in_words(self) -> str:
        """Return all declared rules on one line, with a note about those that reject responses."""
        rejects = _("Reject")
        return "; ".join(
            f"{rejects}: {rule.written}" if rule.effect == Effect.REJECT else rule.written
            for rule in self.declared
        )

    @property
    def late(self) -> list[ExcludedByRule]:
        """Return the applied rules that were not declared before publication."""
        return [line for line in self.applied if not line.declared]

    @property
    def not_applied(self) -> str:
        """Return a text with the declared rules that exclude nothing, because they were not applied
        or no response breaks them."""
        applied = {line.rule for line in self.applied}
        return "; ".join(
            rule.written
            for rule in self.declared
            if rule.effect == Effect.EXCLUDE and rule.written not in applied
        )


def rules_status(batch: Batch) -> RulesStatus:
    """Return the status of a batch's exclusion rules, in three queries."""
    return RulesStatus(
        RulePlan.objects.filter(batch=batch).first(),
        list(DeclaredRule.objects.filter(batch=batch).select_related("batch")),
        [line for line in exclusions_by_rule(batch) if line.by_rule and line.standing],
    )
