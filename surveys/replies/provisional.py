"""The policy for scores that a judge calls provisional. Such scores are skipped.

See docs/replies/several-scores.md, section 5.1.
"""

import re
from collections.abc import Iterator

from surveys.replies.base import ReplyError
from surveys.replies.vocabulary import FINAL, PROVISIONAL

_HEADING = re.compile(r"[ \t]*[^\d\n:\[\]]{1,80}:[ \t]*")
_SENTENCE_END = re.compile(r"((?<=[.!?;])[ \t]+)")
_NUMBER = re.compile(r"\d")
_HIDDEN = "…"
_WORDS_OF_HEADING = 6
_SHOWN = 60


def provisional_lines(text: str) -> Iterator[tuple[str, bool]]:
    """Yield every line of `text`, and whether its content is provisional."""
    for line, in_part in _lines_in_parts(text):
        yield line, in_part or PROVISIONAL.search(line) is not None


def final_lines(text: str) -> list[str]:
    """Return the lines of `text` that are not provisional."""
    return [line for line, is_provisional in provisional_lines(text) if not is_provisional]


def without_provisional(text: str) -> str:
    """Return `text` with "…" for every digit in provisional sentences and parts. The length does
    not change."""
    if PROVISIONAL.search(text) is None:
        return text
    return "\n".join(
        _hidden(line) if in_part else _sentences_hidden(line)
        for line, in_part in _lines_in_parts(text)
    )


def refuse_provisional(text: str, where: str) -> None:
    """Raise ReplyError if `text`, in which no score was found, calls a score provisional. The
    message quotes the line."""
    if PROVISIONAL.search(text) is None:
        return
    for line, is_provisional in provisional_lines(text):
        if is_provisional and _NUMBER.search(line):
            what = f"“{line.strip()[:_SHOWN]}” is provisional, and no final score is there."
            raise ReplyError("ambiguous_score", what, where=where)


def ends_provisional(text: str) -> bool:
    """Return whether a score that follows `text` would be provisional."""
    if PROVISIONAL.search(text) is None:
        return False
    lines = list(provisional_lines(text.rstrip()))
    return lines[-1][1]


def _lines_in_parts(text: str) -> Iterator[tuple[str, bool]]:
    """Yield each line, and whether it is in a provisional part. A part starts with a heading."""
    in_part = False
    for line in text.split("\n"):
        if _HEADING.fullmatch(line) and len(line.split()) <= _WORDS_OF_HEADING:
            in_part = bool(PROVISIONAL.search(line)) or (in_part and not FINAL.search(line))
        yield line, in_part


def _sentences_hidden(line: str) -> str:
    sentences = _SENTENCE_END.split(line)
    return "".join(_hidden(each) if PROVISIONAL.search(each) else each for each in sentences)


def _hidden(text: str) -> str:
    return _NUMBER.sub(_HIDDEN, text)
