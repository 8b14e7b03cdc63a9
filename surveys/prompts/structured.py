"""A reply as structured output: the JSON Schema that a service holds a judge to, made of the
questions that the rubric's reply format can hold, and reading such a reply.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from surveys.base import Stimulus
from surveys.forms import conflicts
from surveys.prompts.sections import asked_panels
from surveys.prompts.shown import as_judges_read
from surveys.questions import AnswerError, Panel, Question, Value
from surveys.replies.base import Reading
from surveys.replies.jsontext import json_object
from surveys.replies.normalise import storable
from surveys.spec import Rubric

LISTED = 20  # values of a scale that are named one by one


@dataclass(frozen=True)
class Member:
    """What a reply's object says of one section: a value where it has one question, else an object
    of its questions' values by label."""

    name: str
    labelled: Mapping[str, Question]

    @property
    def only(self) -> Question | None:
        return next(iter(self.labelled.values())) if len(self.labelled) == 1 else None


def is_json(rubric: Rubric, stimulus: Stimulus) -> bool:
    """Return whether the rubric's reply format is itself JSON."""
    return rubric.reply.json_schema(rubric, stimulus) is not None


def structured_schema(rubric: Rubric, stimulus: Stimulus) -> dict[str, object]:
    """Return the format's own schema where it is JSON; else an object with a property for each
    section, in the order asked.
    """
    if (own := rubric.reply.json_schema(rubric, stimulus)) is not None:
        return own
    return json_object(
        {
            member.name: _value(member.only) if member.only else _values(member.labelled)
            for member in _members(rubric, stimulus)
        }
    )


def structured_form(rubric: Rubric, stimulus: Stimulus) -> str:
    """Return the words that tell a judge how to write such a reply."""
    if is_json(rubric, stimulus):
        return rubric.reply.instructions(rubric, stimulus)
    shape = {
        member.name: _blank(member.only)
        if member.only
        else {label: _blank(question) for label, question in member.labelled.items()}
        for member in _members(rubric, stimulus)
    }
    form = json.dumps(shape, indent=2, ensure_ascii=False)
    return f"Reply with this JSON object and nothing else:\n{form}"


def conforms(schema: Mapping[str, Any], raw: str) -> bool:
    """Return whether a reply is an object with the schema's own members, so that it was held to
    it."""
    parsed = _parsed(raw)
    return isinstance(parsed, dict) and parsed.keys() == schema["properties"].keys()


def read_structured(rubric: Rubric, stimulus: Stimulus, raw: str) -> Reading | None:
    """Return the answers of a reply that has each member of the schema with a valid value, and
    nothing else; None for any other, which is for the reply format's own reader.
    """
    if is_json(rubric, stimulus):
        return None
    members = list(_members(rubric, stimulus))
    parsed = _parsed(raw)
    if not isinstance(parsed, dict) or parsed.keys() != {member.name for member in members}:
        return None
    values: dict[str, Value] = {}
    warnings: list[str] = []
    questions_read: list[Question] = []
    for member in members:
        answer = {member.only.label: parsed[member.name]} if member.only else parsed[member.name]
        if not isinstance(answer, dict) or answer.keys() != member.labelled.keys():
            return None
        for label, question in member.labelled.items():
            questions_read.append(question)
            if not _take(question, answer[label], values, warnings):
                return None
    if conflicts(questions_read, values):
        return None
    return Reading(values, tuple(dict.fromkeys(warnings)))


def _take(
    question: Question, answer: object, values: dict[str, Value], warnings: list[str]
) -> bool:
    """Store one member's value; False where it is none."""
    if question.is_text:
        if not isinstance(answer, str):
            return False
        stored, shortened = question.taken(storable(answer).strip())
        warnings += ["text_shortened"] if shortened else []
        warnings += ["missing_reasons"] if question.required and not stored else []
        values |= {question.key: stored} if stored else {}
        return True
    if answer is None:
        return not question.required
    if type(answer) is not int or answer not in question.values():
        return False
    try:
        value = question.parse(answer)
    except AnswerError:
        return False
    values |= {} if value is None else {question.key: value}
    return True


def _members(rubric: Rubric, stimulus: Stimulus) -> Iterator[Member]:
    """Yield a member for each section, each name once."""
    names: list[str] = []
    for panel in asked_panels(as_judges_read(rubric), stimulus):
        name = _distinct(_name(rubric, panel), names)
        names.append(name)
        yield Member(name, _labelled(panel.questions))


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
    number: dict[str, object] = {"type": "integer"}
    if len(allowed) <= LISTED:
        number["enum"] = list(allowed)
    else:
        number |= {"minimum": min(allowed), "maximum": max(allowed)}
    return number if question.required else {"anyOf": [number, {"type": "null"}]}


def _blank(question: Question) -> str:
    if question.is_text:
        return "<your words>" if question.required else "<optional; your words>"
    return "<whole number>" if question.required else "<whole number, or null>"


def _parsed(raw: str) -> object:
    """Return the JSON of a reply, which can be in a code fence; None if it is not JSON."""
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
