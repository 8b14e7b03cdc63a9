"""The tokenizer and the label matcher: lines of one answer, and which section each is about."""

import re
from collections.abc import Sequence

from surveys.replies.labels import ASIDE, BETWEEN, LIST_NUMBER, Titles, after_label
from surveys.replies.scores import begins_with_score

_NUMERIC = re.compile(
    r"[\s(\[\"'=]*(?:option|answer|score|rating|choice)?[\s:(\[\"'=]*[-+]?\d", re.IGNORECASE
)
_BARE = re.compile(r"#?(\d{1,2})\s*[:.)=-]\s+(\d{1,3}(?:\.0+)?(?:\s*/\s*\d+)?)\s*[.,;]?")
_LISTED = re.compile(r"#?(\d{1,2})\s*[.):]\s+")
_ASIDE = re.compile(r"\s*\(([^()\d]{1,80})\)")
_PLACEHOLDER = re.compile(r"<(?!\s*\d)")
_WHOSE = r"(?:(?:my|the|final|selected|chosen) ){0,3}"
_SCORE_WORD = rf"{_WHOSE}(?:answer|score|rating|option|choice)\s*"
_ALONE = re.compile(
    rf"(?:{_SCORE_WORD}(?:is|[:=-])?\s*)?[(\[]?([-+]?\d[\d.]*(?:\s*/\s*\d+)?)[)\]]?\s*[.;,]?",
    re.IGNORECASE,
)
# "Option 2. Some words", but not "Answer 2 is wordy": that may speak of an output.
_ANSWERED = re.compile(
    rf"(?:{_SCORE_WORD}(?:is|[:=-])\s*|{_WHOSE}(?:option|choice)\s*)(.+)", re.IGNORECASE
)
_OPTION = re.compile(r"(\d{1,2})[.):]\s+[A-Za-z].*")


class SectionLabels:
    """Matches lines with sections: by `Section 2: 1`, by `Coherence: 1`, or both."""

    def __init__(self, titles: Titles, panel_titles: Sequence[str]) -> None:
        self.titles, self.panel_titles = titles, panel_titles
        self._numbers = {each.key: number for number, each in enumerate(titles.questions, 1)}
        word = re.escape(titles.word)
        self._before_word = re.compile(
            rf"(?<=[\d)\].%\"]){BETWEEN}(?={word}\s*#?\d{{1,2}}\s*{ASIDE}[:=])", re.IGNORECASE
        )
        self._list_number = re.compile(rf"{LIST_NUMBER.pattern}(?={word}\s*#?\d)", re.IGNORECASE)
        self._worded = re.compile(
            rf"[\"'(\[{{]*{word}\s*#?(\d{{1,3}})(?![\d/]|\.\d)\s*[\"')\].}}]*", re.IGNORECASE
        )

    def cut(self, line: str) -> list[str]:
        """Return the own lines of several answers: `Section 1: 2, Section 2: 3`."""
        line = self.titles.cut(self._before_word.sub("\n", self._list_number.sub("", line)))
        return [part for part in map(str.strip, line.split("\n")) if part]

    def section_of(self, line: str) -> tuple[int, str] | None:
        """(section's number, what answers it) of a labelled line; "" for a bare heading. None for a
        sentence about a section, a placeholder sent back, a heading of something else.

        Raises ReplyError (label_mismatch) where number and title are of different sections.
        """
        if bare := _BARE.fullmatch(line):
            return int(bare[1]), bare[2]
        if (label := self._label(line)) is None:
            return None
        number, rest, parted = label
        is_numeric = _NUMERIC.match(rest) is not None
        rest = rest.strip()
        is_answer = is_numeric or (
            (parted or not rest) and 1 <= number <= len(self.titles.questions)
        )
        return (number, rest) if is_answer and not _PLACEHOLDER.match(rest) else None

    def _label(self, line: str) -> tuple[int, str, bool] | None:
        """(section's number, what follows its label, whether a colon or the like parts them)."""
        worded = self._worded.match(line)
        head = worded or _LISTED.match(line)
        number = int(head[1]) if head else None
        rest, parted = after_label(line[head.end() :]) if head else (line, False)
        if titled := self.titles.labelled(rest):
            if number is not None:
                where = f"{self.titles.word} {number}"
                self.titles.refuse_other(number, titled.question, where=where)
            return self._numbers[titled.question.key], titled.rest, titled.parted
        if worded is None or number is None:
            return None
        if aside := _ASIDE.match(rest):
            rest, parted = after_label(rest[aside.end() :])
        own = "".join(self.panel_titles[number - 1 : number]) if number else ""
        if own and rest[: len(own)].casefold() == own.casefold():  # not its criterion's title
            rest, parted = after_label(rest[len(own) :])
        return number, rest, parted


def answer_alone(line: str) -> str | None:
    """Return what a line without a label answers: `2`, `My answer is 2`, `Option 2. Words`."""
    answer = _ALONE.fullmatch(line) or _ANSWERED.fullmatch(line)
    return answer[1] if answer and begins_with_score(answer[1]) else None


def is_option(line: str) -> bool:
    """Return whether the line repeats an option with its words: `2. Mostly fits`."""
    return _OPTION.fullmatch(line) is not None
