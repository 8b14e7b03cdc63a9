"""`entry-json`: one JSON object with a 0 or 1, and a reason, for every entry of a checklist."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from pydantic import Field

from surveys.base import Key, Stimulus, Text
from surveys.errors import Problem, not_among
from surveys.kinds.base import Asking, Entry
from surveys.questions import Question, Value
from surveys.replies.asked import keep_text, same_name, top_of
from surveys.replies.base import REFUSALS, Reading, ReplyError, ReplyFormat
from surveys.replies.jsontext import is_placeholder, json_objects, parse_object, truncated, unquoted
from surveys.replies.nonreplies import instead, refuse_empty
from surveys.replies.normalise import decoded, plain
from surveys.replies.scores import read_score

_POSITION = re.compile(r"(?:(?:key ?point|point|kp) ?)?0*(\d{1,4})(?: (.+))?", re.DOTALL)
_IN_RECORD = ("score", "value", "answer", "rating")
_NAME_IN_RECORD = ("key_point", "keypoint", "point", "name", "key", "entry", "item", "id")
_REASON_IN_RECORD = ("reason", "explanation", "justification", "rationale", "comment")


class EntryJson(ReplyFormat):
    format: Literal["entry-json"]
    section: Key = Field(description="The checklist whose entries are scored.")
    root: Text
    scores: Text
    total: Text
    reasons: Text

    def problems(self, rubric: Asking) -> list[Problem]:
        lists = [
            section.key
            for section in rubric.sections
            if section.entries_scored(Stimulus()) is not None
            and not (section.per_output and rubric.outputs.per_page > 1)
        ]
        names = [same_name(name) for name in (self.scores, self.total, self.reasons)]
        what = "scores, total and reasons need names of their own."
        twice = [Problem(what, "scores", remedy="Rename one.")] if len(set(names)) < len(names) else []
        return [
            *not_among("section", [self.section], lists, "gated checklist asked once a page"),
            *twice,
        ]

    def instructions(self, rubric: Asking, stimulus: Stimulus) -> str:
        names = self._entries(rubric, stimulus).names
        shape = {
            self.root: {
                self.scores: dict.fromkeys(names, "<0 or 1>"),
                self.total: "<sum of the scores>",
                self.reasons: dict.fromkeys(names, "<reason for the score>"),
            }
        }
        return "Reply with this JSON object and nothing else:\n" + json.dumps(shape, indent=2, ensure_ascii=False)

    def write(self, rubric: Asking, stimulus: Stimulus, values: Mapping[str, Value]) -> str:
        entries = self._entries(rubric, stimulus)
        named = list(zip(entries.names, entries.entries, strict=True))
        scores = {name: values[entry.score.key] for name, entry in named}
        reasons = {name: values[entry.reason.key] for name, entry in named if entry.reason.key in values}
        body = {
            self.scores: scores,
            self.total: sum(map(int, scores.values())),
            self.reasons: reasons,
        }
        return json.dumps({self.root: body}, ensure_ascii=False)

    def parse(self, rubric: Asking, stimulus: Stimulus, raw: str) -> Reading:
        """A judge's score of an entry is stored under the entry's own key, where a person's is derived.

        Of several objects those without scores (an echo, an example) are passed over; those with scores must agree.
        """
        warnings: list[str] = []
        text = unquoted(decoded(raw, warnings), warnings)
        refuse_empty(plain(text, markdown=False))
        entries = self._entries(rubric, stimulus)
        try:
            readings = self._readings(text, entries, warnings)
        except ReplyError as error:
            raise (None if error.code in _FOUND else instead(text)) or error from None
        values = readings[-1].values
        scores = {key: value for key, value in values.items() if isinstance(value, int)}
        for other in readings[:-1]:
            if any(other.values[key] != value for key, value in scores.items()):
                raise ReplyError("ambiguous_score", "Two objects give different scores.", where=self.scores)
            warnings.append("duplicate_block")
        return Reading(values, tuple(dict.fromkeys([*warnings, *readings[-1].warnings])))

    def _readings(self, text: str, entries: "_Entries", warnings: list[str]) -> list[Reading]:
        """One reading for every object that holds scores; at least one. Raises ReplyError for the last that failed."""
        found: list[Reading] = []
        failed: ReplyError | None = None
        outside = text
        for begin, source in json_objects(text):
            outside = outside.replace(source, "", 1)
            if is_placeholder(source):
                continue
            noted: list[str] = []
            problem: ReplyError | None = None
            try:
                parsed, problem = parse_object(source, begin, noted)
                found.append(self._read_object(parsed, entries, noted))
            except ReplyError as error:
                failed = problem if problem and error.code in _LACKS else error
                if error.code in _CONFLICTS:
                    raise
        if failed and not found:
            raise failed
        if not found:
            if text.lstrip().startswith(("{", "```json\n{")) and "}" not in text:
                raise truncated(text)
            raise ReplyError("invalid_json", "There is no JSON object.")
        if re.search(r"\w", plain(outside)):
            warnings.append("extra_text")
        return found

    def _read_object(self, found: Mapping[str, Any], entries: "_Entries", warnings: list[str]) -> Reading:
        body = self._body(found, entries)
        given = self._by_entry(_member(body, self.scores, body), entries, warnings)
        values: dict[str, Value] = {
            entries.score(number).key: read_score(
                entries.score(number),
                _written(value),
                top=top_of(entries.score(number)),
                where=f"{self.scores}, {number}",
            )
            for number, value in sorted(given.items())
        }
        for number in range(1, len(entries.entries) + 1):
            if number not in given:
                raise ReplyError(
                    "missing_criterion",
                    f"Entry {number} has no score.",
                    where=f"{self.scores}, {number}",
                )
        self._check_total(body, values, warnings)
        self._read_reasons(body, given, entries, values, warnings)
        return Reading(values, tuple(dict.fromkeys(warnings)))

    def _body(self, found: Mapping[str, Any], entries: "_Entries") -> Mapping[str, Any]:
        """The object that holds the scores: under the root, without a root, or the root with the entries in it."""
        body = _member(found, self.root, found)
        if isinstance(body, list) and len(body) == 1:
            body = body[0]
        only = next(iter(body.values())) if isinstance(body, dict) and len(body) == 1 else None
        if isinstance(only, dict) and _member(only, self.scores, None) is not None:
            body = only
        if not isinstance(body, dict):
            raise ReplyError("missing_section", f"`{self.root}` is no object.", where=self.root)
        scores = _member(body, self.scores, None)
        if isinstance(scores, (dict, list)) and not _is_bare(scores):
            return body
        beside = {_compact(name) for name in (self.total, self.reasons)}
        named = [name for name in body if _compact(str(name)) not in beside]
        if scores is None and named and all(entries.number_of(str(name)) for name in named):
            return {self.scores: {name: body[name] for name in named}} | {
                name: value for name, value in body.items() if name not in named
            }
        raise ReplyError("missing_section", f"There is no `{self.scores}`.", where=self.root)

    def _check_total(self, body: Mapping[str, Any], values: Mapping[str, Value], warnings: list[str]) -> None:
        stated = re.match(r"\s*(\d{1,9})(?:\.0+)?\s*(?:$|/|out of|of)", str(_member(body, self.total, "")))
        if stated is None or int(stated[1]) != sum(value for value in values.values() if isinstance(value, int)):
            warnings.append("total_mismatch")

    def _read_reasons(
        self,
        body: Mapping[str, Any],
        given: Mapping[int, Any],
        entries: "_Entries",
        values: dict[str, Value],
        warnings: list[str],
    ) -> None:
        texts = {number: _first(value, _REASON_IN_RECORD) for number, value in given.items() if isinstance(value, dict)}
        named = next(
            (found for name in (self.reasons, "reasons") if (found := _member(body, name, None))),
            None,
        )
        for name, text in _pairs(named, _REASON_IN_RECORD):
            number = entries.number_of(name)
            warnings += [] if number else ["extra_text"]
            texts |= {number: text} if number else {}
        for number, text in sorted(texts.items()):
            keep_text(values, entries.reason(number), text if isinstance(text, str) else "", warnings)
        if sum(entry.reason.key in values for entry in entries.entries) < len(given):
            warnings.append("missing_reasons")

    def _by_entry(self, scores: Any, entries: "_Entries", warnings: list[str]) -> dict[int, Any]:
        given: dict[int, Any] = {}
        for name, value in _pairs(scores, _IN_RECORD):
            where = f"{self.scores}, {name[:60]}"
            number = entries.number_of(name)
            if number is None and entries.shared(name):
                raise ReplyError("duplicate_key", f"“{name[:60]}” may mean several entries.", where=where)
            if number is None:
                raise ReplyError("unknown_key", f"“{name[:60]}” is no entry of this item.", where=where)
            position = _POSITION.fullmatch(same_name(name))
            if position and not position[2] and same_name(name) != same_name(entries.names[number - 1]):
                warnings.append("positional_keys")
            if number in given:
                if _written(given[number]) != _written(value):
                    raise ReplyError("duplicate_key", f"Entry {number} is scored twice.", where=where)
                warnings.append("duplicate_block")
            given[number] = value
        return given

    def _entries(self, rubric: Asking, stimulus: Stimulus) -> "_Entries":
        section = next(section for section in rubric.sections if section.key == self.section)
        return _Entries(section.entries_scored(stimulus) or [])


# What is wrong with a score that is there, as against a reply that holds none.
_LACKS = frozenset({"missing_section", "missing_criterion"})
_CONFLICTS = frozenset({"duplicate_key", "ambiguous_score"})
_FOUND = frozenset(REFUSALS) - {"truncated", "invalid_json", "missing_section", "unknown_key"}


@dataclass(frozen=True)
class _Entries:
    """A checklist's entries, and the names by which a reply may call them."""

    entries: Sequence[Entry]
    names: Sequence[str] = field(init=False)
    _numbers: Mapping[str, int] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", self._asked_names())
        numbers: dict[str, int] = {}
        for names in (self.whole, self.names):
            spelled = [same_name(name) for name in names]
            numbers |= {name: number for number, name in enumerate(spelled, 1) if name and spelled.count(name) == 1}
        object.__setattr__(self, "_numbers", numbers)

    @property
    def whole(self) -> list[str]:
        return [entry.name for entry in self.entries]

    def score(self, number: int) -> Question:
        return self.entries[number - 1].score

    def reason(self, number: int) -> Question:
        return self.entries[number - 1].reason

    def _asked_names(self) -> list[str]:
        """What each entry is called in the prompt: its name without the part in brackets, or its number."""
        short = [re.sub(r"\s*\([^()]*\)\s*$", "", one) or one for one in self.whole]
        spelled = [same_name(name) for name in short]
        return [
            name if own and spelled.count(own) == 1 and not _POSITION.fullmatch(own) else f"key_point_{number}"
            for number, (name, own) in enumerate(zip(short, spelled, strict=True), 1)
        ]

    def shared(self, name: str) -> bool:
        """Whether `name` is what several entries are called without their parts in brackets."""
        own = same_name(name)
        return sum(same_name(one.split("(")[0]) == own for one in self.whole) > 1

    def number_of(self, name: str) -> int | None:
        """The entry that `name` means: its short name, its whole text, or its number, alone or before its name.

        Raises ReplyError (label_mismatch) where number and name are of different entries.
        """
        own = same_name(name)
        position = _POSITION.fullmatch(own)
        if own in self._numbers and not (position and not position[2]):
            return self._numbers[own]
        if position is None:
            return self._numbers.get(own)
        number, called = int(position[1]), self._numbers.get(position[2] or "")
        if not 1 <= number <= len(self.entries) or (position[2] and called is None):
            return None
        if called is not None and called != number:
            raise ReplyError("label_mismatch", f"“{name[:60]}” names two different entries.", where=name[:60])
        return number


