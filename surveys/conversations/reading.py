"""Parsing of the conversations in researchers' files. A conversation has turns in Rateroom's
format, or the messages of a chat API."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from pydantic import ValidationError

from core.errors import RateroomError
from surveys.conversations.turns import (
    HEAD,
    MOST_BYTES,
    MOST_TURNS,
    Turn,
    head_of,
    stored_form,
    stored_turns,
)
from surveys.untrusted.texts import UNSTORABLE, texts_in

SHAPE = (
    'Write a JSON array of turns, for example [{"role": "user", "text": "Hello"}], '
    "or one turn per line."
)
SHORTER = "Shorten or split the conversation."
NESTED = ("the conversation is nested too deeply.", "Flatten it.")
LISTS = ("turns", "messages", "conversation", "conversations")
OTHER_ROLES = {  # roles in other tools' files, with our names
    "developer": "system",
    "human": "user",
    "agent": "assistant",
    "ai": "assistant",
    "bot": "assistant",
    "gpt": "assistant",
    "model": "assistant",
    "environment": "tool",
    "function": "tool",
}
KEYS = {
    "content": "text",
    "value": "text",
    "from": "role",
    "reasoning_content": "reasoning",
    "tool_calls": "calls",
    "timestamp": "time",
    "tool_call_id": "id",
}
# Ids and other keys of a message that are not part of the conversation.
IGNORED = frozenset({"id", "index", "turn", "type", "object", "annotations"})
FAULTS = {
    "missing": "is missing",
    "extra_forbidden": "is not a key of a turn",
    "literal_error": "must be system, user, assistant or tool",
    "string_type": "must be a text",
    "string_too_short": "must not be blank",
    "string_too_long": "is too long",
    "tuple_type": "must be a list",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "int_type": "must be a whole number",
    "greater_than_equal": "must be 0 or more",
    "model_type": "must be an object",
}
REMEDIES = {"extra_forbidden": "Remove the key, or write its content into `text`."}


def conversation_text(value: object) -> str:
    """Return a conversation in the form in which it is stored. `value` is a JSON text, one JSON
    object per line, or a parsed list. Raises RateroomError with the number of the invalid turn."""
    if isinstance(value, str) and value.startswith(HEAD):
        return _unchanged(value)
    try:
        raw = _turns_in(_parsed(value) if isinstance(value, str) else value)
        _refuse_unstorable(raw)
        text = stored_form(_all_turns(raw))
    except RecursionError:
        _refuse(*NESTED)
    except ValueError:
        _refuse(
            "the conversation contains NaN or Infinity, which JSON does not allow.", "Use null."
        )
    refuse_large(text)
    if not stored_turns(text):  # it does not parse JSON that is nested as deeply as `json` allows
        _refuse(*NESTED)
    return text


def turns_of(value: object) -> tuple[Turn, ...]:
    """Return the turns in an item's field, which can have any form of a conversation. Return an
    empty tuple for other values."""
    try:
        return stored_turns(conversation_text(value)) if value else ()
    except RateroomError:
        return ()


def role_named(name: str) -> str:
    """Return Rateroom's name for a role in a conversation. An unknown role's name is returned in
    lower case."""
    return OTHER_ROLES.get(name.lower(), name.lower())


def _refuse(what: str, remedy: str = SHAPE) -> NoReturn:
    raise RateroomError(what, remedy=remedy)


def refuse_large(content: str | bytes) -> None:
    """Raise RateroomError if the conversation is too large to store."""
    size = len(content.encode(errors="replace") if isinstance(content, str) else content)
    if size > MOST_BYTES:
        _refuse(f"the conversation is larger than {MOST_BYTES // 1_000_000} MB.", SHORTER)


def _refuse_many(turns: int) -> None:
    if turns > MOST_TURNS:
        what = f"the conversation has {turns:,} turns, but at most {MOST_TURNS:,} can be stored."
        _refuse(what, SHORTER)


def _refuse_unstorable(turns: object) -> None:
    if any(map(UNSTORABLE.search, texts_in(turns))):
        _refuse(
            "the conversation contains a NUL character or half a surrogate pair, "
            "which cannot be stored.",
            "Remove that character.",
        )


def _unchanged(text: str) -> str:
    """Return a stored conversation unchanged when it is imported again. Raises RateroomError if the
    turns do not match the hash in the head line."""
    refuse_large(text)
    text = _with_plain_ends(text).rstrip("\n")
    head, _end, lines = text.partition("\n")
    turns = stored_turns(text)
    _refuse_many(len(turns))
    # Compare the whole first line, because other code reads the number of turns from it.
    if not turns or head != head_of(lines, len(turns)):
        _refuse(
            "the turns do not match the hash in the first line.",
            "Delete the first line to import the turns unchanged.",
        )
    _refuse_unstorable([turn.model_dump(mode="json") for turn in turns])
    return text


def _with_plain_ends(text: str) -> str:
    """Return `text` with line feeds as the only line ends. Other line separators, such as U+2028,
    can be part of JSON strings."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _parsed(text: str) -> object:
    """Return the JSON value in the text, or a list with the JSON value of each line."""
    refuse_large(text)
    stripped = text.strip()
    try:
        return json.loads(stripped)
    except ValueError as error:
        lines = _with_plain_ends(stripped).split("\n")
        if len(lines) == 1 or not stripped.startswith("{"):
            _refuse(f"the conversation is not valid JSON: {error}.")
    turns = []
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                turns.append(json.loads(line))
            except ValueError as error:
                _refuse(f"line {number} of the conversation is not valid JSON: {error}.")
    return turns


