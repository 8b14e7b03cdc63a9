"""Structured output of judges: the JSON Schema that a model service enforces, and the reader of
structured replies. The schema has those questions whose answers the rubric's reply format can
contain."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from surveys.base import Stimulus
from surveys.forms import conflicts
from surveys.kinds.base import CANNOT_JUDGE, REASON_FORM
from surveys.prompts.sections import asked_panels
from surveys.prompts.shown import as_judges_read
from surveys.questions import AnswerError, Panel, Question, Value
from surveys.replies.abstentions import abstaining
from surveys.replies.base import Reading, ReplyError
from surveys.replies.jsontext import json_object
from surveys.replies.normalise import storable
from surveys.spec import Rubric

LISTED = 20  # maximum number of values to list one by one


@dataclass(frozen=True)
class Member:
    """The member of a reply object for one section. If the section has one question, the member is
    a single value. Otherwise, the member is an object with values by question label.

    `abstention` is the question why the section cannot be judged. Its answer is in the object
    `cannot_judge`, under the same name.
    """

    name: str
    labelled: Mapping[str, Question]
    abstention: Question | None = None

    @property
    def only(self) -> Question | None:
        return next(iter(self.labelled.values())) if len(self.labelled) == 1 else None


def is_json(rubric: Rubric, stimulus: Stimulus) -> bool:
    """Return whether replies in the rubric's reply format are JSON."""
    return rubric.reply.json_schema(rubric, stimulus) is not None


def structured_schema(rubric: Rubric, stimulus: Stimulus) -> dict[str, object]:
    """Return the JSON Schema of a structured reply. If the reply format is JSON, this is the
    format's own schema. Otherwise, it is an object with a property for each section, in the order
    in which they are asked. If the judge can skip sections, the property `cannot_judge` is
    added."""
    text = {"type": "string"}
    if (own := rubric.reply.json_schema(rubric, stimulus)) is not None:
        properties: Any = own["properties"]
        is_left = bool(abstaining(rubric, stimulus))
        return json_object({**properties, CANNOT_JUDGE: text}) if is_left else own
    members = list(_members(rubric, stimulus))
    reasons = {member.name: text for member in members if member.abstention}
    return json_object(
        {
            member.name: _value(member.only) if member.only else _values(member.labelled)
            for member in members
        }
        | ({CANNOT_JUDGE: json_object(reasons)} if reasons else {})
    )


def structured_form(rubric: Rubric, stimulus: Stimulus) -> str:
    """Return the instructions that tell a judge how to write a structured reply."""
    if is_json(rubric, stimulus):
        return rubric.reply.instructions(rubric, stimulus)
    members = list(_members(rubric, stimulus))
    shape: dict[str, object] = {
        member.name: _blank(member.only)
        if member.only
        else {label: _blank(question) for label, question in member.labelled.items()}
        for member in members
    }
    if names := [member.name for member in members if member.abstention]:
        shape[CANNOT_JUDGE] = dict.fromkeys(names, REASON_FORM)
    form = json.dumps(shape, indent=2, ensure_ascii=False)
    return f"Reply with this JSON object and nothing else:\n{form}"


def scored_reply(rubric: Rubric, stimulus: Stimulus, value: float, reason: str = "") -> str | None:
    """Return a structured reply with `value` for the only number asked for, and `reason` as each
    text. Return None if the rubric does not ask for exactly one number, or if its reply format is
    JSON."""
    members = list(_members(rubric, stimulus))
    questions = [question for member in members for question in member.labelled.values()]
    if is_json(rubric, stimulus) or sum(not each.is_text for each in questions) != 1:
        return None
    values = {id(each): reason if each.is_text else value for each in questions}
    reply: dict[str, object] = {
        member.name: values[id(member.only)]
        if member.only
        else {label: values[id(each)] for label, each in member.labelled.items()}
        for member in members
    }
    if names := [member.name for member in members if member.abstention]:
        reply[CANNOT_JUDGE] = dict.fromkeys(names, "")
    return json.dumps(reply, ensure_ascii=False)


def conforms(schema: Mapping[str, Any], raw: str) -> bool:
    """Return whether a reply is an object with exactly the members in the schema. If so, the model
    service probably enforced the schema."""
    parsed = _parsed(raw)
    return isinstance(parsed, dict) and parsed.keys() == schema["properties"].keys()


