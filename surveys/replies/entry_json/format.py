"""`entry-json`: one JSON object with a 0 or 1, and a reason, for every entry of a checklist."""

import json
import re
from collections.abc import Collection, Mapping
from typing import Literal

from pydantic import Field

from core.errors import Problem
from surveys.base import Key, Stimulus, Text
from surveys.kinds.base import Asking
from surveys.problems import not_among
from surveys.questions import Value, judged_panels
from surveys.replies.after import Behind
from surveys.replies.anchors import Stems, shown_words
from surveys.replies.asked import same_name
from surveys.replies.base import REFUSALS, Reading, ReplyError, ReplyFormat
from surveys.replies.doubts import refuse_unjudged
from surveys.replies.entry_json.entries import Entries
from surveys.replies.entry_json.layouts import as_object
from surveys.replies.entry_json.reading import Names, named_reasons, read_object, score_texts
from surveys.replies.jsontext import (
    is_placeholder,
    json_object,
    json_objects,
    parse_object,
    texts_in,
    truncated,
    unquoted,
)
from surveys.replies.nonreplies import instead, refuse_empty
from surveys.replies.normalise import decoded, plain
from surveys.replies.provisional import ends_provisional

_BEFORE = 4000  # characters before an object that may call it provisional
_LACKS = frozenset({"missing_section", "missing_criterion"})
_CONFLICTS = frozenset({"duplicate_key", "ambiguous_score"})
# What is wrong with a score that is there, as against a reply that holds none.
_OF_A_REPLY = frozenset(REFUSALS) - {"truncated", "invalid_json", "missing_section", "unknown_key"}


class EntryJson(ReplyFormat):
    format: Literal["entry-json"]
    section: Key = Field(description="The checklist whose entries are scored.")
    root: Text
    scores: Text
    total: Text
    reasons: Text

    def problems(self, rubric: Asking) -> list[Problem]:
        alone = [
            section
            for section in rubric.sections
            if not (section.per_output and rubric.outputs.per_page > 1)
        ]
        lists = [section.key for section in alone if section.entries_scored(Stimulus()) is not None]
        names = [same_name(name) for name in (self.scores, self.total, self.reasons)]
        what = "scores, total and reasons need names of their own."
        is_shared = len(set(names)) < len(names)
        shared = [Problem(what, "scores", remedy="Rename one.")] if is_shared else []
        section_kind = "gated checklist asked once a page"
        return [*not_among("section", [self.section], lists, section_kind), *shared]

    def held(self, rubric: Asking, stimulus: Stimulus) -> Collection[str]:
        """The steps and reasons of every entry: a reply has the score that follows from them."""
        return [
            question.key
            for panel in judged_panels(rubric, stimulus)
            if panel.section.key == self.section
            for question in panel.questions
        ]

    def json_schema(self, rubric: Asking, stimulus: Stimulus) -> dict[str, object]:
        names = self._entries(rubric, stimulus).names
        score, reason = {"type": "integer", "enum": [0, 1]}, {"type": "string"}
        body = {
            self.scores: json_object(dict.fromkeys(names, score)),
            self.total: {"type": "integer"},
            self.reasons: json_object(dict.fromkeys(names, reason)),
        }
        return json_object({self.root: json_object(body)})

    def instructions(self, rubric: Asking, stimulus: Stimulus) -> str:
        names = self._entries(rubric, stimulus).names
        shape = {
            self.root: {
                self.scores: dict.fromkeys(names, "<0 or 1>"),
                self.total: "<sum of the scores>",
                self.reasons: dict.fromkeys(names, "<reason for the score>"),
            }
        }
        form = json.dumps(shape, indent=2, ensure_ascii=False)
        return f"Reply with this JSON object and nothing else:\n{form}"

    def write(self, rubric: Asking, stimulus: Stimulus, values: Mapping[str, Value]) -> str:
        entries = self._entries(rubric, stimulus)
        named = list(zip(entries.names, entries.entries, strict=True))
        scores = {name: values[entry.score.key] for name, entry in named}
        body = {
            self.scores: scores,
            self.total: sum(map(int, scores.values())),
            self.reasons: {
                name: values[entry.reason.key]
                for name, entry in named
                if entry.reason.key in values
            },
        }
        return json.dumps({self.root: body}, ensure_ascii=False)

    def parse(self, rubric: Asking, stimulus: Stimulus, raw: str) -> Reading:
        """A judge's score of an entry is stored under the entry's own key, where a person's is
        derived.

        Of several objects those without scores (an echo, an example) are passed over; those with
        scores must agree.
        """
        warnings: list[str] = []
        text = unquoted(decoded(raw, warnings), warnings)
        refuse_empty(plain(text, markdown=False))
        try:
            entries = self._entries(rubric, stimulus)
            words_shown = shown_words(stimulus)
            readings = self._readings_of_any(text, entries, words_shown, warnings)
        except ReplyError as error:
            raise (None if error.code in _OF_A_REPLY else instead(text)) or error from None
        last = readings[-1]
        scores = {key: value for key, value in last.values.items() if isinstance(value, int)}
        for reading in readings[:-1]:
            if any(reading.values[key] != value for key, value in scores.items()):
                what = "Two objects give different scores."
                raise ReplyError("ambiguous_score", what, where=self.scores)
            warnings.append("duplicate_block")
        return Reading(last.values, tuple(dict.fromkeys([*warnings, *last.warnings])))

    def _readings_of_any(
        self, text: str, entries: Entries, words_shown: Stems, warnings: list[str]
    ) -> list[Reading]:
        """The readings of the object, or of another layout where there is none."""
        try:
            return self._readings(text, entries, words_shown, warnings)
        except ReplyError as error:
            if error.code not in {"invalid_json", "missing_section"}:
                raise
            try:
                other = as_object(plain(text, markdown=False), entries, self.model_dump(), warnings)
            except ReplyError:
                other = ""  # what is wrong with the reply as asked says more
            if not other:
                raise
            refuse_unjudged(text)
            return self._readings(other, entries, words_shown, warnings)

    def _readings(
        self, text: str, entries: Entries, words_shown: Stems, warnings: list[str]
    ) -> list[Reading]:
        """One reading for every object that holds scores; at least one.

        Raises ReplyError for the last that failed where none was read.
        """
        names = Names(self.root, self.scores, self.total, self.reasons)
        readings: list[Reading] = []
        failure: ReplyError | None = None
        beside: list[str] = []
        before, behind, place = "", [], 0
        for begin, source in json_objects(text):
            beside.append(text[place:begin])
            before, place = before + text[place:begin], begin + len(source)
            if is_placeholder(source):
                continue
            if ends_provisional(before[-_BEFORE:]):
                failure = failure or _provisional(before)
                continue
            behind += beside[-1:] if readings else []
            try:
                parsed, reading = _read_source(source, begin, names, entries)
            except ReplyError as error:
                failure = error
                if error.code in _CONFLICTS:
                    raise
                behind += [source] if readings else []
            else:
                readings.append(reading)
                behind += _texts_behind(parsed, names, entries)
        if not readings:
            raise failure or _no_object(text)
        texts = [*behind, text[place:]]
        _refuse_taken_back(entries, readings[-1].values, texts, text, beside[0], words_shown)
        if re.search(r"\w", plain("".join([*beside, text[place:]]))):
            warnings.append("extra_text")
        return readings

    def _entries(self, rubric: Asking, stimulus: Stimulus) -> Entries:
        section = next(section for section in rubric.sections if section.key == self.section)
        return Entries(section.entries_scored(stimulus) or [])


