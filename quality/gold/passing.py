"""Comparing answers with the known answers of a HIT, and describing accepted answers.
quality/sql/checks.sql applies the same rules to answers in the database."""

import operator
from collections.abc import Mapping, Sequence

from django.utils.translation import gettext as _

from quality.gold.rules import Rule
from surveys.questions import Question, Value

_SIGNS = {"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge}


def holds(rule: Rule, values: Mapping[str, Value]) -> bool:
    """Return whether the answers in `values`, by question key, satisfy the rule. An unanswered
    question never satisfies it."""
    value = values.get(rule["question"])
    if value is None or isinstance(value, str):
        return False
    if "sign" in rule:
        other = values.get(rule["other"])
        return not isinstance(other, str | None) and bool(_SIGNS[rule["sign"]](value, other))
    if "low" in rule:
        return bool(rule["low"] <= value <= rule["high"])
    return value in rule["accepted"]


def result(rules: Sequence[Rule], values: Mapping[str, Value]) -> bool | None:
    """Return whether the answers pass a gold HIT. Return None if every question with a known answer
    was answered “Cannot judge”."""
    judged_rules = [rule for rule in rules if not is_left_out(rule, values)]
    return all_hold(judged_rules, values) if judged_rules else None


def is_left_out(rule: Rule, values: Mapping[str, Value]) -> bool:
    return any(key in values for key in rule.get("unless", ()))


def all_hold(rules: Sequence[Rule], values: Mapping[str, Value]) -> bool:
    return all(holds(rule, values) for rule in rules)


def answer_in_words(question: Question, value: Value | None) -> str:
    if value is None:
        return _("no answer")
    number = question.as_asked(value)
    if not isinstance(number, int):
        return str(number)
    described = question.described().get(number) or question.output_names().get(number)
    return f"{number}: {described}" if described else str(number)


def accepted_in_words(rule: Rule, questions: Mapping[str, Question]) -> str:
    """Return a text with the answers that the rule accepts, for a person who sees the HIT's
    page."""
    question = questions[rule["question"]]
    if "sign" in rule:
        phrases = {
            "<": _("less than the answer to “%(other)s”"),
            "<=": _("at most the answer to “%(other)s”"),
            ">": _("more than the answer to “%(other)s”"),
            ">=": _("at least the answer to “%(other)s”"),
        }
        return phrases[rule["sign"]] % {"other": questions[rule["other"]].label}
    if "low" in rule:
        return _("%(low)s to %(high)s") % {"low": rule["low"], "high": rule["high"]}
    separator = f" {_('or')} "
    return separator.join(answer_in_words(question, value) for value in rule["accepted"])
