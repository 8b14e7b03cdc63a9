"""Reader for outputs and scores in Inspect logs: `.eval` files (ZIP, a file per sample) or JSON."""

import re
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from core.errors import DocumentError
from stimuli.media.files import UNPACKING_ERRORS
from stimuli.readers.archives import AGAIN, ZIP, open_archive, open_entry
from stimuli.readers.interface import (
    ERROR,
    INSTRUCTION,
    MEDIA,
    NO_OUTPUT,
    SCORE,
    TOO_LONG,
    Entry,
    Opening,
    Score,
    Tally,
)
from stimuli.readers.json_streams import walk
from stimuli.readers.turns import (
    content_text,
    has_several_answers,
    is_plain,
    last_answer,
    number_of,
    plain_turns,
    text_of,
)

Object = Mapping[str, Any]  # an object of a JSON file, with any keys
NAME = "Inspect"
# The name of the header: first for a finished run, second for an unfinished run.
HEADERS = ("header.json", "_journal/start.json")
SAMPLE = re.compile(r"samples/.+_epoch_[0-9]{1,9}\.json")
# Long values that are not needed. They are parsed in parts and skipped.
STREAMED = {"events", "events_data.messages", "events_data.calls", "timelines", "attachments"}
ATTACHED = "attachment://"
ATTACHED_LETTERS = 4_000_000  # characters of all attachments of a sample
FLATTEN = "Leave out parts that people do not rate, for example metadata."
LETTERS = {"C": 1.0, "P": 0.5, "I": 0.0, "N": 0.0, "yes": 1.0, "true": 1.0, "no": 0.0, "false": 0.0}
KNOWN = frozenset(
    {
        *("id", "epoch", "input", "choices", "target", "description", "sandbox", "files", "setup"),
        *("messages", "output", "scores", "metadata", "store", "model_usage", "role_usage"),
        *("model_fallbacks", "started_at", "completed_at", "total_time", "working_time", "uuid"),
        *("invalidation", "error", "error_retries", "limit", "turn_count", "token_limit"),
        *("token_limit_type", "token_limit_usage", "message_limit", "time_limit", "timelines"),
        *("attachments", "events", "events_data"),
    }
)


def recognises(opening: Opening) -> bool:
    """Return whether the file is an Inspect log, as a `.eval` or JSON file."""
    if any(header in opening.members for header in HEADERS):
        return True
    head = opening.head.lstrip()
    keys = (b'"version"', b'"status"', b'"eval"', b'"task"')
    return head[:1] == b"{" and all(key in head[:4000] for key in keys) and keys[0] in head[:100]


def entries(path: Path, tally: Tally) -> Iterator[Entry]:
    """Yield the model's output for each sample. Outputs of the first epoch come first. Samples with
    texts that are too long are counted as left out. Raises DocumentError for an invalid sample."""
    with path.open("rb") as file:
        log = _archived if file.read(4) == ZIP else _document
    for place, header, sample in log(path):
        tally.records += 1
        tally.count_unknown(sample, KNOWN)
        try:
            entry = _entry(sample, header, tally)
        except _TooLongError:
            tally.leave_out(TOO_LONG)
            continue
        except RecursionError:
            what = "is nested too deeply."
            raise DocumentError.one(path.name, what, path=place, remedy=FLATTEN) from None
        except (KeyError, TypeError, AttributeError):
            what = "is not a sample: its id, its input or the log’s model is missing."
            raise DocumentError.one(path.name, what, path=place, remedy=AGAIN) from None
        if entry:
            yield entry


# The sample's place in the file, the log's `eval`, and the sample
Sample = tuple[str, Object, dict[str, Any]]


def _archived(path: Path) -> Iterator[Sample]:
    try:
        with open_archive(path, path.name) as archive:
            names = archive.namelist()
            start = next(name for name in HEADERS if name in names)
            header = _members(archive, start, path.name).get("eval") or {}
            for name in sorted(filter(SAMPLE.fullmatch, names), key=_epoch):
                yield name[:200], header, _members(archive, name, path.name)
    except UNPACKING_ERRORS as error:
        raise DocumentError.one(path.name, f"cannot be unpacked: {error}.", remedy=AGAIN) from None


def _epoch(name: str) -> int:
    return int(name.rpartition("_")[2].removesuffix(".json"))


def _members(archive: zipfile.ZipFile, name: str, document: str) -> dict[str, Any]:
    with open_entry(archive, name, document) as stream:
        return _kept(stream, f"{document}: {name[:200]}")


def _kept(stream: IO[bytes], document: str) -> dict[str, Any]:
    """Return the JSON object in the stream, without the members that the reader skips."""
    values: dict[str, Any] = {}
    attachments: dict[str, Any] = {}
    for name, value in walk(stream, document, STREAMED):
        if name.startswith("attachments."):
            attachments[name.partition(".")[2]] = value
        elif name not in STREAMED and not name.startswith("timelines."):
            values[name] = value
    return {**values, "attachments": attachments} if attachments else values


