"""The policy for one JSON object. It determines where the scores and reasons are, and which
contents are not allowed."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from surveys.questions import Value
from surveys.replies.asked import keep_text, same_name
from surveys.replies.base import Reading, ReplyError
from surveys.replies.entry_json.entries import Entries
from surveys.replies.jsontext import texts_in
from surveys.replies.normalise import plain
from surveys.replies.scores import read_score

_SCORE = ("score", "value", "answer", "rating", "criteria_met", "met")
_REASON = ("reason", "explanation", "justification", "rationale", "comment")
_NAME = ("key_point", "keypoint", "point", "name", "key", "entry", "item", "criterion", "id")
_STATED = re.compile(r"\s*(\d{1,9})(?:\.0+)?\s*(?:$|/|out of|of)")


@dataclass(frozen=True)
class ObjectReader:
    """A reader of parsed JSON objects. `names` are the names of the members for the root, the
    scores, the total and the reasons."""

    entries: Entries
    names: Mapping[str, str]

    def read(self, parsed: Mapping[str, object]) -> tuple[Reading, list[str]]:
        """Return the scores and reasons of a parsed object, and all its texts. In these texts, a
        reason is preceded by the name of its entry.

        Raises ReplyError unless the object has a score for every entry.
        """
        warnings: list[str] = []
        body = self._body(parsed)
        scores = self._by_entry(_member(body, self.names["scores"]), warnings)
        values: dict[str, Value] = {}
        for number, value in sorted(scores.items()):
            question, where = self.entries.entry(number).score, f"{self.names['scores']}, {number}"
            values[question.key] = read_score(question, _written(value), where=where)
        for number, entry in enumerate(self.entries.entries, 1):
            if entry.score.key not in values:
                what, where = f"Entry {number} has no score.", f"{self.names['scores']}, {number}"
                raise ReplyError("missing_criterion", what, where=where)
        total = self.names["total"]
        stated = _STATED.match(str(_member(body, total, ""))) if total else None
        if total and (stated is None or int(stated[1]) != sum(map(int, values.values()))):
            warnings.append("total_mismatch")
        reasons = self._reasons(body, scores, warnings)
        for number, reason in sorted(reasons.items()):
            keep_text(values, self.entries.entry(number).reason, reason, warnings)
        if len(values) < 2 * len(scores):
            warnings.append("missing_reasons")
        texts = self._texts(parsed, scores.values(), reasons)
        return Reading(values, tuple(dict.fromkeys(warnings))), texts

    def _body(self, parsed: Mapping[str, object]) -> Mapping[str, object]:
        """Return the object that contains the scores. The scores can be under the root, at the top
        level, or in members named after the entries. Raises ReplyError if there are no scores."""
        root, name = self.names["root"], self.names["scores"]
        body = self._unwrapped(_member(parsed, root, parsed))
        if not isinstance(body, dict):
            raise ReplyError("missing_section", f"`{root}` is no object.", where=root)
        scores = _member(body, name)
        if isinstance(scores, dict) or (isinstance(scores, list) and not _is_bare(scores)):
            return body
        if scores is None and (own := self._entries_beside(body)):
            return {name: own} | {key: body[key] for key in body if key not in own}
        raise ReplyError("missing_section", f"There is no `{name}`.", where=root)

    def _unwrapped(self, body: object) -> object:
        """Return the content without unnecessary nesting: the only element of a list, or the object
        with the scores if another object contains nothing else."""
        if isinstance(body, list) and len(body) == 1:
            body = body[0]
        if isinstance(body, dict) and len(body) == 1:
            (only,) = body.values()
            return only if _member(only, self.names["scores"]) is not None else body
        return body

    def _entries_beside(self, body: Mapping[str, object]) -> dict[str, object]:
        """Return all members except the total and the reasons if these members are all named after
        entries. Otherwise, return an empty dict."""
        beside = {_compact(self.names[name]) for name in ("total", "reasons")}
        own = {key: value for key, value in body.items() if _compact(key) not in beside}
        return own if all(map(self.entries.number_of, own)) else {}

    def _by_entry(self, scores: object, warnings: list[str]) -> dict[int, object]:
        """Return the value of each entry's score by the entry's number. Raises ReplyError for an
        unknown or ambiguous name, or for two different scores of an entry."""
        by_number: dict[int, object] = {}
        for name, value in _pairs(scores, _SCORE):
            where = f"{self.names['scores']}, {name[:60]}"
            number = self.entries.number_of(name)
            if number is None and self.entries.shared(name):
                what = f"“{name[:60]}” may mean several entries."
                raise ReplyError("duplicate_key", what, where=where)
            if number is None:
                what = f"“{name[:60]}” is no entry of this item."
                raise ReplyError("unknown_key", what, where=where)
            if self.entries.is_position(name, number):
                warnings.append("positional_keys")
            if number in by_number:
                if _written(by_number[number]) != _written(value):
                    what = f"Entry {number} is scored twice."
                    raise ReplyError("duplicate_key", what, where=where)
                warnings.append("duplicate_block")
            by_number[number] = value
        return by_number

    def _reasons(
        self, body: Mapping[str, object], scores: Mapping[int, object], warnings: list[str]
    ) -> dict[int, str]:
        """Return the reason for each entry's score by the entry's number. A reason is next to the
        score or in a separate object."""
        reasons = {number: _first(value, _REASON) for number, value in scores.items()}
        holder = _member(body, self.names["reasons"]) or _member(body, "reasons")
        for name, value in _pairs(holder, _REASON):
            if number := self.entries.number_of(name):
                reasons[number] = _first(value, _REASON) if isinstance(value, dict) else value
            else:
                warnings.append("extra_text")
        return {number: text for number, text in reasons.items() if isinstance(text, str)}

    def _texts(
        self, parsed: object, scores: Iterable[object], reasons: Mapping[int, str]
    ) -> list[str]:
        own = [*reasons.values(), *(_first(score, _SCORE) or score for score in scores)]
        others = [text for text in texts_in(parsed) if text not in own]
        for number, text in reasons.items():
            named = f"{self.entries.worded(number)}: {' '.join(text.split())}"
            others.append(text if "{" in text else named)
        return others


def _compact(name: str) -> str:
    """Return a normal form of the name, which is the same for `total_score`, `Total Score` and
    `totalscore`."""
    return same_name(name).replace(" ", "")


def _member(holder: object, name: str, otherwise: object = None) -> object:
    """Return the member called `name`, or `otherwise` if there is no such member. Spellings such as
    `totalScore` and `Total Score` also count as `total_score`."""
    if not isinstance(holder, dict):
        return otherwise
    wanted = _compact(name)
    return next((value for key, value in holder.items() if _compact(key) == wanted), otherwise)


def _first(record: object, names: Sequence[str]) -> object:
    """Return the first member that has a name in `names` and is not null, or None."""
    values = (_member(record, name) for name in names)
    return next((value for value in values if value is not None), None)


def _pairs(holder: object, members: Sequence[str]) -> list[tuple[str, object]]:
    """Return (name, value) pairs from a mapping or from records like `{"point": …, "score": 1}`."""
    if isinstance(holder, dict):
        return list(holder.items())
    pairs: list[tuple[str, object]] = []
    for record in holder if isinstance(holder, list) else ():
        name = _first(record, _NAME)
        if name is not None:
            pairs.append((str(name), record if _first(record, members) is not None else None))
        elif isinstance(record, dict) and len(record) == 1:
            pairs += record.items()
    return pairs


def _is_bare(scores: Sequence[object]) -> bool:
    """Return whether the scores are numbers without the names of entries. Such scores are not
    accepted, because a position is not a label."""
    return not all(isinstance(record, dict) for record in scores)


def _written(value: object) -> str:
    """Return a score as text. Models also write scores as `true` or as nested `{"score": 1}`."""
    if isinstance(value, dict):
        value = _first(value, _SCORE)
    if isinstance(value, (list, dict)):
        return "a list or an object"
    if isinstance(value, float) and math.isfinite(value):
        return f"{value:.6f}".rstrip("0").rstrip(".") if value.is_integer() else f"{value:.12f}"
    return str(int(value)) if isinstance(value, bool) else plain(str(value))
