"""`entry-json`: one JSON object with a 0 or 1, and a reason, for every entry of a checklist."""

import json
import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from surveys.base import Key, Stimulus, Text
from surveys.kinds.checklist import REASON, ChecklistSection
from surveys.kinds.choice import ChoiceQuestion, Option
from surveys.kinds.text import TextQuestion
from surveys.questions import Value
from surveys.replies.asked import keep_text, same_name
from surveys.replies.base import Dangling, Reading, ReplyError, ReplyFormat
from surveys.replies.normalise import json_object, plain, refusal_or_missing, refuse_non_replies
from surveys.replies.scores import read_score

if TYPE_CHECKING:
    from surveys.spec import Rubric

_YES_NO = (Option(value=0, text="no"), Option(value=1, text="yes"))
_SCORE = ChoiceQuestion(key="score", section="score", label="score", options=_YES_NO)


class EntryJson(ReplyFormat):
    format: Literal["entry-json"]
    section: Key = Field(description="The checklist whose entries are scored.")
    root: Text
    scores: Text
    total: Text
    reasons: Text

    def dangling(self, rubric: "Rubric") -> list[Dangling]:
        lists = [one.key for one in rubric.sections if isinstance(one, ChecklistSection) and one.gated]
        remedy = f"Use one of {lists}."
        return (
            [] if self.section in lists else [Dangling("section", f"`{self.section}` is no gated checklist.", remedy)]
        )

    def instructions(self, rubric: "Rubric", stimulus: Stimulus) -> str:
        names = self._names(rubric, stimulus)
        shape = {
            self.root: {
                self.scores: dict.fromkeys(names, "<0 or 1>"),
                self.total: "<sum of the scores>",
                self.reasons: dict.fromkeys(names, "<reason for the score>"),
            }
        }
        return "Reply with this JSON object and nothing else:\n" + json.dumps(shape, indent=2, ensure_ascii=False)

    def write(self, rubric: "Rubric", stimulus: Stimulus, values: Mapping[str, Value]) -> str:
        names = self._names(rubric, stimulus)
        scores = {name: values[f"{self.section}.{number}"] for number, name in enumerate(names, 1)}
        reasons = {
            name: values[key]
            for number, name in enumerate(names, 1)
            if (key := f"{self.section}.{number}.{REASON}") in values
        }
        body = {self.scores: scores, self.total: sum(map(int, scores.values())), self.reasons: reasons}
        return json.dumps({self.root: body}, ensure_ascii=False)

    def read(self, rubric: "Rubric", stimulus: Stimulus, raw: str) -> Reading:
        """A judge's score of an entry is stored under the entry's own key, where a person's is derived."""
        refuse_non_replies(raw)
        found = json_object(plain(raw, markdown=False))
        if found is None:
            raise refusal_or_missing(raw, "invalid_json", "There is no JSON object.", where="")
        body = found.get(self.root, found)
        if not isinstance(body, dict) or not isinstance(body.get(self.scores), dict):
            raise ReplyError("missing_section", f"There is no `{self.scores}`.", where=self.root)
        warnings: list[str] = []
        places = self._places(rubric, stimulus)
        asked = {same_name(name) for name in self._names(rubric, stimulus)}
        given = self._by_entry(body[self.scores], places, asked, warnings)
        values: dict[str, Value] = {
            f"{self.section}.{number}": read_score(_SCORE, _written(value), top=1, where=f"{self.scores}, {number}")
            for number, value in given.items()
        }
        for number in range(1, len(self._entries(rubric, stimulus)) + 1):
            if number not in given:
                raise ReplyError("missing_criterion", f"Entry {number} has no score.", where=f"{self.scores}, {number}")
        self._check_total(body, values, warnings)
        self._read_reasons(body, places, values, warnings)
        return Reading(values, tuple(dict.fromkeys(warnings)))

    def _check_total(self, body: Mapping[str, Any], values: Mapping[str, Value], warnings: list[str]) -> None:
        try:
            stated = int(str(body.get(self.total)).split("/")[0])
        except ValueError:
            stated = -1
        if stated != sum(map(int, values.values())):
            warnings.append("total_mismatch")

    def _read_reasons(
        self, body: Mapping[str, Any], places: Mapping[str, int], values: dict[str, Value], warnings: list[str]
    ) -> None:
        reasons = body.get(self.reasons)
        known = reasons if isinstance(reasons, dict) else {}
        for name, text in known.items():
            number = places.get(same_name(str(name)))
            if number:
                key = f"{self.section}.{number}.{REASON}"
                keep_text(
                    values, TextQuestion(key=key, section=self.section, label="", max_length=1000), str(text), warnings
                )
        if sum(key.endswith(REASON) for key in values) < len(values) / 2:
            warnings.append("missing_reasons")

    def _by_entry(
        self, scores: Mapping[str, Any], places: Mapping[str, int], asked: set[str], warnings: list[str]
    ) -> dict[int, Any]:
        given: dict[int, Any] = {}
        for name, value in scores.items():
            number = places.get(same_name(str(name)))
            if number is None:
                raise ReplyError("unknown_key", f"“{str(name)[:60]}” is no entry of this item.", where=self.scores)
            if same_name(str(name)) not in asked and re.fullmatch(r"(?:key point )?\d+", same_name(str(name))):
                warnings.append("positional_keys")
            if given.setdefault(number, value) != value:
                raise ReplyError("duplicate_key", f"Entry {number} is scored twice.", where=f"{self.scores}, {number}")
        return given

    def _entries(self, rubric: "Rubric", stimulus: Stimulus) -> list[str]:
        section = next(one for one in rubric.sections if one.key == self.section)
        found = stimulus.fields.get(section.entry_field() or "") or []
        return [section.entry_name(one) for one in found] if isinstance(section, ChecklistSection) else []

    def _names(self, rubric: "Rubric", stimulus: Stimulus) -> list[str]:
        """What each entry is called in the reply: its name without the part in brackets where that is unique."""
        entries = self._entries(rubric, stimulus)
        short = [re.sub(r"\s*\([^()]*\)\s*$", "", one) or one for one in entries]
        return [
            name if [same_name(other) for other in short].count(same_name(name)) == 1 else f"key_point_{number}"
            for number, name in enumerate(short, 1)
        ]

    def _places(self, rubric: "Rubric", stimulus: Stimulus) -> dict[str, int]:
        """Entry number by every name that can mean only it: position, short name, whole text."""
        entries = self._entries(rubric, stimulus)
        places = {str(number): number for number in range(1, len(entries) + 1)}
        places |= {f"key point {number}": number for number in range(1, len(entries) + 1)}
        for names in (self._names(rubric, stimulus), entries):
            spelled = [same_name(name) for name in names]
            places |= {name: number for number, name in enumerate(spelled, 1) if spelled.count(name) == 1}
        return places


def _written(value: Any) -> str:
    """A score as text; `true` and nested `{"score": 1}` are what models also write."""
    if isinstance(value, dict):
        value = value.get("score", value)
    return str(int(value)) if isinstance(value, bool) else str(value)
