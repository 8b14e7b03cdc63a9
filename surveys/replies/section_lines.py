"""`section-lines`: one line a scored section, `Section 2: 1`, in any order; JSON with the same labels is read too."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from surveys.base import Stimulus, Text
from surveys.kinds.choice import ChoiceQuestion
from surveys.kinds.scale import ScaleQuestion
from surveys.questions import Question, Value, questions
from surveys.replies.base import Reading, ReplyError, ReplyFormat
from surveys.replies.normalise import json_object, plain, refusal_or_missing, refuse_non_replies
from surveys.replies.scores import read_score

if TYPE_CHECKING:
    from surveys.spec import Rubric

_KEPT = 4000
_ALONE = re.compile(r"\s*(?:(?:answer|score|rating|option)\s*[:=]?\s*)?(\d[\d./]*)\s*\.?\s*", re.IGNORECASE)


def _scored(rubric: "Rubric", stimulus: Stimulus) -> list[Question]:
    return [one for one in questions(rubric, stimulus) if isinstance(one, ChoiceQuestion | ScaleQuestion)]


def _text(rubric: "Rubric", stimulus: Stimulus) -> Question | None:
    return next((one for one in questions(rubric, stimulus) if one.kind == "text"), None)


def _top(question: Question) -> int:
    if isinstance(question, ScaleQuestion):
        return question.high
    return max(option.value for option in question.options) if isinstance(question, ChoiceQuestion) else 0


def _with_values_joined(word: str, text: str) -> list[str]:
    """The lines, with an answer that stands alone under its section's heading put onto the heading's line."""
    lines: list[str] = []
    for line in text.split("\n"):
        alone = re.fullmatch(
            r"\s*(?:(?:answer|score|rating|option)\s*[:=]?\s*)?(\d[\d./]*)\s*\.?\s*", line, re.IGNORECASE
        )
        if alone and lines and re.match(rf"\s*{re.escape(word)}\s*#?\d", lines[-1], re.IGNORECASE):
            lines[-1] += f": {alone[1]}"
        elif line.strip():
            lines.append(line)
    return lines


def _name(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", " ", text.lower()).strip()


class SectionLines(ReplyFormat):
    format: Literal["section-lines"]
    word: Text = Field(default="Section", description="The word before a section's number.")

    def instructions(self, rubric: "Rubric", stimulus: Stimulus) -> str:
        """One line for every scored section, and one for the text that may follow."""
        scored = _scored(rubric, stimulus)
        lines = [f"{self.word} {number}: <number of your answer>" for number, _one in enumerate(scored, 1)]
        if text := _text(rubric, stimulus):
            lines.append(f"{text.label}: <optional; one paragraph>")
        return "Reply with these lines and nothing else:\n" + "\n".join(lines)

    def write(self, rubric: "Rubric", stimulus: Stimulus, values: Mapping[str, Value]) -> str:
        scored = _scored(rubric, stimulus)
        lines = [f"{self.word} {number}: {values[one.key]}" for number, one in enumerate(scored, 1)]
        text = _text(rubric, stimulus)
        if text and text.key in values:
            lines.append(f"{text.label}: {values[text.key]}")
        return "\n".join(lines)

    def read(self, rubric: "Rubric", stimulus: Stimulus, raw: str) -> Reading:
        """Labels decide: a section's number, its title, or both where they agree."""
        refuse_non_replies(raw)
        text = plain(raw)
        scored = _scored(rubric, stimulus)
        found = json_object(text)
        warnings: list[str] = []
        if found is not None:
            written, comment = self._from_json(scored, found, warnings)
        else:
            written, comment = self._from_lines(rubric, stimulus, scored, text, warnings)
        values = self._values(scored, written, raw, text)
        kept = _text(rubric, stimulus)
        if kept and comment.strip():
            if len(comment.strip()) > _KEPT:
                warnings.append("text_shortened")
            values[kept.key] = comment.strip()[:_KEPT]
        return Reading(values, tuple(dict.fromkeys(warnings)))

    def _values(self, scored: list[Question], written: dict[int, int], raw: str, text: str) -> dict[str, Value]:
        for number, question in enumerate(scored, 1):
            if number in written:
                continue
            where = f"{self.word} {number}"
            code = (
                "truncated" if written and re.search(rf"{self.word}\s*{number}\s*:?\s*$", text) else "missing_section"
            )
            raise refusal_or_missing(raw, code, f"There is no answer for “{question.label}”.", where=where)
        return {question.key: written[number] for number, question in enumerate(scored, 1)}

    def _from_lines(
        self, rubric: "Rubric", stimulus: Stimulus, scored: list[Question], text: str, warnings: list[str]
    ) -> tuple[dict[int, int], str]:
        label = _text(rubric, stimulus)
        comment_line = re.compile(rf"^{re.escape(label.label)}\s*:\s*(.*)$", re.IGNORECASE) if label else None
        written: dict[int, int] = {}
        comment: list[str] = []
        order: list[int] = []
        in_comment = False
        for line in _with_values_joined(self.word, text):
            if in_comment:
                comment.append(line)
            elif comment_line and (begins := comment_line.match(line)) and not begins[1].startswith("<"):
                in_comment, comment = True, [begins[1]]
            elif (hit := self._section_of(scored, line)) is not None:
                number, rest = hit
                self._note(scored, written, number, rest, warnings)
                order.append(number)
            elif line.strip():
                warnings.append("extra_text")
        if order != sorted(order):
            warnings.append("section_order")
        return written, "\n".join(comment)

    def _section_of(self, scored: list[Question], line: str) -> tuple[int, str] | None:
        """(section's number, what follows its label) of a line that is labelled as a section's."""
        titles = "|".join(re.escape(one.label) for one in sorted(scored, key=lambda one: -len(one.label)))
        labelled = re.match(
            rf"^\s*(?:(?:{re.escape(self.word)}\s*)?#?(?P<number>\d{{1,2}})\s*[.)]?\s*[:.)-]?\s*)?"
            rf"[(\[]?\s*(?P<title>{titles})?\s*[)\]]?\s*[:=-]?\s*(?P<rest>.*)$",
            line,
            re.IGNORECASE,
        )
        if labelled is None or not (labelled["number"] or labelled["title"]):
            return None
        by_title = next(
            (place for place, one in enumerate(scored, 1) if _name(one.label) == _name(labelled["title"] or "")), None
        )
        worded = re.match(rf"\s*{re.escape(self.word)}\s*#?\d", line, re.IGNORECASE)
        if by_title is None and not worded:
            return None
        number = int(labelled["number"]) if labelled["number"] else by_title
        if number is None or not labelled["rest"].strip() or labelled["rest"].lstrip().startswith("<"):
            return None  # a bare heading, or the instructions' own placeholder echoed
        if by_title is not None and number != by_title:
            raise ReplyError(
                "label_mismatch",
                f"{self.word} {number} is not “{scored[by_title - 1].label}”.",
                where=f"{self.word} {number}",
            )
        return number, labelled["rest"]

    def _note(
        self, scored: list[Question], written: dict[int, int], number: int, rest: str, warnings: list[str]
    ) -> None:
        where = f"{self.word} {number}"
        if not 1 <= number <= len(scored):
            raise ReplyError("unknown_key", f"There are {len(scored)} sections to answer.", where=where)
        question = scored[number - 1]
        value = read_score(question, rest, top=_top(question), where=where)
        if number in written:
            if written[number] != value:
                raise ReplyError("ambiguous_score", f"Both {written[number]} and {value} are given.", where=where)
            warnings.append("duplicate_block")
        written[number] = value

    def _from_json(
        self, scored: list[Question], found: dict[str, Any], warnings: list[str]
    ) -> tuple[dict[int, int], str]:
        only = next(iter(found.values())) if len(found) == 1 else None
        entries = only if isinstance(only, dict) else found
        names = {_name(one.label): number for number, one in enumerate(scored, 1)}
        names |= {_name(one.key): number for number, one in enumerate(scored, 1)}
        names |= {str(number): number for number in range(1, len(scored) + 1)}
        names |= {_name(f"{self.word} {number}"): number for number in range(1, len(scored) + 1)}
        written: dict[int, int] = {}
        comment = ""
        for key, value in entries.items():
            name = _name(str(key))
            number = names.get(name) or self._numbered(name, names)
            if number is None:
                if isinstance(value, str):
                    comment = value
                    continue
                raise ReplyError("unknown_key", f"“{str(key)[:60]}” is no section of this rubric.", where=str(key)[:60])
            self._note(scored, written, number, str(self._inner(value)), warnings)
        return written, comment

    def _numbered(self, name: str, names: dict[str, int]) -> int | None:
        """The section that `section 3 choice of words` names."""
        head = re.match(rf"(?:{_name(self.word)} )?(\d{{1,2}}) (.+)$", name)
        if head is None or head[1] not in names:
            return None
        if names.get(head[2]) not in {None, names[head[1]]}:
            raise ReplyError("label_mismatch", f"“{name[:60]}” names two different sections.", where=name[:60])
        return names[head[1]]

    @staticmethod
    def _inner(value: object) -> object:
        """The score in `{"answer": 2, "reason": "…"}`, or the value itself."""
        if isinstance(value, dict):
            for name in ("answer", "score", "value", "option", "rating"):
                if name in value:
                    return value[name]
        return value
