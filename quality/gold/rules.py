"""Rules for passing a gold HIT: a list of accepted answers, a range of numbers, or an order of the
answers to two questions."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from core.errors import RateroomError
from surveys.questions import AnswerError, Question

# A rule in the form that is stored in hits.models.GoldKey.rules and read by quality/sql/checks.sql.
# It has a `question`, and either `accepted`, or `low` and `high`, or `sign` and `other`. With
# `beside`, which are the outputs of another gold HIT, `other` is the same person's answer to that
# HIT. `unless` has keys of "Cannot judge" reasons. With such an answer, the rule is neither passed
# nor failed.
Rule = dict[str, Any]
_ORDER = re.compile(r"(<=|>=|<|>)\s*(\S+)")
_RANGE = re.compile(r"(\S+?)\s*\.\.\s*(\S+)")
SEPARATOR = "|"


class BadRule(RateroomError):
    """Raised if a question does not allow the known answer, or if no one could pass the HIT."""


def parse_rule(questions: Mapping[str, Question], key: str, text: str) -> Rule:
    """Return the rule that `text` describes for the question `key`. Examples of `text` are `4|5`,
    `60..100` and `<= b.coherence`.

    Raises BadRule.
    """
    question = _question(questions, key)
    text = text.strip()
    if order := _ORDER.fullmatch(text):
        other = _question(questions, order[2])
        return {"question": key, "sign": order[1], "other": other.key, **unless(question, other)}
    if bounds := _RANGE.fullmatch(text):
        low, high = _number(question, bounds[1]), _number(question, bounds[2])
        if low > high:
            raise BadRule(
                _("The range “%(range)s” is empty.") % {"range": text},
                remedy=_("Write the smaller number first."),
            )
        return {"question": key, "low": low, "high": high, **unless(question)}
    accepted = [_number(question, part) for part in text.split(SEPARATOR)]
    return {"question": key, "accepted": accepted, **unless(question)}


def refuse_unasked(questions: Mapping[str, Question], rules: Sequence[Rule]) -> None:
    """Raise BadRule if an accepted answer to one question hides the question of another rule, so
    that no one could pass both rules."""
    by_key = {rule["question"]: rule for rule in rules}
    for key in by_key:
        for gate in questions[key].gates:
            rule = by_key.get(gate.key, {})
            accepted = rule.get("accepted", [rule[end] for end in ("low", "high") if end in rule])
            if not all(gate.opens({gate.key: value}) for value in accepted):
                raise BadRule(
                    _("“%(question)s” is not asked after every accepted answer to “%(gate)s”.")
                    % {"question": questions[key].label, "gate": questions[gate.key].label},
                    where=key,
                    remedy=_(
                        "Remove “%(question)s”, or accept only answers after which it is asked."
                    )
                    % {"question": questions[key].label},
                )


def unless(*questions: Question) -> Rule:
    """Return a rule with only the field `unless`: the keys of these questions' “Cannot judge”
    reasons. Return an empty rule if they have none."""
    keys = sorted({question.unless for question in questions if question.unless})
    return {"unless": keys} if keys else {}


def _question(questions: Mapping[str, Question], key: str) -> Question:
    question = questions.get(key)
    if question is None or question.is_text:
        numbers = [question.key for question in questions.values() if not question.is_text]
        raise BadRule(
            _("“%(key)s” is not a question with choices or a number.") % {"key": key},
            remedy=_("Choose from: %(names)s.") % {"names": ", ".join(numbers)},
        )
    return question


def _number(question: Question, text: str) -> float:
    try:
        value = question.parse(text.strip())
    except AnswerError as error:
        raise BadRule(str(error), where=question.key) from error
    if value is None or isinstance(value, str):
        raise BadRule(
            _("Write answers like 4|5, a range like 60..100, or a comparison like <= %(key)s.")
            % {"key": "b.quality"},
            where=question.key,
        )
    return value


def rule_in_words(rule: Rule) -> str:
    """Return the rule as text in the notation of gold tables, after the question's key."""
    if "beside" in rule:
        original = _("%(key)s of the original") % {"key": rule["other"]}
        return f"{rule['question']} {rule['sign']} {original}"
    if "sign" in rule:
        return f"{rule['question']} {rule['sign']} {rule['other']}"
    if "low" in rule:
        return f"{rule['question']}: {rule['low']}..{rule['high']}"
    return f"{rule['question']}: {SEPARATOR.join(map(str, rule['accepted']))}"


def rules_in_words(rules: Sequence[Rule]) -> str:
    return "; ".join(rule_in_words(rule) for rule in rules)
