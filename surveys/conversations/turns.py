"""The format of turns, and the stored form of a conversation. The stored form is a head line with a
hash, followed by a line of JSON for each turn.

Turns are numbered from 1 on the page, in prompts and in the keys of answers.
"""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, Final, Literal

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

CONVERSATION: Final = "conversation"
SCHEMA = "conversation/1"
HEAD = f'{{"schema": "{SCHEMA}"'
MOST_TURNS, MOST_BYTES = 2_000, 2_000_000

Role = Literal["system", "user", "assistant", "tool"]
ROLES: dict[str, str | Promise] = {
    "system": _("System message"),
    "user": _("User"),
    "assistant": _("Assistant"),
    "tool": _("Tool result"),
}
# Maximum characters and lines that the page shows unfolded: of a tool's text, and of other texts.
LONG, LONG_OUTSIDE_TOOLS = (1_000, 12), (6_000, 80)
BRIEF = 80


@dataclass(frozen=True)
class Shortened:
    """A long text cut into two parts. `rest` is "" if the text is short."""

    head: str
    rest: str


def shortened(text: str, room: tuple[int, int] = LONG) -> Shortened:
    """Return the text cut into two parts. `room` is the maximum number of characters and lines of
    the first part. The cut is at the end of a line if the first part then has at least half of the
    allowed characters."""
    most, most_lines = room
    lines = text.split("\n", most_lines)
    end = len(text) if len(lines) <= most_lines else len(text) - len(lines[-1])
    if end > most:
        line = text.rfind("\n", most // 2, most) + 1
        end = line or most
    return Shortened(text[:end], text[end:])


class Call(BaseModel):
    """A call of a tool in a turn. `result` is the tool's reply if the same turn contains it."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: str = Field(min_length=1)
    arguments: Any = None
    result: str = ""
    id: str = ""

    @property
    def written(self) -> str:
        """Return the arguments as JSON, or "" if there are none."""
        if self.arguments in (None, "", {}):
            return ""
        if isinstance(self.arguments, str):
            return self.arguments
        return json.dumps(self.arguments, ensure_ascii=False, indent=2)

    @property
    def brief(self) -> str:
        """Return the beginning of the arguments on one line."""
        written = self.arguments
        if isinstance(written, dict) and len(written) == 1:
            (written,) = written.values()
        text = written if isinstance(written, str) else self.written
        line = " ".join(text[: BRIEF * 4].split())
        return f"{line[:BRIEF]}…" if len(line) > BRIEF else line

    @property
    def arguments_in_parts(self) -> Shortened:
        return shortened(self.written)

    @property
    def result_in_parts(self) -> Shortened:
        return shortened(self.result)


class Turn(BaseModel):
    """One turn of a conversation: the words or actions of one side. `name` is the tool's name if
    the turn is the result of a tool. `media` names media of the output by position, or media of the
    item by field."""

    model_config = ConfigDict(extra="forbid", frozen=True, coerce_numbers_to_str=True)

    role: Role
    name: str = ""
    text: str = ""
    reasoning: str = ""
    media: tuple[str, ...] = ()
    calls: tuple[Call, ...] = ()
    time: str = Field(default="", max_length=40)
    tokens: Annotated[int, Field(ge=0)] | None = None

    @property
    def role_name(self) -> str:
        return str(ROLES[self.role])

    @property
    def by_tool(self) -> bool:
        return self.role == "tool"

    @cached_property
    def text_in_parts(self) -> Shortened:
        is_said = self.role in {"user", "assistant"}
        return shortened(self.text, LONG_OUTSIDE_TOOLS if is_said else LONG)

    @property
    def reasoning_in_parts(self) -> Shortened:
        return shortened(self.reasoning)


_TURNS = TypeAdapter(tuple[Turn, ...])


def stored_form(turns: Sequence[Turn]) -> str:
    """Return the conversation in its stored form, with a head line and a line for each turn. Raises
    ValueError if a value is not valid in JSON."""
    lines = "\n".join(
        json.dumps(
            turn.model_dump(exclude_defaults=True),
            ensure_ascii=False,
            allow_nan=False,
            separators=(",", ":"),
        )
        for turn in turns
    )
    return f"{head_of(lines, len(turns))}\n{lines}"


def head_of(lines: str, turns: int) -> str:
    """Return the head line of a stored conversation: the schema, the number of turns, and the
    SHA-256 of `lines`, which contains the turns."""
    sha256 = hashlib.sha256(lines.encode()).hexdigest()
    return json.dumps({"schema": SCHEMA, "turns": turns, "sha256": sha256})


def stored_turns(text: str) -> tuple[Turn, ...]:
    """Return the turns if the text is a stored conversation. Otherwise, return an empty tuple."""
    if not text.startswith(HEAD):
        return ()
    try:
        return _TURNS.validate_json("[" + ",".join(text.split("\n")[1:]) + "]")
    except ValidationError:
        return ()


def spoken(text: str) -> str:
    """Return a stored conversation's text without tool results, and any other text unchanged."""
    turns = stored_turns(text)
    return "\n\n".join(turn.text for turn in turns if not turn.by_tool) if turns else text


def in_prompt(turns: Sequence[Turn]) -> str:
    """Return the turns as numbered text for a judge. All lines of a turn except the first are
    indented, so that a tool's output cannot imitate another turn."""
    return "\n".join(line for number, turn in enumerate(turns, 1) for line in _lines(number, turn))


def _lines(number: int, turn: Turn) -> list[str]:
    name = f" ({' '.join(turn.name.split())})" if turn.name else ""
    lines = [f"[Turn {number}] {turn.role}{name}:"]
    if turn.media:
        lines += _indented(f"[media: {', '.join(turn.media)}]")
    if turn.reasoning:
        lines += ["  Reasoning:", *_indented(turn.reasoning, 4)]
    lines += _indented(turn.text)
    for call in turn.calls:
        lines += _indented(f"Calls the tool {call.name}: {call.written}".rstrip())
        lines += ["  Result:", *_indented(call.result, 4)] if call.result else []
    return lines


def _indented(text: str, by: int = 2) -> list[str]:
    return [" " * by + line for line in text.splitlines()]
