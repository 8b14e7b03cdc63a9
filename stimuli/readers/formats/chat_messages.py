"""Reader for JSONL files of chat messages from chat interfaces and training sets. Each line is a
conversation."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from core.errors import DocumentError
from core.tabular.findings import Findings
from core.tabular.reading import open_table
from stimuli.readers.interface import (
    INSTRUCTION,
    NO_OUTPUT,
    OUTPUT_NAMES,
    SCORE,
    Entry,
    Opening,
    Score,
    Tally,
)
from stimuli.readers.turns import has_several_answers, is_plain, number_of, plain_turns, text_of

NAME = "Messages"
LISTS = ("messages", "conversations")
IDS = ("id", "item_id", "item", "prompt_id", "conversation_id", "uuid")
SYSTEMS = ("model", "system", "model_name", "model_id")
SCORES, SCORE_NAME = "scores", "score"
NAMED = frozenset({*LISTS, *IDS, *SYSTEMS, SCORES, SCORE_NAME, "tools"})
# Recognises a truncated line by its first key.
CUT = re.compile(rb'\s*{\s*"(messages|conversations)"\s*:\s*\[\s*{')


def recognises(opening: Opening) -> bool:
    """Return whether the file's first line has messages but no column of outputs."""
    line, end, _rest = opening.head.removeprefix(b"\xef\xbb\xbf").lstrip().partition(b"\n")
    if not line.startswith(b"{"):
        return False
    try:
        first = json.loads(line)
    except (ValueError, RecursionError):
        return not end and bool(CUT.match(line))
    is_table = any(key.startswith("output") or key.lower() in OUTPUT_NAMES for key in first)
    return bool(_messages(first)) and not is_table


def _messages(line: Mapping[str, Any]) -> list[Any]:
    """Return the messages of the line, or an empty list if the line has none."""
    for name in LISTS:
        messages = line.get(name)
        if isinstance(messages, list) and messages and isinstance(messages[0], dict):
            is_message = {"role", "from"} & {*messages[0]}
            return messages if is_message else []
    return []


def entries(path: Path, tally: Tally) -> Iterator[Entry]:
    """Yield an output for each conversation. The output is the last turn or, if the assistant also
    spoke earlier, the whole conversation. Raises DocumentError for a line without messages."""
    findings = Findings(path.name)
    for row, line in open_table(path).records(findings):
        tally.records += 1
        messages = _messages(line)
        if not messages:
            what = "has no list of messages that have roles."
            remedy = 'Write each line as {"messages": [{"role": "user", "content": "…"}]}'
            raise DocumentError.one(path.name, what, path=f"row {row}", remedy=remedy)
        if entry := _entry(row, line, messages, tally):
            yield entry
    findings.stop_if_any()


def _entry(row: int, line: Mapping[str, Any], messages: list[Any], tally: Tally) -> Entry | None:
    turns = plain_turns(messages, tally)
    if not turns or turns[-1]["role"] != "assistant":
        tally.leave_out(NO_OUTPUT)
        return None
    fields = {name: value for name, value in line.items() if is_plain(value) and name not in NAMED}
    tally.count_unknown(line, {*fields, *NAMED})
    *earlier, last = turns
    return Entry(
        item=_first(line, IDS) or str(row),
        system=_first(line, SYSTEMS) or "assistant",
        output=last["text"],
        turns=turns if has_several_answers(messages) else (),
        fields={
            **fields,
            INSTRUCTION: earlier[-1]["text"] if earlier else "",
            "context": "\n\n".join(f"{turn['role']}: {turn['text']}" for turn in earlier[:-1]),
        },
        scores=list(_scores(line, tally)),
    )


def _first(line: Mapping[str, Any], names: tuple[str, ...]) -> str:
    return next((text_of(line[name]) for name in names if line.get(name) not in (None, "")), "")


def _scores(line: Mapping[str, Any], tally: Tally) -> Iterator[Score]:
    several = line.get(SCORES)
    scores = {**several} if isinstance(several, dict) else {}
    for name, value in {**scores, SCORE_NAME: line.get(SCORE_NAME)}.items():
        number = number_of(value)
        if number is not None:
            yield Score(name, number)
        elif value is not None:
            tally.leave_out(SCORE)
