"""Declaration of the reply format `entry-json`, with a 0 or 1 and a reason per checklist entry."""

import json
import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from pydantic import Field

from core.errors import Problem
from surveys.base import Key, Stimulus, Text
from surveys.kinds.base import Asking
from surveys.problems import not_among
from surveys.questions import Value, judged_panels
from surveys.replies import jsontext
from surveys.replies.after import Behind
from surveys.replies.asked import same_name
from surveys.replies.base import REFUSALS, Reading, ReplyError, ReplyFormat
from surveys.replies.doubts import refuse_unjudged
from surveys.replies.entry_json.entries import Entries
from surveys.replies.entry_json.layouts import as_object
from surveys.replies.entry_json.reading import ObjectReader
from surveys.replies.jsontext import json_object
from surveys.replies.nonreplies import instead, refuse_empty
from surveys.replies.normalise import decoded, plain
from surveys.replies.provisional import ends_provisional
from surveys.replies.sentences import Stems, shown_words

_BEFORE = 4000  # characters before an object to search for a statement that it is provisional
_LACKS = frozenset({"missing_section", "missing_criterion"})
_CONFLICTS = frozenset({"duplicate_key", "ambiguous_score"})
# Problems with a score that the reply contains, unlike problems of a reply without a score.
_OF_A_REPLY = frozenset(REFUSALS) - {"truncated", "invalid_json", "missing_section", "unknown_key"}


class EntryJson(ReplyFormat):
    format: Literal["entry-json"]
    section: Key = Field(description="The checklist whose entries are scored.")
    root: Text
    scores: Text
    total: str = Field(
        default="", description="The member with the sum of the scores; blank: none is asked for."
    )
    reasons: Text

    def problems(self, rubric: Asking) -> list[Problem]:
        alone = [
            section
            for section in rubric.sections
            if not (section.per_output and rubric.outputs.per_page > 1)
        ]
        lists = [section.key for section in alone if section.entries_scored(Stimulus()) is not None]
        named = (self.scores, self.total, self.reasons)
        names = [same_name(name) for name in named if name]
        what = "scores, total and reasons need names of their own."
        is_shared = len(set(names)) < len(names)
        shared = [Problem(what, "scores", remedy="Rename one.")] if is_shared else []
        section_kind = "gated checklist asked once a page"
        return [*not_among("section", [self.section], lists, section_kind), *shared]

    def held(self, rubric: Asking, stimulus: Stimulus) -> Collection[str]:
        """Return the keys of every entry's steps and reason. The steps are included because a reply
        has the score that follows from the steps."""
        return [
            question.key
            for panel in judged_panels(rubric, stimulus)
            if panel.section.key == self.section
            for question in panel.questions
        ]

    def json_schema(self, rubric: Asking, stimulus: Stimulus) -> dict[str, object]:
        names = self._entries(rubric, stimulus).names
        score, reason = {"type": "integer", "enum": [0, 1]}, {"type": "string"}
        scores, reasons = (json_object(dict.fromkeys(names, each)) for each in (score, reason))
        return json_object(
            {self.root: json_object(self._body(scores, {"type": "integer"}, reasons))}
        )

    def instructions(self, rubric: Asking, stimulus: Stimulus) -> str:
        names = self._entries(rubric, stimulus).names
        scores = dict.fromkeys(names, "<0 or 1>")
        reasons = dict.fromkeys(names, "<reason for the score>")
        shape = {self.root: self._body(scores, "<sum of the scores>", reasons)}
        form = json.dumps(shape, indent=2, ensure_ascii=False)
        return f"Reply with this JSON object and nothing else:\n{form}"

    def write(self, rubric: Asking, stimulus: Stimulus, values: Mapping[str, Value]) -> str:
        entries = self._entries(rubric, stimulus)
        named = list(zip(entries.names, entries.entries, strict=True))
        scores = {name: values[entry.score.key] for name, entry in named}
        reasons = {
            name: values[entry.reason.key] for name, entry in named if entry.reason.key in values
        }
        body = self._body(scores, sum(map(int, scores.values())), reasons)
        return json.dumps({self.root: body}, ensure_ascii=False)

    def _body(self, scores: object, total: object, reasons: object) -> dict[str, object]:
        summed = {self.total: total} if self.total else {}
        return {self.scores: scores, **summed, self.reasons: reasons}

    def parse(self, rubric: Asking, stimulus: Stimulus, raw: str) -> Reading:
        """Return the scores and reasons of all entries. A judge's score is stored under the entry's
        own key, as is the score that is derived from a person's steps. Raises ReplyError.

        If there are several objects, those without scores (repeated instructions or examples) are
        skipped, and the others must agree.
        """
        warnings: list[str] = []
        text = jsontext.unquoted(decoded(raw, warnings), warnings)
        refuse_empty(plain(text, markdown=False))
        entries = self._entries(rubric, stimulus)
        reply = _Reply(ObjectReader(entries, self.model_dump()), shown_words(stimulus), warnings)
        try:
            readings = reply.readings_of_any(text)
        except ReplyError as error:
            raise (None if error.code in _OF_A_REPLY else instead(text)) or error from None
        last = readings[-1]
        scores = {key: value for key, value in last.values.items() if isinstance(value, int)}
        if any(scores.items() - reading.values.items() for reading in readings):
            what = "Two objects give different scores."
            raise ReplyError("ambiguous_score", what, where=self.scores)
        again = ["duplicate_block"] * (len(readings) - 1)
        return Reading(last.values, tuple(dict.fromkeys([*warnings, *again, *last.warnings])))

    def _entries(self, rubric: Asking, stimulus: Stimulus) -> Entries:
        sections = {section.key: section for section in rubric.sections}
        return Entries(sections[self.section].entries_scored(stimulus) or [])