def _turns_in(value: object) -> list[object]:
    if isinstance(value, Mapping):
        lists = [value[key] for key in LISTS if isinstance(value.get(key), list)]
        value = lists[0] if len(lists) == 1 else [value] if "role" in value else None
    if not isinstance(value, list) or not value:
        _refuse("the conversation has no turns.")
    _refuse_many(len(value))
    return value


def _all_turns(raw: Sequence[object]) -> list[Turn]:
    tools: dict[str, str] = {}  # names of tools by the ids of their calls
    turns = []
    for number, turn in enumerate(raw, 1):
        written = _as_ours(number, turn)
        called = written.pop("id", None)
        if called and not written.get("name"):
            written["name"] = tools.get(str(called), "")
        try:
            turns.append(Turn.model_validate(written))
        except ValidationError as error:
            _tell(number, error)
        tools |= {call.id: call.name for call in turns[-1].calls if call.id}
    return turns


def _tell(number: int, error: ValidationError) -> NoReturn:
    fault = error.errors()[0]
    path = ".".join(str(step + 1 if isinstance(step, int) else step) for step in fault["loc"])
    words = FAULTS.get(fault["type"], "is not valid")
    _refuse(f"turn {number}, `{path}`: {words}.", REMEDIES.get(fault["type"], SHAPE))


def _as_ours(number: int, raw: object) -> dict[str, Any]:
    """Return a turn with its keys renamed to Rateroom's names, without blank values."""
    if not isinstance(raw, Mapping):
        _refuse(f"turn {number} is not an object.")
    turn: dict[str, Any] = {}
    for key, value in raw.items():
        name: str = KEYS.get(key, str(key))
        is_id = key == "tool_call_id"
        if value in (None, "", [], {}) or (key in IGNORED and not is_id):
            continue
        if name in turn:
            what = f"turn {number} has `{name}` under two names, one of them `{key}`."
            _refuse(what, "Keep one of them.")
        turn[name] = value
    if isinstance(role := turn.get("role"), str):
        turn["role"] = role_named(role)
    if isinstance(turn.get("text"), dict):
        turn["text"] = json.dumps(turn["text"], ensure_ascii=False, indent=2)
    if isinstance(turn.get("text"), list):
        turn["text"] = "\n\n".join(_words_of(number, part) for part in turn["text"])
    if isinstance(turn.get("calls"), list):
        turn["calls"] = [_call(call) for call in turn["calls"]]
    if isinstance(turn.get("media"), str | int):
        turn["media"] = [turn["media"]]
    return turn


def _words_of(number: int, part: object) -> str:
    """Return the text of one message part. Raises RateroomError for content that is not text."""
    words = part.get("text") if isinstance(part, Mapping) else part
    if not isinstance(words, str):
        kind = part.get("type", "no text") if isinstance(part, Mapping) else "no text"
        _refuse(
            f"turn {number} contains a part that is not text: `{str(kind)[:40]}`.",
            "Put the file into a media column of the output, and its position there into `media`.",
        )
    return words


def _call(raw: object) -> object:
    """Return a tool call with its keys renamed to Rateroom's names. A call of the form {id, type,
    function: {name, arguments}} is flattened, and arguments in a JSON string are parsed."""
    if not isinstance(raw, Mapping):
        return raw
    call = {key: value for key, value in raw.items() if key not in {"type", "index"}}
    function = call.pop("function", None)
    if isinstance(function, Mapping):
        call |= function
    call = {key: value for key, value in call.items() if value is not None}
    if isinstance(arguments := call.get("arguments"), str):
        try:
            call["arguments"] = json.loads(arguments)
        except ValueError:
            call["arguments"] = arguments
    if isinstance(call.get("result"), dict | list):
        call["result"] = json.dumps(call["result"], ensure_ascii=False, indent=2)
    return call
