"""Declaration of the reply format `spans-json`, a JSON object with lists of marked passages, and a
number for each score.

Quotes consist of words of the rated text, so nothing in a quote is read as a score.
"""

import json
import re
from collections.abc import Collection, Mapping
from typing import ClassVar, Literal

from core.errors import Problem
from surveys.audience import is_for
from surveys.base import Stimulus
from surveys.kinds.base import CANNOT_JUDGE, REASON_FORM, Asking
from surveys.kinds.spans.question import SpansQuestion, spans_of
from surveys.questions import AnswerError, Panel, Question, Value, judged_panels
from surveys.replies import jsontext
from surveys.replies.after import Behind
from surveys.replies.asked import keep_text, same_name, scored
from surveys.replies.base import Reading, ReplyError, ReplyFormat, unanswered
from surveys.replies.gated import says_not_asked
from surveys.replies.jsontext import json_object
from surveys.replies.nonreplies import instead, refuse_empty
from surveys.replies.normalise import decoded, plain, visible
from surveys.replies.scores import read_score
from surveys.replies.sentences import shown_words


class SpansJson(ReplyFormat):
    format: Literal["spans-json"]
    holds_reasons: ClassVar[bool] = True

    def problems(self, rubric: Asking) -> list[Problem]:
        judged = [section for section in rubric.sections if is_for(section, "judge")]
        if any(SpansQuestion in section.asks for section in judged):
            return []
        remedy = "Use another format, or add a section of kind `spans`."
        return [Problem("no judge is asked to mark passages.", "format", remedy=remedy)]

    def numbered(self, rubric: Asking, stimulus: Stimulus) -> Mapping[str, str]:
        """Return the name of each question's member in the JSON object. If a page asks about
        several outputs, the name has the form `output_2.errors`."""
        names = {}
        for question in self._asked(rubric, stimulus):
            names[question.key] = _placed(question.key, question.output, stimulus)
        return names

    def held(self, rubric: Asking, stimulus: Stimulus) -> Collection[str]:
        return [question.key for question in self._asked(rubric, stimulus)]

    def json_schema(self, rubric: Asking, stimulus: Stimulus) -> dict[str, object]:
        names = self.numbered(rubric, stimulus)
        questions = self._asked(rubric, stimulus)
        members: dict[str, object] = {names[each.key]: _schema(each) for each in questions}
        if reasons := self._left(rubric, stimulus):
            members[CANNOT_JUDGE] = json_object({name: {"type": "string"} for name in reasons})
        return json_object(members)

    def instructions(self, rubric: Asking, stimulus: Stimulus) -> str:
        names = self.numbered(rubric, stimulus)
        form = {names[question.key]: _blank(question) for question in self._asked(rubric, stimulus)}
        if reasons := self._left(rubric, stimulus):
            form[CANNOT_JUDGE] = dict.fromkeys(reasons, REASON_FORM)
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
        reasons = {
            name: values[question.key]
            for name, question in self._left(rubric, stimulus).items()
            if question.key in values
        }
        if reasons:
            reply[CANNOT_JUDGE] = reasons
        return json.dumps(reply, ensure_ascii=False)

    def parse(self, rubric: Asking, stimulus: Stimulus, raw: str) -> Reading:
        """Return the answers in the JSON objects of a reply. All objects must agree, except
        unchanged copies of the template. Raises ReplyError."""
        warnings: list[str] = []
        text = jsontext.unquoted(decoded(raw, warnings), warnings)
        refuse_empty(plain(text, markdown=False))
        readings, beside, place = [], [""], 0
        for begin, end, source in jsontext.documents(text):
            if source is None:
                raise jsontext.truncated(text)
            beside[-1] += text[place:begin]
            place = end
            if not jsontext.is_placeholder(source):
                parsed, _problem = jsontext.parse_object(source, begin, warnings)
                readings.append(self._read(rubric, stimulus, parsed, warnings))
                beside.append("")
        beside[-1] += text[place:]
        if not readings:
            raise instead(text) or ReplyError("invalid_json", "There is no JSON object.")
        if any(reading != readings[0] for reading in readings):
            raise ReplyError("ambiguous_score", "Two objects give different answers.")
        warnings += ["duplicate_block"] * (len(readings) - 1)
        if len(readings) == 1 and plain(beside[0]).strip():
            warnings.append("extra_text")
        before, *behind = map(plain, beside)
        scores = [each for each in scored(rubric, stimulus) if not spans_of(each)]
        named = [(question, (question.label,)) for question in scores]
        followed = Behind(readings[0], named, shown_words(stimulus))
        followed.refuse(behind, "\n".join([before, *behind]), before=before)
        followed.refuse_unasked("\n".join(behind), "")
        return Reading(readings[0], tuple(dict.fromkeys(warnings)))

    def of_open(self, rubric: Asking, stimulus: Stimulus, reading: Reading) -> Reading:
        """Return `reading`. Raises ReplyError if an open section has no answer for a required list
        or text."""
        reading = super().of_open(rubric, stimulus, reading)
        for question in self._asked(rubric, stimulus):
            gate, keys = question.section_gate, {question.key, question.unless}
            is_open = gate is not None and gate.opens(reading.values)
            if is_open and question.required and not keys & reading.values.keys():
                raise unanswered(question)
        return reading

    def _read(
        self,
        rubric: Asking,
        stimulus: Stimulus,
        parsed: Mapping[str, object],
        warnings: list[str],
    ) -> dict[str, Value]:
        names = self.numbered(rubric, stimulus)
        members = {same_name(name): value for name, value in parsed.items()}
        left_by_name = self._left(rubric, stimulus)
        expected = [*names.values(), *([CANNOT_JUDGE] if left_by_name else [])]
        for name in parsed:
            if same_name(name) not in map(same_name, expected):
                what = f"“{name[:60]}” is not a section of this rubric."
                raise ReplyError("unknown_key", what, where=name[:60])
        values = _reasons(members.get(same_name(CANNOT_JUDGE)), left_by_name, warnings)
        for question in self._asked(rubric, stimulus):
            name = names[question.key]
            answer = members.get(same_name(name))
            if question.unless in values or (answer is not None and _is_unasked(question, answer)):
                continue
            if answer is not None:
                self._take(question, answer, name, values, warnings)
            is_always_asked = question.required and question.section_gate is None
            if is_always_asked and question.key not in values:
                what = f"“{question.label}” has no answer."
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
                raise ReplyError("invalid_json", f"`{name}` is not a list.", where=name)
            try:
                text = spans.allowed_marks.text
                values[question.key] = spans.quoted([_restored(mark, text) for mark in answer])
            except AnswerError as error:
                raise ReplyError(error.code, str(error), where=name) from None
        elif question.is_text:
            keep_text(values, question, str(answer), warnings)
        elif isinstance(answer, (list, dict)):
            raise ReplyError("not_a_number", f"`{name}` is not a number.", where=name)
        else:
            written = plain(str(int(answer)) if isinstance(answer, bool) else str(answer))
            values[question.key] = read_score(question, written, where=name)

    def _asked(self, rubric: Asking, stimulus: Stimulus) -> list[Question]:
        panels = judged_panels(rubric, stimulus)
        return [question for panel in panels for question in _held(panel)]

    def _left(self, rubric: Asking, stimulus: Stimulus) -> dict[str, Question]:
        """Return the question about the reason for each section that can be skipped. The keys are
        the sections' names in `cannot_judge`: the name of the section's only member, or else the
        section's key or title."""
        names = self.numbered(rubric, stimulus)
        left_by_name: dict[str, Question] = {}
        for panel in judged_panels(rubric, stimulus):
            own_questions = _held(panel)
            if panel.abstention and own_questions:
                letter = panel.output.letter if panel.output else None
                name = _placed(panel.section.key, letter, stimulus)
                if len(own_questions) == 1:
                    name = names[own_questions[0].key]
                elif name in names.values():
                    name = panel.title
                left_by_name[name] = panel.abstention
        return left_by_name


