"""The tokenizer: a reply cut into lines of one answer each, and the form of a line that has no
label.
"""

import re

from surveys.replies.labels import ASIDE, BETWEEN, LIST_NUMBER, Titles
from surveys.replies.scores import begins_with_score

_WHOSE = r"(?:(?:my|the|final|selected|chosen) ){0,3}"
_SCORE_WORD = rf"{_WHOSE}(?:answer|score|rating|option|choice)\s*"
_ALONE = re.compile(
    rf"(?:{_SCORE_WORD}(?:is|[:=-])?\s*)?[(\[]?([-+]?\d[\d.]*(?:\s*/\s*\d+)?)[)\]]?\s*[.;,]?",
    re.IGNORECASE,
)
# "Option 2. Some words", but not "Answer 2 is wordy": that may speak of an output.
_ANSWERED = re.compile(
    rf"(?:{_SCORE_WORD}(?:is|[:=-])\s*|{_WHOSE}(?:option|choice)\s*)"
    r"(.+)",
    re.IGNORECASE,
)
_OPTION = re.compile(r"(\d{1,2})[.):]\s+[A-Za-z].*")


class Cutter:
    """Cuts lines that hold several answers: `Section 1: 2, Section 2: 3`."""

    def __init__(self, titles: Titles) -> None:
        self.titles, word = titles, re.escape(titles.word)
        self._before_word = re.compile(
            rf"(?<=[\d)\].%\"]){BETWEEN}(?={word}\s*#?\d{{1,2}}\s*{ASIDE}[:=])", re.IGNORECASE
        )
        self._list_number = re.compile(rf"{LIST_NUMBER.pattern}(?={word}\s*#?\d)", re.IGNORECASE)

    def cut(self, line: str) -> list[str]:
        """Return the answers' own lines, without a list's number before them, blank ones left
        out."""
        line = self.titles.cut(self._before_word.sub("\n", self._list_number.sub("", line)))
        return [part for part in map(str.strip, line.split("\n")) if part]


def answer_alone(line: str) -> str | None:
    """Return the answer of a line that is nothing else: `2`, `My answer is 2`, `Option 2. Some
    words`."""
    answer = _ALONE.fullmatch(line) or _ANSWERED.fullmatch(line)
    return answer[1] if answer and begins_with_score(answer[1]) else None


def is_option(line: str) -> bool:
    """Return whether the line repeats an option with its words: `2. Mostly fits`."""
    return _OPTION.fullmatch(line) is not None
