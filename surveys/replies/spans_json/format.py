"""`spans-json`: one JSON object with lists of marked passages, and a number for each score.

Quotes are words of whoever wrote the text: nothing in them is read as a score.
"""

import json
from collections.abc import Collection, Mapping
from typing import Literal

from core.errors import Problem
from surveys.audience import is_for
from surveys.base import Stimulus
from surveys.kinds.base import Asking
from surveys.kinds.spans.question import SpansQuestion, spans_of
from surveys.questions import AnswerError, Question, Value, judged_panels
from surveys.replies.asked import keep_text, same_name
from surveys.replies.base import Reading, ReplyError, ReplyFormat
from surveys.replies.jsontext import (
    documents,
    is_placeholder,
    json_object,
    parse_object,
    truncated,
    unquoted,
)
from surveys.replies.nonreplies import instead, refuse_empty
from surveys.replies.normalise import decoded, plain, visible
from surveys.replies.scores import read_score


class SpansJson(ReplyFormat):
    format: Literal["spans-json"]

    def problems(self, rubric: Asking) -> list[Problem]:
        judged = [section for section in rubric.sections if is_for(section, "judge")]
        if any(SpansQuestion in section.asks for section in judged):
            return []
        remedy = "Use another format, or add a section of kind `spans`."
        return [Problem("no judge is asked to mark passages.", "format", remedy=remedy)]

    def numbered(self, rubric: Asking, stimulus: Stimulus) -> Mapping[str, str]:
        """The member of each question, `output_2.errors` where a page asks about several."""
        names = {}
        for question in self._asked(rubric, stimulus):
            name = question.key
            if question.output:
                place = stimulus.position_of(question.output)
                name = f"output_{place}.{name.removeprefix(f'{question.output}.')}"
            names[question.key] = name
        return names

    def held(self, rubric: Asking, stimulus: Stimulus) -> Collection[str]:
        return [question.key for question in self._asked(rubric, stimulus)]

    def json_schema(self, rubric: Asking, stimulus: Stimulus) -> dict[str, object]:
        names = self.numbered(rubric, stimulus)
        questions = self._asked(rubric, stimulus)
        return json_object({names[question.key]: _schema(question) for question in questions})

    def instructions(self, rubric: Asking, stimulus: Stimulus) -> str:
        names = self.numbered(rubric, stimulus)
        form = {names[question.key]: _blank(question) for question in self._asked(rubric, stimulus)}
        return (
            "Reply with this JSON object and nothing else. A list is empty if there is nothing to "
            f"mark.\n{json.dumps(form, indent=2, ensure_ascii=False)}"
        )

    def write(self, rubric: Asking, stimulus: Stimulus, values: Mapping[str, Value]) -> str:
        names = self.numbered(rubric, stimulus)
        reply = {
            names[question.key]: _written(question, values[question.key])
            for question in self._asked(rubric, stimulus)
            if question.key in values
        }
        return json.dumps(reply, ensure_ascii=False)

    def parse(self, rubric: Asking, stimulus: Stimulus, raw: str) -> Reading:
        """Of several objects those that are not the form sent back must say the same."""
        warnings: list[str] = []
        text = unquoted(decoded(raw, warnings), warnings)
        refuse_empty(plain(text, markdown=False))
        objects = [
            (begin, source)
            for begin, _end, source in documents(text)
            if source is None or not is_placeholder(source)
        ]
        if not objects:
            raise instead(text) or ReplyError("invalid_json", "There is no JSON object.")
        readings = []
        for begin, source in objects:
            if source is None:
                raise truncated(text)
            parsed, _problem = parse_object(source, begin, warnings)
            readings.append(self._read(rubric, stimulus, parsed, warnings))
        if any(reading != readings[0] for reading in readings):
            raise ReplyError("ambiguous_score", "Two objects give different answers.")
        warnings += ["duplicate_block"] * (len(readings) - 1)
        if len(readings) == 1 and plain(text[: objects[0][0]]).strip():
            warnings.append("extra_text")
        return Reading(readings[0], tuple(dict.fromkeys(warnings)))

    def _read(
        self,
        rubric: Asking,
        stimulus: Stimulus,
        parsed: Mapping[str, object],
        warnings: list[str],
    ) -> dict[str, Value]:
        names = self.numbered(rubric, stimulus)
        members = {same_name(name): value for name, value in parsed.items()}
        expected = {same_name(name) for name in names.values()}
        for name in parsed:
            if same_name(name) not in expected:
                what = f"“{name[:60]}” is no section of this rubric."
                raise ReplyError("unknown_key", what, where=name[:60])
        values: dict[str, Value] = {}
        for question in self._asked(rubric, stimulus):
            name = names[question.key]
            answer = members.get(same_name(name))
            if answer is not None:
                self._take(question, answer, name, values, warnings)
            if question.required and question.key not in values:
                what = f"There is no answer for “{question.label}”."
                raise ReplyError("missing_section", what, where=name)
        return values

    def _take(
        self,
        question: Question,
        answer: object,
        name: str,
        values: dict[str, Value],
        warnings: list[str],
    ) -> None:
        if spans := spans_of(question):
            if not isinstance(answer, list):
                raise ReplyError("invalid_json", f"`{name}` is no list.", where=name)
            try:
                text = spans.allowed_marks.text
                values[question.key] = spans.quoted([_restored(mark, text) for mark in answer])
            except AnswerError as error:
                raise ReplyError(error.code, str(error), where=name) from None
        elif question.is_text:
            keep_text(values, question, str(answer), warnings)
        elif isinstance(answer, (list, dict)):
            raise ReplyError("not_a_number", f"`{name}` is no number.", where=name)
        else:
            written = plain(str(int(answer)) if isinstance(answer, bool) else str(answer))
            values[question.key] = read_score(question, written, where=name)

    def _asked(self, rubric: Asking, stimulus: Stimulus) -> list[Question]:
        return [
            question
            for panel in judged_panels(rubric, stimulus)
            if panel.section.answers != "entries"
            for question in panel.questions
            if question.in_replies or spans_of(question)
        ]


def _restored(mark: object, text: str) -> object:
    """Return a mark with its quote as the `text` has it: a reply is read without invisible signs,
    and an emoji may hold some.
    """
    quote = mark.get("quote") if isinstance(mark, dict) else None
    if not isinstance(mark, dict) or not isinstance(quote, str) or not quote or quote in text:
        return mark
    places = [place for place, sign in enumerate(text) if visible(sign)]
    bare = "".join(text[place] for place in places)
    start = bare.find(quote)
    if start < 0 or bare.find(quote, start + 1) >= 0:
        return mark
    return mark | {"quote": text[places[start] : places[start + len(quote) - 1] + 1]}


def _schema(question: Question) -> dict[str, object]:
    if spans := spans_of(question):
        mark: dict[str, object] = {"quote": {"type": "string"}, "start": {"type": "integer"}}
        for member, choices in spans.choices():
            mark[member] = {"type": "string", "enum": list(choices)}
        return {"type": "array", "items": json_object(mark)}
    if question.is_text:
        return {"type": "string"}
    return {"type": "number" if question.decimals else "integer"}


def _blank(question: Question) -> object:
    if spans := spans_of(question):
        members = [member for member, _choices in spans.choices()]
        return [{"quote": "<words>"} | {member: f"<{member}>" for member in members}]
    return "<your words>" if question.is_text else "<number>"


def _written(question: Question, value: Value) -> object:
    if spans := spans_of(question):
        return spans.as_quoted(value)
    return value if question.is_text else question.as_asked(value)
