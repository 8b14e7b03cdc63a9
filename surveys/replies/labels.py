"""Functions that match names in a reply to questions, and find the text after a title."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from surveys.kinds.base import Asking
from surveys.questions import Question
from surveys.replies.asked import same_name, titles_elsewhere
from surveys.replies.base import ReplyError
from surveys.replies.scores import SCALE_TOLD

_SEPARATOR = re.compile(r"[ \t]*(?:[:=|]|->|=>|→|-(?=[ \t])|-$)[ \t]*")
_SCORE_WORD = re.compile(r"[ \t]*(?:score|rating)\b", re.IGNORECASE)
_ASIDE = re.compile(r"[ \t]*\([^()\d\n]{1,80}\)(?=[ \t]*(?:[:=|]|-[ \t]))")
_HEAD = re.compile(r"[^:=|()\d\n]{1,80}?(?=[ \t]*(?:[:=|(]|[-=]>|→|[ \t]-[ \t]|-$|\d))")
_WHOLE = re.compile(r"[^:=|()\d\n]{1,80}")
_OVERALL_NAME = (
    r"(?:overall|total|average|mean|sum|gesamt|insgesamt|durchschnitt|summe|gesamtnote|"
    r"gesamtwertung|general|promedio|media|suma)"
    r"(?: (?:score|rating|average|mean|quality|impression|assessment|verdict))?"
)
_OVERALL = re.compile(
    rf"^[\W\d_]{{0,8}}({_OVERALL_NAME})"
    r"[\"']?[ \t]*[:=|][ \t]*[(\[]?\d[\d.,]*(?:[ ]?/[ ]?\d+)?[)\]]?[ \t.,;]*$",
    re.IGNORECASE | re.MULTILINE,
)
# Matches a label with its scale, for example `Coherence (1-5): 4` or `Coherence, on a scale of 1 to
# 5: 4`.
_TOLD_FIRST = re.compile(
    rf"^([\W\d_]{{0,8}}[^\W\d_][^\n:=|<>]{{0,79}}?)(?<=[\w)\]\"'])({SCALE_TOLD.pattern})"
    r"(?:[ \t]*(?:score|rating))?[ \t]*([:=|]|->|=>|→|-(?=[ \t]))(?=[ \t]*\S)",
    re.IGNORECASE | re.MULTILINE,
)
# A scale before the separator, as in `Coherence - on a scale of 1 to 5: 4`.
_LEADS_SCALE = re.compile(r"-\s+(?:on|using|in|auf|en|sur)\b[^-]*$", re.IGNORECASE)
_LABEL_END = re.compile(r"\s*[:=-]$")
_SCORE_END = re.compile(r" (?:score|rating)$")
_IDLE = frozenset({"with", "of", "the", "to", "and", "for", "in", "a", "score", "rating"})
BETWEEN = r"(?:[ \t]*[,;|.][ \t]*|[ \t]+)(?:and[ \t]+)?"  # between two answers on one line
ASIDE = r"(?:\([^()\n]{0,60}\)[ \t]*)?"
LIST_NUMBER = re.compile(r"^\s*\(?\d{1,2}[.)]\s+")
_OPENERS = "\"'([{ \t"
_CLOSERS = "\"')]}"


@dataclass(frozen=True)
class Labelled:
    """A title at the start of a line, with the rest of the line. `parted` means that a separator,
    such as a colon, is between the title and the rest."""

    question: Question
    rest: str
    parted: bool


class Titles:
    """The requested titles and other names for the same questions. The other names are shorter or
    reordered titles that fit only one question, titles in other languages of a `rubric`, and
    numbers after a `word`."""

    def __init__(
        self, questions: Sequence[Question], rubric: Asking | None = None, *, word: str = ""
    ) -> None:
        self.questions, self.word = questions, word
        others = titles_elsewhere(rubric, questions) if rubric else {}
        own = {title for title, each in others.items() if same_name(title) == same_name(each.label)}
        self._others = {title: others[title] for title in others if title not in own}
        numbered = rf"(?:{re.escape(same_name(word))} ?)?(\d{{1,2}})(?: (.+))?" if word else r"(?!)"
        self._numbered = re.compile(numbered)
        self._names, self._bags = self._all_names(), self._by_words()
        self._compact = {name.replace(" ", ""): question for name, question in self._names.items()}
        longest_first = sorted({question.label for question in questions}, key=len, reverse=True)
        any_label = "|".join(map(re.escape, longest_first)) or r"(?!)"
        self._whole = re.compile(any_label, re.IGNORECASE)
        self._next = re.compile(
            rf"([:=][ \t]*[(\[]?\d[\d./]*[)\]]?){BETWEEN}(?=(?:{any_label}|overall)[ \t]*"
            rf"(?:score[ \t]*)?{ASIDE}[:=])",
            re.IGNORECASE,
        )

    def named(self, name: str) -> Question | None:
        """Return the only question that `name` can refer to, or None if there is no such
        question."""
        key = same_name(name)
        short = _SCORE_END.sub("", key)
        whole = self._names.get(key) or self._names.get(short) or self._compact.get(short)
        return whole or self._bags.get(_bag(name))

    def cut(self, text: str) -> str:
        """Return `text` with a line break before every title that follows a score."""
        return self._next.sub(r"\1\n", text)

    def place(self, question: Question) -> str:
        """Return the question's name for use in error messages."""
        keys = [each.key for each in self.questions]
        return f"{self.word} {keys.index(question.key) + 1}" if self.word else question.label

    def knows(self, name: str) -> bool:
        return self._one(name) is not None

    def find(self, names: Sequence[str], value: str) -> Question | None:
        """Return the question that `names` refer to together. If no name fits and there is only one
        question, return this question, otherwise None. Raises ReplyError (label_mismatch) if the
        names refer to several questions."""
        del value
        questions = {question.key: question for name in names if (question := self._one(name))}
        if len(questions) > 1:
            what = f"“{', '.join(names)[:60]}” names {len(questions)} different sections."
            raise ReplyError("label_mismatch", what, where=names[-1][:60])
        if not questions and len(self.questions) == 1:
            return self.questions[0]
        return next(iter(questions.values()), None)

    def _one(self, name: str) -> Question | None:
        head = self._numbered.fullmatch(same_name(name))
        if head is None:
            return self.named(name)
        number, titled = int(head[1]), self.named(head[2] or name)
        if not 1 <= number <= len(self.questions):
            return None
        self.refuse_other(number, titled, where=name[:60])
        return self.questions[number - 1]

    def refuse_other(self, number: int, titled: Question | None, *, where: str) -> None:
        """Raise ReplyError (label_mismatch) if number and title refer to different questions."""
        if titled and titled not in self.questions[number - 1 : number]:
            what = f"{self.word} {number} is not “{titled.label}”."
            raise ReplyError("label_mismatch", what, where=where)

    def labelled(self, line: str) -> Labelled | None:
        """Return the title at the start of `line` with the rest of the line, or None if the line
        starts with no title."""
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

    def in_own_words(self, text: str, warnings: list[str]) -> str:
        """Return `text` in the requested form. Titles at the start of lines are translated to the
        requested language, and scales are placed before their scores. An unrequested overall score
        is removed."""
        text = _TOLD_FIRST.sub(_as_told_behind, text)
        if len(self.questions) > 1:
            text = _OVERALL.sub(lambda line: self._without_overall(line, warnings), text)
        if not self._others:
            return text
        any_other = "|".join(map(re.escape, sorted(self._others, key=len, reverse=True)))
        pattern = rf"^([\W\d_]{{0,8}})({any_other})(?=[\"']?[ \t]*(?:[:=|(]|-[ \t]))"
        by_name = {same_name(title): question for title, question in self._others.items()}

        def reworded(hit: re.Match[str]) -> str:
            warnings.append("other_layout")
            return hit[1] + by_name[same_name(hit[2])].label

        return re.sub(pattern, reworded, text, flags=re.IGNORECASE | re.MULTILINE)

    def _without_overall(self, line: re.Match[str], warnings: list[str]) -> str:
        if self.named(line[1]) or self.named(line[1].split()[0]):
            return line[0]
        warnings.append("extra_text")
        return "."

    def _all_names(self) -> dict[str, Question]:
        """Return the names that identify exactly one question: its label, the start of its label,
        or its key. Whole labels take precedence."""
        labels = [same_name(question.label) for question in self.questions]
        criteria = [same_name(question.criterion or question.key) for question in self.questions]
        names: dict[str, Question] = {}
        for question, label in zip(self.questions, labels, strict=True):
            for space in re.finditer(" ", label):
                if sum(other.startswith(label[: space.end()]) for other in labels) == 1:
                    names.setdefault(label[: space.start()], question)
        for question in self.questions:
            for name in (same_name(question.key), same_name(question.criterion or "")):
                if name and criteria.count(name) <= 1:
                    names.setdefault(name, question)
        whole = zip(labels, self.questions, strict=True)
        names |= {label: question for label, question in whole if labels.count(label) == 1}
        for name, question in self._others.items():
            names.setdefault(same_name(name), question)
        return names

    def _by_words(self) -> dict[frozenset[str], Question | None]:
        """Return the question for each label's word set, or None if two labels share the set."""
        bags: dict[frozenset[str], Question | None] = {}
        for question in self.questions:
            bag = _bag(question.label)
            bags[bag] = None if bag in bags else question
        return bags


def _as_told_behind(line: re.Match[str]) -> str:
    return line[0] if _LEADS_SCALE.search(line[1]) else f"{line[1]}{line[3]} {line[2]} "


def is_overall(name: str) -> bool:
    """Return whether `name` refers to a score over all criteria."""
    return re.fullmatch(_OVERALL_NAME, same_name(name)) is not None


def breaks_off(text: str, label: str) -> bool:
    """Return whether the last line is `label` without an answer, or only the start of `label`."""
    last = _LABEL_END.sub("", text.rstrip().rsplit("\n", 1)[-1]).strip().lower()
    return bool(last) and label.lower().startswith(last)


def after_label(rest: str) -> tuple[str, bool]:
    """Return the text after the separator that follows a label, and whether there is a separator.
    For example, ` score: 4` gives 4 and True."""
    if word := _SCORE_WORD.match(rest):
        rest = rest[word.end() :]
    separator = _SEPARATOR.match(rest)
    return (rest[separator.end() :], True) if separator else (rest, False)


def _bag(name: str) -> frozenset[str]:
    """Return the set of significant words in a name. "Image Consistency" and "Consistency with
    Image" have the same set."""
    words = same_name(name).split()
    return frozenset(word.removesuffix("s") for word in words if word not in _IDLE)