def _compact(name: str) -> str:
    return same_name(name).replace(" ", "")


def _member(found: Any, name: str, otherwise: Any) -> Any:
    """The member called `name` in any spelling (`total_score`, `totalScore`, `Total Score`)."""
    if not isinstance(found, dict):
        return otherwise
    return next((value for key, value in found.items() if _compact(str(key)) == _compact(name)), otherwise)


def _pairs(found: Any, members: Sequence[str]) -> list[tuple[str, Any]]:
    """(name, value) of a mapping, or of a list of records that say which entry each is about."""
    if isinstance(found, dict):
        return [(str(name), value) for name, value in found.items()]
    pairs: list[tuple[str, Any]] = []
    for record in found if isinstance(found, list) else []:
        if isinstance(record, dict):
            name = _first(record, _NAME_IN_RECORD)
            if name is not None:
                pairs.append((str(name), record if _first(record, members) is not None else None))
            elif len(record) == 1:
                pairs += [(str(key), value) for key, value in record.items()]
    return [
        (
            name,
            _first(value, members) if members == _REASON_IN_RECORD and isinstance(value, dict) else value,
        )
        for name, value in pairs
    ]


def _first(record: Mapping[str, Any], names: Sequence[str]) -> Any:
    return next((value for name in names if (value := _member(record, name, None)) is not None), None)


def _is_bare(scores: Any) -> bool:
    """Whether these are numbers without the names of their entries: a position is no label."""
    return isinstance(scores, list) and not all(isinstance(one, dict) for one in scores)


def _written(value: Any) -> str:
    """A score as text; `true` and nested `{"score": 1}` are what models also write."""
    if isinstance(value, dict):
        value = _first(value, _IN_RECORD)
    if isinstance(value, (list, dict)):
        return "a list or an object"
    if isinstance(value, float) and value == value and abs(value) != float("inf"):  # noqa: PLR0124 - NaN differs from itself
        return f"{value:.6f}".rstrip("0").rstrip(".") if value.is_integer() else f"{value:.12f}"
    return str(int(value)) if isinstance(value, bool) else plain(str(value))