def _document(path: Path) -> Iterator[Sample]:
    header: Object = {}
    row = 0
    with path.open("rb") as file:
        for name, value in walk(file, path.name, {"samples"}):
            if name == "eval" and isinstance(value, dict):
                header = value
            elif name == "samples":
                row += 1
                yield f"samples, row {row}", header, value  # type: ignore[misc]


def _entry(sample: Object, header: Object, tally: Tally) -> Entry | None:
    item, system, prompt = text_of(sample["id"]), text_of(header["model"]), sample["input"]
    if sample.get("error") or sample.get("invalidation"):
        tally.leave_out(ERROR)
        return None
    attachments = _attachments(sample, tally)
    messages = [_whole(message, attachments) for message in sample.get("messages") or []]
    output = _whole(_completion(sample, messages, tally), attachments)
    turns = plain_turns(messages, tally) if has_several_answers(messages) else []
    if not output.strip() and not turns:
        tally.leave_out(NO_OUTPUT)
        return None
    instruction, context = _prompt_parts(_whole(prompt, attachments), tally)
    metadata = sample.get("metadata") or {}
    return Entry(
        item=item,
        system=system,
        output=output,
        turns=turns,
        fields={
            INSTRUCTION: instruction,
            "context": context,
            "target": sample.get("target"),
            "choices": sample.get("choices"),
            **{name: value for name, value in metadata.items() if is_plain(value)},
        },
        scores=list(_scores(sample.get("scores") or {}, header, tally)),
        group=text_of(header.get("task")),
    )


def _completion(sample: Object, messages: list[Any], tally: Tally) -> str:
    output = sample.get("output") or {}
    choices = output.get("choices") or [{}]
    reply = output.get("completion") or (choices[0].get("message") or {}).get("content")
    return content_text(reply, tally) or last_answer(messages, tally)


def _prompt_parts(prompt: Any, tally: Tally) -> tuple[str, str]:
    """Return the last turn of the prompt, and the text of the turns before it."""
    if isinstance(prompt, str):
        return prompt, ""
    turns = plain_turns(prompt, tally)
    earlier = "\n\n".join(f"{turn['role']}: {turn['text']}" for turn in turns[:-1] if turn["text"])
    return (turns[-1]["text"] if turns else ""), earlier


class _TooLongError(Exception):
    """Raised when a sample refers to a text that is too long to keep in memory. The sample is left
    out."""


def _attachments(sample: Object, tally: Tally) -> Mapping[str, str | None]:
    """Return the texts that the sample stores separately, by their reference. The value is None for
    a text that is too long. Attached files are counted as left out."""
    texts: dict[str, str | None] = {}
    letters = 0
    for name, value in (sample.get("attachments") or {}).items():
        if not isinstance(value, str) or value.startswith("data:"):
            tally.leave_out(MEDIA)
        else:
            letters += len(value)
            texts[ATTACHED + name] = value if letters <= ATTACHED_LETTERS else None
    return texts


def _whole(value: Any, attachments: Mapping[str, str | None]) -> Any:
    """Return the value with each reference to a stored text resolved. Raises _TooLongError."""
    if isinstance(value, str):
        whole = attachments.get(value, value)
        if whole is None:
            raise _TooLongError
        return whole
    if isinstance(value, list):
        return [_whole(each, attachments) for each in value]
    if isinstance(value, dict):
        return {name: _whole(each, attachments) for name, each in value.items()}
    return value


def _scores(scores: Object, header: Object, tally: Tally) -> Iterator[Score]:
    """Yield the scores of each scorer. A scorer that gives several numbers has several scores.
    Scores that are not numbers are counted as left out."""
    for scorer, score in scores.items():
        value, reason = score, ""
        if isinstance(score, dict):
            value, reason = score.get("value"), text_of(score.get("explanation"))
        parts = value if isinstance(value, dict) else {"": value}
        for part, content in parts.items():
            letter = LETTERS.get(content) if isinstance(content, str) else None
            number = _number(content) if letter is None else letter
            if number is None:
                tally.leave_out(SCORE)
            else:
                name = f"{scorer}.{part}" if part else scorer
                scale = None if letter is None else (0, 1)
                yield Score(name, number, _judge(scorer, header), scale, reason=reason)


def _number(value: object) -> float | None:
    if isinstance(value, str):
        try:
            return number_of(float(value))
        except ValueError:
            return None
    return number_of(value)


def _judge(scorer: str, header: Object) -> str:
    """Return the model that the scorer uses as a judge, or "" if its settings name no model."""
    for each in header.get("scorers") or []:
        if isinstance(each, dict) and each.get("name") == scorer:
            options = each.get("options") or {}
            model = options.get("model") or options.get("grader_model") or ""
            return text_of(model.get("model")) if isinstance(model, dict) else text_of(model)
    return ""