@dataclass(frozen=True)
class _Reply:
    """A reader of all objects in a reply and of the text around these objects."""

    reader: ObjectReader
    words_shown: Stems
    warnings: list[str]

    def readings_of_any(self, text: str) -> list[Reading]:
        """Return the readings of the objects in a reply. If there is no suitable object, convert
        the reply from another layout to an object, and return this object's readings."""
        try:
            return self._readings(text)
        except ReplyError as error:
            if error.code not in {"invalid_json", "missing_section"}:
                raise
            try:
                other = as_object(plain(text, markdown=False), self.reader, self.warnings)
            except ReplyError:
                other = ""  # the first error is more informative: it is about the requested layout
            if not other:
                raise
            refuse_unjudged(text)
            return self._readings(other)

    def _readings(self, text: str) -> list[Reading]:
        """Return one reading per object. If no object can be read, raise the last ReplyError."""
        readings: list[Reading] = []
        failure: ReplyError | None = None
        beside: list[str] = []
        behind: list[str] = []
        place = 0
        for begin, end, source in jsontext.documents(text):
            if source is None:
                raise jsontext.truncated(text)
            beside.append(text[place:begin])
            place = end
            if jsontext.is_placeholder(source):
                continue
            before = "".join(beside)
            if ends_provisional(before[-_BEFORE:]):
                what = f"“{before.strip()[-60:]}” calls the scores provisional, and no others are"
                failure = failure or ReplyError("ambiguous_score", f"{what} there.")
                continue
            behind += beside[-1:] if readings else []
            try:
                reading, texts = self._read(source, begin)
            except ReplyError as error:
                failure = error
                if error.code in _CONFLICTS:
                    raise
                behind += [source] if readings else []
            else:
                readings.append(reading)
                behind += texts
        if not readings:
            raise failure or _no_object(text)
        entries, texts = self.reader.entries, [*behind, text[place:]]
        named = [
            (each.score, (name, each.name, f"key_point_{number}", f"key point {number}"))
            for number, (name, each) in enumerate(
                zip(entries.names, entries.entries, strict=True), 1
            )
        ]
        followed = Behind(readings[-1].values, named, self.words_shown)
        followed.refuse(texts, text, before=beside[0])
        followed.refuse_unasked(plain(text[place:]), text[:place])
        if re.search(r"\w", plain("".join([*beside, text[place:]]))):
            self.warnings.append("extra_text")
        return readings

    def _read(self, source: str, begin: int) -> tuple[Reading, list[str]]:
        """Return the answers and the other texts of an object. If the object was repaired and
        scores are missing, raise the error of the original JSON."""
        warnings: list[str] = []
        parsed, problem = jsontext.parse_object(source, begin, warnings)
        try:
            reading, texts = self.reader.read(parsed)
        except ReplyError as error:
            raise (problem if problem and error.code in _LACKS else error) from None
        return replace(reading, warnings=(*warnings, *reading.warnings)), texts


def _no_object(text: str) -> ReplyError:
    if text.lstrip().startswith(("{", "```json\n{")) and "}" not in text:
        return jsontext.truncated(text)
    return ReplyError("invalid_json", "There is no JSON object.")