def _refuse_taken_back(
    entries: Entries,
    values: Mapping[str, Value],
    texts: list[str],
    reply: str,
    before: str,
    words_shown: Stems,
) -> None:
    """Raise ReplyError where reasons, or what stands behind the scores, take one back."""
    named = [
        (entry.score, (name, entry.name, f"key_point_{number}", f"key point {number}"))
        for number, (name, entry) in enumerate(zip(entries.names, entries.entries, strict=True), 1)
    ]
    Behind(values, named, words_shown).refuse(texts, reply, before=before)


def _texts_behind(parsed: Mapping[str, object], names: Names, entries: Entries) -> list[str]:
    """The texts beside the scores, each reason behind the name of its entry."""
    written, reasons = score_texts(parsed, names, entries), named_reasons(parsed, names, entries)
    named = {text for text, _line in reasons}
    others = [text for text in texts_in(parsed) if text not in written | named]
    return [*others, *(line for _text, line in reasons)]


def _provisional(before: str) -> ReplyError:
    what = f"“{before.strip()[-60:]}” calls the scores provisional, and no others are there."
    return ReplyError("ambiguous_score", what)


def _read_source(
    source: str, begin: int, names: Names, entries: Entries
) -> tuple[Mapping[str, object], Reading]:
    """(one object, what it says).

    Broken JSON that lacks scores once it is mended is refused as broken.
    """
    warnings: list[str] = []
    parsed, problem = parse_object(source, begin, warnings)
    try:
        return parsed, read_object(parsed, names, entries, warnings)
    except ReplyError as error:
        raise (problem if problem and error.code in _LACKS else error) from None


def _no_object(text: str) -> ReplyError:
    if text.lstrip().startswith(("{", "```json\n{")) and "}" not in text:
        return truncated(text)
    return ReplyError("invalid_json", "There is no JSON object.")
