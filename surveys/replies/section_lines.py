"""`section-lines`: one line a scored section, `Section 2: 1`, in any order; JSON with the same labels is read too."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from surveys.base import Stimulus, Text
from surveys.questions import Question, Value
from surveys.replies.asked import keep_text, same_name, scored, text_question, top_of
from surveys.replies.base import Reading, ReplyError, ReplyFormat
from surveys.replies.normalise import json_object, plain, refusal_or_missing, refuse_non_replies
from surveys.replies.scores import read_score

if TYPE_CHECKING:
    from surveys.spec import Rubric

_ALONE = re.compile(r"\s*(?:(?:answer|score|rating|option)\s*[:=]?\s*)?(\d[\d./]*)\s*\.?\s*", re.IGNORECASE)


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


class SectionLines(ReplyFormat):
    format: Literal["section-lines"]
    word: Text = Field(default="Section", description="The word before a section's number.")

    def instructions(self, rubric: "Rubric", stimulus: Stimulus) -> str:
        """One line for every asked section, and one for the text that may follow."""
        asked = scored(rubric, stimulus)
        lines = [f"{self.word} {number}: <number of your answer>" for number, _one in enumerate(asked, 1)]
        if text := text_question(rubric, stimulus):
            lines.append(f"{text.label}: <optional; one paragraph>")
        return "Reply with these lines and nothing else:\n" + "\n".join(lines)

    def write(self, rubric: "Rubric", stimulus: Stimulus, values: Mapping[str, Value]) -> str:
        asked = scored(rubric, stimulus)
        lines = [f"{self.word} {number}: {one.as_asked(values[one.key])}" for number, one in enumerate(asked, 1)]
        text = text_question(rubric, stimulus)
        if text and text.key in values:
            lines.append(f"{text.label}: {values[text.key]}")
        return "\n".join(lines)

    def read(self, rubric: "Rubric", stimulus: Stimulus, raw: str) -> Reading:
        """Labels decide: a section's number, its title, or both where they agree."""
        refuse_non_replies(raw)
        text = plain(raw)
        asked = scored(rubric, stimulus)
        found = json_object(text)
        warnings: list[str] = []
        if found is not None:
            written, comment = self._from_json(asked, found, warnings)
        else:
            written, comment = self._from_lines(rubric, stimulus, asked, text, warnings)
        values = self._values(asked, written, raw, text)
        kept = text_question(rubric, stimulus)
        keep_text(values, kept, comment, warnings)
        return Reading(values, tuple(dict.fromkeys(warnings)))

    def _values(self, asked: list[Question], written: dict[int, int], raw: str, text: str) -> dict[str, Value]:
        for number, question in enumerate(asked, 1):
            if number in written:
                continue
            where = f"{self.word} {number}"
            code = (
                "truncated" if written and re.search(rf"{self.word}\s*{number}\s*:?\s*$", text) else "missing_section"
            )
            raise refusal_or_missing(raw, code, f"There is no answer for “{question.label}”.", where=where)
        return {question.key: written[number] for number, question in enumerate(asked, 1)}

    def _from_lines(
        self, rubric: "Rubric", stimulus: Stimulus, asked: list[Question], text: str, warnings: list[str]
    ) -> tuple[dict[int, int], str]:
        label = text_question(rubric, stimulus)
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
            elif (hit := self._section_of(asked, line)) is not None:
                number, rest = hit
                self._note(asked, written, number, rest, warnings)
                order.append(number)
            elif line.strip():
                warnings.append("extra_text")
        if order != sorted(order):
            warnings.append("section_order")
        return written, "\n".join(comment)

    def _section_of(self, asked: list[Question], line: str) -> tuple[int, str] | None:
        """(section's number, what follows its label) of a line that is labelled as a section's."""
        titles = "|".join(re.escape(one.label) for one in sorted(asked, key=lambda one: -len(one.label)))
        labelled = re.match(
            rf"^\s*(?:(?:{re.escape(self.word)}\s*)?#?(?P<number>\d{{1,2}})\s*[.)]?\s*[:.)-]?\s*)?"
            rf"[(\[]?\s*(?P<title>{titles})?\s*[)\]]?\s*[:=-]?\s*(?P<rest>.*)$",
            line,
            re.IGNORECASE,
        )
        if labelled is None or not (labelled["number"] or labelled["title"]):
            return None
        by_title = next(
            (place for place, one in enumerate(asked, 1) if same_name(one.label) == same_name(labelled["title"] or "")),
            None,
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
                f"{self.word} {number} is not “{asked[by_title - 1].label}”.",
                where=f"{self.word} {number}",
            )
        return number, labelled["rest"]

    def _note(
        self, asked: list[Question], written: dict[int, int], number: int, rest: str, warnings: list[str]
    ) -> None:
        where = f"{self.word} {number}"
        if not 1 <= number <= len(asked):
            raise ReplyError("unknown_key", f"There are {len(asked)} sections to answer.", where=where)
        question = asked[number - 1]
        value = read_score(question, rest, top=top_of(question), where=where)
        if number in written:
            if written[number] != value:
                raise ReplyError("ambiguous_score", f"Both {written[number]} and {value} are given.", where=where)
            warnings.append("duplicate_block")
        written[number] = value

    def _from_json(
        self, asked: list[Question], found: dict[str, Any], warnings: list[str]
    ) -> tuple[dict[int, int], str]:
        only = next(iter(found.values())) if len(found) == 1 else None
        entries = only if isinstance(only, dict) else found
        names = {same_name(one.label): number for number, one in enumerate(asked, 1)}
        names |= {same_name(one.key): number for number, one in enumerate(asked, 1)}
        names |= {str(number): number for number in range(1, len(asked) + 1)}
        names |= {same_name(f"{self.word} {number}"): number for number in range(1, len(asked) + 1)}
        written: dict[int, int] = {}
        comment = ""
        for key, value in entries.items():
            name = same_name(str(key))
            number = names.get(name) or self._numbered(name, names)
            if number is None:
                if isinstance(value, str):
                    comment = value
                    continue
                raise ReplyError("unknown_key", f"“{str(key)[:60]}” is no section of this rubric.", where=str(key)[:60])
            self._note(asked, written, number, str(self._inner(value)), warnings)
        return written, comment

    def _numbered(self, name: str, names: dict[str, int]) -> int | None:
        """The section that `section 3 choice of words` names."""
        head = re.match(rf"(?:{same_name(self.word)} )?(\d{{1,2}}) (.+)$", name)
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
