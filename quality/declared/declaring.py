"""Setting a draft's hypothesis, rules and margin for judges. Publishing locks all of them."""

from collections.abc import Mapping
from decimal import Decimal

from django.db import transaction
from django.utils.translation import gettext as _

from analysis.data.criteria import batch_facts
from core.database.field_checks import check_fields
from core.errors import RateroomError
from hits.batches.drafting import locked_draft
from hits.batches.rule_plans import STATED, check_comparison, in_declaration
from hits.models import Batch, DeclaredRule, Hypothesis, JudgeMargin
from people.acts import record
from people.models import Act, User
from quality.rules import rules

MOST_RULES = 20
Effect = DeclaredRule.Effect


class NotDeclarable(RateroomError):
    """Raised if a rule cannot be declared. It is unknown, its number is out of range, it cannot
    reject responses, or there are too many rules."""


@transaction.atomic
def declare_rule(*, batch_id: int, name: str, number: int, effect: str, by: User | None) -> bool:
    """Declare a rule of the library on a draft, and log this. Return False if the draft already has
    this rule. Raises NotADraft, and NotDeclarable if the rule cannot be declared."""
    batch = locked_draft(batch_id)
    rule = rules().get(name)
    if rule is None or effect not in Effect.values:
        raise NotDeclarable(_("Choose an option from the list."))
    low, high = rule.bounds
    if not low <= number <= high:
        raise NotDeclarable(
            _("Choose a number from %(low)s to %(high)s.") % {"low": low, "high": high},
            where=rule.in_words(number),
        )
    if effect == Effect.REJECT and rule.ground is None:
        raise NotDeclarable(
            _("This rule cannot reject responses. %(reason)s") % {"reason": rule.only_excludes},
            remedy=_("Exclude the responses from the results instead."),
        )
    written = rule.written(number)
    declared = DeclaredRule.objects.filter(batch=batch)
    if declared.filter(effect=effect, written=written).exists():
        return False
    if declared.count() >= MOST_RULES:
        raise NotDeclarable(
            _("A batch can have at most %(number)s rules.") % {"number": MOST_RULES}
        )
    DeclaredRule.objects.create(
        batch=batch, effect=effect, name=name, number=number, written=written
    )
    record(by, Act.Verb.AMENDED, batch, after={effect: written})
    return True


@transaction.atomic
def withdraw_rule(*, batch_id: int, declared_id: int, by: User | None) -> bool:
    """Remove a declared rule from a draft, and log this. Return False if the draft has no such
    rule. Raises NotADraft."""
    batch = locked_draft(batch_id)
    declared = DeclaredRule.objects.filter(batch=batch, pk=declared_id).first()
    if declared is None:
        return False
    declared.delete()
    record(by, Act.Verb.AMENDED, batch, before={declared.effect: declared.written})
    return True


@transaction.atomic
def set_judge_margin(*, batch_id: int, margin: Decimal | None, by: User | None) -> bool:
    """Set a draft's margin for judges, or remove it if `margin` is None. Log the change. Return
    False if nothing changes.

    Raises NotADraft, and NotDeclarable if the margin is not between 0.01 and 0.99.
    """
    batch = locked_draft(batch_id)
    if margin is not None and not Decimal("0.01") <= margin <= Decimal("0.99"):
        raise NotDeclarable(
            _("Choose a number from %(low)s to %(high)s.") % {"low": "0.01", "high": "0.99"},
            where="margin",
        )
    stored = JudgeMargin.objects.filter(batch=batch).first()
    before = stored.margin if stored else None
    if before == margin:
        return False
    if margin is None:
        JudgeMargin.objects.filter(batch=batch).delete()
    else:
        JudgeMargin.objects.update_or_create(batch=batch, defaults={"margin": margin})
    was, now = (
        None if each is None else {"judge_margin": f"{each:.2f}"} for each in (before, margin)
    )
    record(by, Act.Verb.AMENDED, batch, before=was, after=now)
    return True


def criteria_to_compare(batch: Batch) -> dict[str, str]:
    """Return the titles of the criteria that can compare two systems, by key. These are
    preferences, and criteria with a better end."""
    facts = batch_facts(batch.rubric_version.spec)
    return {
        key: each.title for key, each in facts.items() if each.preference or each.best != "none"
    }


@transaction.atomic
def set_hypothesis(*, batch_id: int, stated: Mapping[str, object], by: User | None) -> bool:
    """Store a draft's hypothesis, given as values by field name, or remove it if `text` is "". Log
    the change. Return False if nothing changes.

    Raises NotADraft, FieldsError for invalid values, and RateroomError if the batch does not have
    the named system or criterion.
    """
    batch = locked_draft(batch_id)
    stored = Hypothesis.objects.filter(batch=batch).first()
    before = _in_words(stored)
    if not stated.get("text"):
        Hypothesis.objects.filter(batch=batch).delete()
        after = None
    else:
        row = Hypothesis(batch=batch, **{name: stated[name] for name in STATED if name in stated})
        check_fields(row, STATED)
        if row.system:
            check_comparison(batch, row, among=set(criteria_to_compare(batch)))
        after = _in_words(row)
        row.save(force_insert=stored is None)
    if before == after:
        return False
    record(by, Act.Verb.AMENDED, batch, before=before, after=after)
    return True


def _in_words(row: Hypothesis | None) -> dict[str, str] | None:
    return {name: text for name, text in in_declaration(row).items() if text} if row else None
