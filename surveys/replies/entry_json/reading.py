"""The policy: which object holds the scores, what each entry's score and reason are, what does not
fit.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from surveys.questions import Value
from surveys.replies.asked import keep_text
from surveys.replies.base import Reading, ReplyError
from surveys.replies.entry_json.entries import Entries
from surveys.replies.entry_json.objects import (
    IN_RECORD,
    REASON_IN_RECORD,
    compact,
    first_member,
    is_bare,
    member,
    reasons_of,
    scores_of,
    written,
)
from surveys.replies.scores import read_score

_STATED = re.compile(r"\s*(\d{1,9})(?:\.0+)?\s*(?:$|/|out of|of)")


@dataclass(frozen=True)
class Names:
    """What the format calls the parts of its object."""

    root: str
    scores: str
    total: str
    reasons: str


def score_texts(parsed: Mapping[str, object], names: Names, entries: Entries) -> set[str]:
    """Return the scores of a parsed object that are written as texts."""
    body = _body(parsed, names, entries)
    scores = [value for _name, value in scores_of(member(body, names.scores, body))]
    bare = [
        first_member(value, IN_RECORD) if isinstance(value, dict) else value for value in scores
    ]
    return {value for value in bare if isinstance(value, str)}


def named_reasons(
    parsed: Mapping[str, object], names: Names, entries: Entries
) -> list[tuple[str, str]]:
    """(reason, the same on one line behind its entry's name) of a parsed object."""
    body = _body(parsed, names, entries)
    scores = _by_entry(member(body, names.scores, body), names, entries, [])
    reasons = _reasons(body, scores, names, entries, [])
    return [
        (text, text if "{" in text else f"{entries.names[number - 1]}: {' '.join(text.split())}")
        for number, text in reasons.items()
        if isinstance(text, str)
    ]


def read_object(
    parsed: Mapping[str, object], names: Names, entries: Entries, warnings: list[str]
) -> Reading:
    """Return the scores and reasons in a parsed object.

    Raises ReplyError where it does not hold every score.
    """
    body = _body(parsed, names, entries)
    scores = _by_entry(member(body, names.scores, body), names, entries, warnings)
    values: dict[str, Value] = {}
    for number, value in sorted(scores.items()):
        question, where = entries.entry(number).score, f"{names.scores}, {number}"
        values[question.key] = read_score(question, written(value), where=where)
    for number in range(1, len(entries.entries) + 1):
        if number not in scores:
            where = f"{names.scores}, {number}"
            raise ReplyError("missing_criterion", f"Entry {number} has no score.", where=where)
    _check_total(member(body, names.total, ""), values, warnings)
    for number, text in sorted(_reasons(body, scores, names, entries, warnings).items()):
        reason = text if isinstance(text, str) else ""
        keep_text(values, entries.entry(number).reason, reason, warnings)
    if sum(entry.reason.key in values for entry in entries.entries) < len(scores):
        warnings.append("missing_reasons")
    return Reading(values, tuple(dict.fromkeys(warnings)))


def _body(parsed: Mapping[str, object], names: Names, entries: Entries) -> Mapping[str, object]:
    """Return the object that holds the scores: under the root, without a root, or the root with the
    entries in it.
    """
    body = _unwrapped(member(parsed, names.root, parsed), names)
    if not isinstance(body, dict):
        raise ReplyError("missing_section", f"`{names.root}` is no object.", where=names.root)
    scores = member(body, names.scores, None)
    if isinstance(scores, (dict, list)) and not is_bare(scores):
        return body
    if scores is None and (own := _entries_beside(body, names, entries)):
        return {names.scores: own} | {key: body[key] for key in body if key not in own}
    raise ReplyError("missing_section", f"There is no `{names.scores}`.", where=names.root)


def _unwrapped(body: object, names: Names) -> object:
    """Return what is in a list of one, or in an object around the one that holds the scores."""
    if isinstance(body, list) and len(body) == 1:
        body = body[0]
    if isinstance(body, dict) and len(body) == 1:
        (only,) = body.values()
        if isinstance(only, dict) and member(only, names.scores, None) is not None:
            return only
    return body


def _entries_beside(
    body: Mapping[str, object], names: Names, entries: Entries
) -> dict[str, object]:
    """Return the members beside total and reasons, where each is called as an entry; else none."""
    beside = {compact(names.total), compact(names.reasons)}
    own = {key: value for key, value in body.items() if compact(str(key)) not in beside}
    return own if all(entries.number_of(str(key)) for key in own) else {}


def _by_entry(
    scores: object, names: Names, entries: Entries, warnings: list[str]
) -> dict[int, object]:
    """Return what stands for each entry's score, by the entry's number."""
    by_number: dict[int, object] = {}
    for name, value in scores_of(scores):
        where = f"{names.scores}, {name[:60]}"
        number = _number_of(name, entries, where)
        if entries.is_position(name, number):
            warnings.append("positional_keys")
        if number in by_number:
            if written(by_number[number]) != written(value):
                raise ReplyError("duplicate_key", f"Entry {number} is scored twice.", where=where)
            warnings.append("duplicate_block")
        by_number[number] = value
    return by_number


def _number_of(name: str, entries: Entries, where: str) -> int:
    number = entries.number_of(name)
    if number is not None:
        return number
    if entries.shared(name):
        what = f"“{name[:60]}” may mean several entries."
        raise ReplyError("duplicate_key", what, where=where)
    raise ReplyError("unknown_key", f"“{name[:60]}” is no entry of this item.", where=where)


def _check_total(total: object, values: Mapping[str, Value], warnings: list[str]) -> None:
    stated = _STATED.match(str(total))
    scores = [value for value in values.values() if isinstance(value, int)]
    if stated is None or int(stated[1]) != sum(scores):
        warnings.append("total_mismatch")


def _reasons(
    body: Mapping[str, object],
    scores: Mapping[int, object],
    names: Names,
    entries: Entries,
    warnings: list[str],
) -> dict[int, object]:
    """Return the reason for each entry: beside its score, or in an object of their own."""
    reasons = {
        number: first_member(value, REASON_IN_RECORD)
        for number, value in scores.items()
        if isinstance(value, dict)
    }
    holder = member(body, names.reasons, None) or member(body, "reasons", None)
    for name, text in reasons_of(holder):
        if number := entries.number_of(name):
            reasons[number] = text
        else:
            warnings.append("extra_text")
    return reasons
