"""Conversion of other tools' messages into turns, final answers, texts and numbers."""

import json
from collections.abc import Mapping, Sequence
from math import isfinite
from typing import Any

from stimuli.readers.interface import MEDIA, Tally
from surveys.conversations.reading import role_named
from surveys.conversations.turns import ROLES
from surveys.untrusted.texts import replaced


def text_of(value: object) -> str:
    """Return the value as text. None becomes "", and other values that are not text become JSON."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def number_of(value: object) -> float | None:
    """Return the value as a number, or None if it is not a finite number. True counts as 1."""
    if isinstance(value, (bool, int, float)):
        try:
            number = float(value)
        except OverflowError:
            return None
        return number if isfinite(number) else None
    return None


def is_plain(value: object) -> bool:
    """Return whether the value is a text, a number or a boolean."""
    return isinstance(value, (str, int, float))


Object = Mapping[str, Any]  # an object of a JSON file, with any keys
Members = dict[str, Any]  # an object to write as JSON

THOUGHTS = {"reasoning", "thinking"}


def content_text(content: object, tally: Tally) -> str:
    """Return the text of a message. Parts of the message without text are counted as left out."""
    if not isinstance(content, list):
        return text_of(content)
    texts = []
    for part in content:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, dict) and isinstance(part.get("text"), str):
            texts.append(part["text"])
        elif not (isinstance(part, dict) and part.get("type") in THOUGHTS):
            tally.leave_out(MEDIA)
    return "\n\n".join(texts)


def role_of(message: Object) -> str:
    """Return the speaker's role, which is one of ROLES. An unknown role becomes "user"."""
    role = role_named(text_of(message.get("role") or message.get("from")))
    return role if role in ROLES else "user"


def plain_turns(messages: object, tally: Tally) -> list[Members]:
    """Return the messages as conversation turns. Messages without text or tool calls are
    skipped."""
    turns = []
    for message in messages if isinstance(messages, list) else []:
        if isinstance(message, dict):
            turn = _turn(message, tally)
            if turn["text"].strip() or turn["calls"]:
                turns.append(turn)
    return turns


def _turn(message: Object, tally: Tally) -> Members:
    content = message["content"] if "content" in message else message.get("value")
    called = message.get("tool_call_id")
    called = called[0] if isinstance(called, list) and called else called
    turn = {
        "role": role_of(message),
        "text": replaced(content_text(content, tally)),
        "reasoning": replaced(_reasoning(message, content)),
        "calls": [_call(call) for call in _calls(message)],
    }
    if turn["role"] == "tool":
        turn["name"] = text_of(message.get("function") or message.get("name"))
        # Later gives the tool's name if the message has none
        turn["tool_call_id"] = text_of(called)
    return turn


def _reasoning(message: Object, content: object) -> str:
    thoughts = [text_of(message.get("reasoning_trace") or message.get("reasoning_content"))]
    thoughts += [
        text_of(part.get("reasoning") or part.get("thinking"))
        for part in _objects(content)
        if part.get("type") in THOUGHTS
    ]
    return "\n\n".join(filter(None, thoughts))


def _calls(message: Object) -> list[Members]:
    """Return a message's tool calls. Older APIs have one `function_call` instead of a list."""
    return _objects(message.get("tool_calls")) or _objects([message.get("function_call")])


def _call(call: Object) -> Members:
    function = call.get("function")
    named = function if isinstance(function, dict) else call
    name = function if isinstance(function, str) else named.get("name")
    return {
        "id": text_of(call.get("id")),
        "name": text_of(name) or "?",
        "arguments": named.get("arguments"),
    }


def _objects(value: object) -> list[Members]:
    return [each for each in value if isinstance(each, dict)] if isinstance(value, list) else []


def has_several_answers(messages: Sequence[Any]) -> bool:
    """Return whether the assistant has more than one turn or calls a tool."""
    own = [each for each in _objects([*messages]) if role_of(each) == "assistant"]
    return len(own) > 1 or any(map(_calls, own))


def last_answer(messages: Sequence[Any], tally: Tally) -> str:
    """Return the text of the assistant's last message that has text, or "" if there is none."""
    for message in reversed(_objects([*messages])):
        if role_of(message) == "assistant":
            text = message.get("text") or content_text(message.get("content"), tally)
            if text:
                return text_of(text)
    return ""
