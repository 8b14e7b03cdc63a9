"""Conversion of other layouts (tables, XML, lists of objects, lines) to the requested JSON."""

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from surveys.questions import Question
from surveys.replies.base import ReplyError
from surveys.replies.entry_json.entries import Entries
from surveys.replies.entry_json.reading import ObjectReader
from surveys.replies.layouts import Item, in_lines
from surveys.replies.provisional import final_lines
from surveys.replies.scores import begins_with_score

_HERE = "\x00"  # placeholder for the object
_PARTS = re.compile(r":[ \t]|[ \t](?:-|=|→|->)[ \t]")
_MARKS = re.compile(r"[\W_]*(?:\d{1,2}[.)][ \t]+)?")
_LETTER = re.compile(r"[^\W\d_]")


@dataclass
class ByEntry:
    """A finder of entries' scores by the entries' names. It collects the scores and reasons that
    another layout gives for each entry."""

    entries: Entries
    scores: dict[str, str] = field(default_factory=dict)
    reasons: dict[str, str] = field(default_factory=dict)

    def place(self, question: Question) -> str:
        return question.label

    def knows(self, name: str) -> bool:
        return self._number(name) is not None

    def find(self, names: Sequence[str], value: str) -> Question | None:
        del value
        numbers = {number for name in names if (number := self._number(name))}
        return self.entries.entry(numbers.pop()).score if len(numbers) == 1 else None

    def _number(self, name: str) -> int | None:
        try:
            return self.entries.number_of(name) if _LETTER.search(name) else None
        except ReplyError:
            return None

    def write(self, items: Sequence[Item]) -> str:
        """Collect the items. Return the placeholder of the JSON object the first time, then "".
        Raises ReplyError if an entry has two different scores."""
        is_first = not self.scores
        for item in items:
            question = item.question or self.find([*item.around, item.name], item.written)
            name = self.entries.name_of(question) if question else ""
            if item.question is None and item.is_text and name:
                self.reasons[name] = item.written
            elif item.question and self.scores.setdefault(name, item.written) != item.written:
                raise ReplyError("duplicate_key", f"“{name}” is scored twice.", where=name)
        return _HERE if is_first else ""

    def lines(self, text: str) -> Iterator[str]:
        """Yield the lines of `text`. A line with an entry and its score is collected, and replaced
        by the result of `write`."""
        for line in text.split("\n"):
            item = self._of_line(line)
            yield self.write([item]) if item else line

    def _of_line(self, line: str) -> Item | None:
        begin = _MARKS.match(line)
        for part in list(_PARTS.finditer(line))[:9]:
            name, written = line[begin.end() if begin else 0 : part.start()], line[part.end() :]
            question = self.find([name], written)
            if question is not None and begins_with_score(written):
                return Item(name, written, question)
        return None


def as_object(text: str, reader: ObjectReader, warnings: list[str]) -> str:
    """Return `text` with the entries of another layout replaced by the requested JSON object.
    Return "" if there are no such entries."""
    finder, names = ByEntry(reader.entries), reader.names
    text = "\n".join(final_lines(text))
    laid = in_lines(text, finder, finder.write, [])
    whole = laid.text if finder.scores else "\n".join(finder.lines(text))
    if not finder.scores:
        return ""
    warnings.append("other_layout")
    body = {
        names["scores"]: finder.scores,
        names["total"]: "",
        names["reasons"]: finder.reasons,
    }
    return whole.replace(_HERE, f"\n{json.dumps({names['root']: body})}\n")
