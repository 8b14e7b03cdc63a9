"""Which title a line of a reply begins with, and what follows it."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from surveys.questions import Question
from surveys.replies.asked import same_name

_SEPARATOR = re.compile(r"[ \t]*(?:[:=|]|->|=>|→|-(?=[ \t])|-$)[ \t]*")
_SCALE = re.compile(r"[ \t]*[(\[](?:scale |from )?\d+ ?(?:-|to) ?\d+[)\]]", re.IGNORECASE)
_SCORE_WORD = re.compile(r"[ \t]*(?:score|rating)\b", re.IGNORECASE)
_ASIDE = re.compile(r"[ \t]*\([^()\d\n]{1,80}\)(?=[ \t]*(?:[:=|]|-[ \t]))")
_HEAD = re.compile(r"[^:=|()\d\n]{1,80}?(?=[ \t]*(?:[:=|(]|[-=]>|→|[ \t]-[ \t]|-$|\d))")
_WHOLE = re.compile(r"[^:=|()\d\n]{1,80}")
_SCORE_END = re.compile(r" (?:score|rating)$")
_IDLE = frozenset({"with", "of", "the", "to", "and", "for", "in", "a", "score", "rating"})
_OPENERS = "\"'([{ \t"
_CLOSERS = "\"')]}"


@dataclass(frozen=True)
class Labelled:
    """A line's title and the rest; `parted` when a colon or the like stands between them."""

    question: Question
    rest: str
    parted: bool


class Titles:
    """The titles asked for, with the shorter and reordered names that can mean only one of them."""

    def __init__(self, asked: Sequence[Question]) -> None:
        self.asked = asked
        self._names: dict[str, Question] = {}
        self._bags: dict[frozenset[str], Question | None] = {}
        for one in asked:
            self._add_short_names(one)
            bag = _bag(one.label)
            self._bags[bag] = None if bag in self._bags else one
        for one in asked:
            for name in (same_name(one.key), same_name(one.criterion or "")):
                if name and sum(same_name(other.criterion or other.key) == name for other in asked) <= 1:
                    self._names.setdefault(name, one)
        labels = [same_name(one.label) for one in asked]
        self._names |= {name: one for name, one in zip(labels, asked, strict=True) if labels.count(name) == 1}
        self._compact = {name.replace(" ", ""): one for name, one in self._names.items()}
        whole = sorted({one.label for one in asked}, key=len, reverse=True)
        self._whole = re.compile("|".join(map(re.escape, whole)) or r"(?!)", re.IGNORECASE)

    def named(self, name: str) -> Question | None:
        """The question that `name` can only mean."""
        own = same_name(name)
        short = _SCORE_END.sub("", own)
        return self._names.get(own) or self._names.get(short) or self._compact.get(short) or self._bags.get(_bag(name))

    def labelled(self, line: str) -> Labelled | None:
        """The title that `line` begins with."""
        text = line.lstrip(_OPENERS)
        head = self._whole.match(text)
        if head is None or text[head.end() : head.end() + 1].isalnum():
            head = _HEAD.match(text) or _WHOLE.fullmatch(text)
        question = self.named(head[0]) if head else None
        if question is None or head is None:
            return None
        rest = text[head.end() :].lstrip(_CLOSERS)
        aside = _ASIDE.match(rest)
        return Labelled(question, *after_label(rest[aside.end() :] if aside else rest))

    def _add_short_names(self, one: Question) -> None:
        words = same_name(one.label).split()
        for count in range(1, len(words)):
            short = " ".join(words[:count])
            if sum(same_name(other.label).startswith(short + " ") for other in self.asked) == 1:
                self._names.setdefault(short, one)


def after_label(rest: str) -> tuple[str, bool]:
    """(what follows a label without its separator, whether there was one): ` (1-5) score: 4` gives 4 and True."""
    for pattern in (_SCALE, _SCORE_WORD, _SCALE):
        if hit := pattern.match(rest):
            rest = rest[hit.end() :]
    separator = _SEPARATOR.match(rest)
    return (rest[separator.end() :], True) if separator else (rest, False)


def _bag(name: str) -> frozenset[str]:
    """The words that carry a title's meaning, in the singular: "Image Consistency" is "Consistency with Image"."""
    return frozenset(word.removesuffix("s") for word in same_name(name).split() if word not in _IDLE)
