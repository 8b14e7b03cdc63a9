"""The status of a batch's exclusion rules, for the batch's page and report: the rules set before
publishing, their hash, and the rules that exclude responses now."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from hits.models import Batch, DeclaredRule, RulePlan
from hits.review.exclusions import ExcludedByRule, exclusions_by_rule

Effect = DeclaredRule.Effect


@dataclass(frozen=True)
class RulesStatus:
    """The status of a batch's exclusion rules. `plan` is the text locked at publishing. It is None
    for a draft, and for a batch published before Rateroom locked rules. `applied` lists the rules
    that exclude responses now."""

    plan: RulePlan | None
    declared: Sequence[DeclaredRule]
    applied: Sequence[ExcludedByRule]

    @property
    def in_words(self) -> str:
        """Return the rules set before publishing as one line of text. Rules that reject responses
        are marked."""
        rejects = _("Reject")
        return "; ".join(
            f"{rejects}: {rule.written}" if rule.effect == Effect.REJECT else rule.written
            for rule in self.declared
        )

    @property
    def late(self) -> list[ExcludedByRule]:
        """Return the applied rules that were not set before publishing."""
        return [line for line in self.applied if not line.declared]

    @property
    def not_applied(self) -> str:
        """Return the rules that were set before publishing but exclude nothing, as one text. Such a
        rule was not applied, or no response breaks it."""
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
