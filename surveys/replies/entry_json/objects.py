"""The tokenizer: members of a parsed object by any spelling, and the (name, value) pairs in it."""

import math
from collections.abc import Mapping, Sequence

from surveys.replies.asked import same_name
from surveys.replies.normalise import plain

IN_RECORD = ("score", "value", "answer", "rating")
REASON_IN_RECORD = ("reason", "explanation", "justification", "rationale", "comment")
_NAME_IN_RECORD = ("key_point", "keypoint", "point", "name", "key", "entry", "item", "id")


def compact(name: str) -> str:
    """Return a name without spaces: `total_score`, `Total Score` and `totalscore` are one."""
    return same_name(name).replace(" ", "")


def member(holder: object, name: str, otherwise: object) -> object:
    """Return the member called `name` in any spelling (`total_score`, `totalScore`, `Total
    Score`)."""
    if not isinstance(holder, dict):
        return otherwise
    wanted = compact(name)
    return next((value for key, value in holder.items() if compact(str(key)) == wanted), otherwise)


def first_member(record: Mapping[str, object], names: Sequence[str]) -> object:
    """Return the first of the members called `names` that holds something."""
    values = (member(record, name, None) for name in names)
    return next((value for value in values if value is not None), None)


def scores_of(holder: object) -> list[tuple[str, object]]:
    """(name, score) of a mapping, or of a list of records that say which entry each is about."""
    return _pairs(holder, IN_RECORD)


def reasons_of(holder: object) -> list[tuple[str, object]]:
    """(name, reason) of a mapping or of a list of records."""
    return [
        (name, first_member(value, REASON_IN_RECORD) if isinstance(value, dict) else value)
        for name, value in _pairs(holder, REASON_IN_RECORD)
    ]


def _pairs(holder: object, members: Sequence[str]) -> list[tuple[str, object]]:
    if isinstance(holder, dict):
        return [(str(name), value) for name, value in holder.items()]
    records = holder if isinstance(holder, list) else []
    return [
        pair
        for record in records
        if isinstance(record, dict)
        for pair in _pairs_of_record(record, members)
    ]


def _pairs_of_record(
    record: Mapping[str, object], members: Sequence[str]
) -> list[tuple[str, object]]:
    """`{"point": "coat", "score": 1}`, or `{"coat": 1}`."""
    name = first_member(record, _NAME_IN_RECORD)
    if name is not None:
        return [(str(name), record if first_member(record, members) is not None else None)]
    return [(str(key), value) for key, value in record.items()] if len(record) == 1 else []


def is_bare(scores: object) -> bool:
    """Return whether these are numbers without names of entries: a position is not a label."""
    return isinstance(scores, list) and not all(isinstance(record, dict) for record in scores)


def written(value: object) -> str:
    """Return a score as text; `true` and nested `{"score": 1}` are what models also write."""
    if isinstance(value, dict):
        value = first_member(value, IN_RECORD)
    if isinstance(value, (list, dict)):
        return "a list or an object"
    if isinstance(value, float) and math.isfinite(value):
        return f"{value:.6f}".rstrip("0").rstrip(".") if value.is_integer() else f"{value:.12f}"
    return str(int(value)) if isinstance(value, bool) else plain(str(value))
