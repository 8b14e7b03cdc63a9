"""Values of other tools as texts and numbers, and conversations as a text with its last turn."""

import json
from collections.abc import Iterator, Mapping, Sequence
from math import isfinite
from typing import Any

from stimuli.readers.interface import MEDIA, Tally

ASSISTANT = {"assistant", "model", "gpt", "bot", "ai"}


def text_of(value: object) -> str:
    """Return a text as it is, anything else as JSON, and nothing as a blank text."""
    if value is None:
        return ""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def number_of(value: object) -> float | None:
    """Return a finite number; true is 1."""
    if isinstance(value, (bool, int, float)):
        try:
            number = float(value)
        except OverflowError:
            return None
        return number if isfinite(number) else None
    return None


def content_text(content: object, tally: Tally) -> str:
    """Return the words of a message; parts that are no words are counted."""
    if not isinstance(content, list):
        return text_of(content)
    texts = []
    for part in content:
        if isinstance(part, str):
            texts.append(part)
        elif isinstance(part, dict) and isinstance(part.get("text"), str):
            texts.append(part["text"])
        elif not (isinstance(part, dict) and part.get("type") in {"reasoning", "thinking"}):
            tally.leave_out(MEDIA)
    return "\n\n".join(texts)


def context_and_output(turns: Sequence[Any], tally: Tally) -> tuple[str, str]:
    """Return the earlier turns as one text, and the last words of the assistant."""
    at = [
        place
        for place, turn in enumerate(turns)
        if isinstance(turn, Mapping)
        and turn.get("role") in ASSISTANT
        and content_text(turn.get("content"), Tally()).strip()
    ]
    if not at:
        return "", ""
    earlier = "\n\n".join(part for turn in turns[: at[-1]] for part in _turn(turn, tally))
    return earlier, content_text(turns[at[-1]].get("content"), tally)


def _turn(turn: Any, tally: Tally) -> Iterator[str]:
    if not isinstance(turn, Mapping):
        return
    if text := content_text(turn.get("content"), tally).strip():
        yield f"{text_of(turn.get('role')) or 'user'}: {text}"
    for call in turn.get("tool_calls") or []:
        function = call.get("function") if isinstance(call, Mapping) else None
        named: Any = function if isinstance(function, Mapping) else call
        if isinstance(named, Mapping):
            name = function if isinstance(function, str) else named.get("name")
            yield f"call: {text_of(name)} {text_of(named.get('arguments'))}"