def read_structured(rubric: Rubric, stimulus: Stimulus, raw: str) -> Reading | None:
    """Return the answers of a reply that has exactly the members in the schema, with a valid value
    for each. Return None for other replies, because the reply format's own reader parses them."""
    if is_json(rubric, stimulus):
        return None
    answers = _answers(list(_members(rubric, stimulus)), _parsed(raw))
    values: dict[str, Value] = {}
    warnings: list[str] = []
    if answers is None or not all(_take(*each, values, warnings) for each in answers):
        return None
    if conflicts([question for question, _answer in answers], values):
        return None
    reading = Reading(values, tuple(dict.fromkeys(warnings)))
    try:
        return rubric.reply.of_open(as_judges_read(rubric), stimulus, reading)
    except ReplyError:
        return None


def _answers(members: Sequence[Member], parsed: object) -> list[tuple[Question, object]] | None:
    """Return the answer to each question in the object. If the judge gives a reason why it cannot
    judge a section, this reason replaces the section's answers. Return None unless the object has
    exactly the members in the schema."""
    named = {member.name for member in members if member.abstention}
    names = {member.name for member in members} | ({CANNOT_JUDGE} if named else set())
    if not isinstance(parsed, dict) or parsed.keys() != names:
        return None
    reasons = parsed.get(CANNOT_JUDGE, {})
    if not isinstance(reasons, dict) or reasons.keys() != named:
        return None
    answers: list[tuple[Question, object]] = []
    for member in members:
        if member.abstention and str(reasons[member.name] or "").strip():
            answers.append((member.abstention, reasons[member.name]))
            continue
        answer = {member.only.label: parsed[member.name]} if member.only else parsed[member.name]
        if not isinstance(answer, dict) or answer.keys() != member.labelled.keys():
            return None
        answers += [(question, answer[label]) for label, question in member.labelled.items()]
    return answers


def _take(
    question: Question, answer: object, values: dict[str, Value], warnings: list[str]
) -> bool:
    """Add one answer to `values`, and its warnings to `warnings`. Return False if the answer is not
    valid."""
    if question.is_text:
        if not isinstance(answer, str):
            return False
        stored, shortened = question.taken(storable(answer).strip())
        warnings += ["text_shortened"] if shortened else []
        is_missing = question.required and not (stored or question.section_gate)
        warnings += ["missing_reasons"] if is_missing else []
        values |= {question.key: stored} if stored else {}
        return True
    if answer is None:
        return not question.required or question.section_gate is not None
    value = _number(question, answer)
    values |= {} if value is None else {question.key: value}
    return value is not None


def _number(question: Question, answer: object) -> Value | None:
    """Return the value of a JSON number, or None if the question does not allow the number."""
    is_whole = type(answer) is int and answer in question.values()
    if not is_whole and not (question.decimals and type(answer) in {int, float}):
        return None
    try:
        return question.parse(answer)
    except AnswerError:
        return None


def _members(rubric: Rubric, stimulus: Stimulus) -> Iterator[Member]:
    names = [CANNOT_JUDGE]
    for panel in asked_panels(as_judges_read(rubric), stimulus):
        name = _distinct(_name(rubric, panel), names)
        names.append(name)
        yield Member(name, _labelled(panel.questions), panel.abstention)


def _name(rubric: Rubric, panel: Panel) -> str:
    return rubric.reply.heading(panel).strip("[]") or panel.title


def _labelled(questions: Sequence[Question]) -> dict[str, Question]:
    labelled: dict[str, Question] = {}
    for question in questions:
        labelled[_distinct(question.label, list(labelled))] = question
    return labelled


def _distinct(name: str, names: Sequence[str]) -> str:
    number, distinct = 1, name
    while distinct in names:
        number += 1
        distinct = f"{name} ({number})"
    return distinct


def _values(questions: Mapping[str, Question]) -> dict[str, object]:
    return json_object({label: _value(question) for label, question in questions.items()})


def _value(question: Question) -> dict[str, object]:
    if question.is_text:
        return {"type": "string"}
    allowed = question.values()
    number: dict[str, object] = {"type": "number" if question.decimals else "integer"}
    if len(allowed) <= LISTED and not question.decimals:
        number["enum"] = list(allowed)
    else:
        number |= dict(zip(("minimum", "maximum"), question.reach, strict=True))
    return {"anyOf": [number, {"type": "null"}]} if _may_lack(question) else number


def _may_lack(question: Question) -> bool:
    return not question.required or bool(question.unless or question.section_gate)


def _blank(question: Question) -> str:
    if question.is_text:
        return "<your words>" if question.required else "<optional; your words>"
    number = "number" if question.decimals else "whole number"
    return f"<{number}, or null>" if _may_lack(question) else f"<{number}>"


def _parsed(raw: str) -> object:
    """Return the parsed JSON of a reply (also in a code fence), or None if it is not JSON."""
    text = raw.strip()
    if text.startswith("```") and text.endswith("```"):
        text = text.removeprefix("```json").strip("`")
    try:
        return json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError):
        return None


def _once(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("a member stands twice")
    return members
