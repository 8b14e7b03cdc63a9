"""JSON with a member for every header, turned into the blocks that it stands for."""

from collections.abc import Mapping
from typing import Any

from surveys.replies.base import ReplyError
from surveys.replies.jsontext import json_objects, lone_object, parse_object
from surveys.replies.normalise import plain


def as_blocks(text: str) -> str:
    """`text`, with every JSON object that has an object for a header as blocks."""
    if "{" not in text:
        return text
    if (members := lone_object(text)) is not None:
        return _blocks(members) or text
    source = plain(text, markdown=False)
    try:
        objects = json_objects(source)
        pieces, place = [], 0
        for begin, written in objects:
            blocks = _blocks(parse_object(written, begin, [])[0])
            pieces += [source[place:begin], f"\n{blocks}\n" if blocks else written]
            place = begin + len(written)
    except ReplyError:
        return text
    is_changed = len(pieces) > 0 and any(piece.startswith("\n[") for piece in pieces[1::2])
    return "".join([*pieces, source[place:]]) if is_changed else text


def _blocks(parsed: Mapping[str, Any]) -> str:
    """An object with an object for a header as blocks; nothing for any other."""
    members = _parted(_unwrapped(dict(parsed)))
    if not any(isinstance(value, dict) for value in members.values()):
        return ""
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