def _held(panel: Panel) -> list[Question]:
    if panel.section.answers == "entries":
        return []
    return [each for each in panel.questions if each.in_replies or spans_of(each)]


def _placed(key: str, letter: str | None, stimulus: Stimulus) -> str:
    """Return a key with the output's position on the page in place of the output's letter."""
    if letter is None:
        return key
    return f"output_{stimulus.position_of(letter)}.{key.removeprefix(f'{letter}.')}"


def _is_unasked(question: Question, answer: object) -> bool:
    is_gated = question.section_gate is not None
    return is_gated and isinstance(answer, str) and says_not_asked(question, answer)


def _reasons(
    member: object, left_by_name: Mapping[str, Question], warnings: list[str]
) -> dict[str, Value]:
    """Return the reasons for skipped sections by question key. If only one section can be skipped,
    the reply can give the reason without a name. Raises ReplyError if a reason is unclear."""
    if isinstance(member, str) and member.strip():
        if len(left_by_name) > 1:
            raise ReplyError("ambiguous_score", "It is not clear what it cannot judge.")
        member = dict.fromkeys(left_by_name, member)
    if member is not None and not isinstance(member, (str, dict)):
        raise ReplyError("invalid_json", f"`{CANNOT_JUDGE}` is not an object.", where=CANNOT_JUDGE)
    questions = {same_name(name): question for name, question in left_by_name.items()}
    values: dict[str, Value] = {}
    for name, reason in member.items() if isinstance(member, dict) else ():
        where = f"{CANNOT_JUDGE}.{name[:60]}"
        if (question := questions.get(same_name(name))) is None:
            what = f"“{name[:60]}” cannot be left out."
            raise ReplyError("unknown_key", what, where=where)
        if reason is not None and not isinstance(reason, str):
            raise ReplyError("invalid_json", f"`{where}` is not a text.", where=where)
        if re.fullmatch(r"\s*<[^<>]*>[.]?\s*", reason or "") or question.key in values:
            raise ReplyError(
                "ambiguous_score", "It is not clear what it cannot judge.", where=where
            )
        keep_text(values, question, reason or "", warnings)
    return values


def _restored(mark: object, text: str) -> object:
    """Return a mark with the quote spelled as in `text`. This is needed because invisible
    characters, which can be part of an emoji, are removed from a reply before parsing."""
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
        schema: dict[str, object] = {"type": "array", "items": json_object(mark)}
    elif question.is_text:
        return {"type": "string"}
    else:
        schema = {"type": "number" if question.decimals else "integer"}
    return {"anyOf": [schema, {"type": "null"}]} if _may_lack(question) else schema


def _may_lack(question: Question) -> bool:
    return bool(question.unless or question.section_gate)


def _blank(question: Question) -> object:
    if spans := spans_of(question):
        members = [member for member, _choices in spans.choices()]
        return [{"quote": "<words>"} | {member: f"<{member}>" for member in members}]
    if question.is_text:
        return "<your words>"
    return "<number, or null>" if _may_lack(question) else "<number>"


def _written(question: Question, value: Value) -> object:
    if spans := spans_of(question):
        return spans.as_quoted(value)
    return value if question.is_text else question.as_asked(value)
