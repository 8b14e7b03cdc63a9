"""JSON with a member for every header, turned into the blocks that it stands for."""

from collections.abc import Mapping
from typing import Any

from surveys.replies.jsontext import lone_object


def as_blocks(text: str) -> str:
    """`text`, or, where it is one JSON object with an object for a header, that object as
    blocks."""
    members = _parted(_unwrapped(lone_object(text) or {}))
    if not any(isinstance(value, dict) for value in members.values()):
        return text
    return "\n".join(
        f"[{_one_line(name)}]:\n{_in_lines(value)}"
        for name, value in members.items()
        if value != {}
    )


def _unwrapped(members: dict[str, Any]) -> dict[str, Any]:
    """The object that holds the headers: objects around it that hold nothing else are left off."""
    while len(members) == 1:
        (name, inner), *_none = members.items()
        if not isinstance(inner, dict):
            break
        if not any(isinstance(value, dict) for value in inner.values()):
            return {name: inner}
        members = inner
    return members


def _parted(members: Mapping[str, Any]) -> dict[str, Any]:
    """Objects of objects as members of their own: `{"Caption 1": {"Score": {…}}}` is `Caption
    1-Score`.
    """
    parted: dict[str, Any] = {}
    for name, value in members.items():
        if isinstance(value, dict) and value and all(isinstance(v, dict) for v in value.values()):
            parted |= {f"{name}-{key}": inner for key, inner in value.items()}
        else:
            parted[name] = value
    return parted


def _in_lines(value: Any) -> str:
    pairs = value.items() if isinstance(value, dict) else []
    lines = [f"- {_one_line(name)}: {_one_line(inner)}" for name, inner in pairs]
    return "\n".join(lines) or _one_line(value)


def _one_line(value: Any) -> str:
    return " ".join(str(value).split())
