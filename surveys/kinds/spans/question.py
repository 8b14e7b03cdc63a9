"""Questions for marked passages of a text."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from surveys.kinds.question import Impression, Question, Value
from surveys.kinds.spans.marks import MISSING, Allowed, Mark, marks_of, read_marks, stored
from surveys.kinds.spans.words import words_of

GOOD = 0.9  # from this quality on, a simulated annotator marks nothing


@dataclass(frozen=True, kw_only=True)
class SpansQuestion(Question):
    """A question for marked passages. `allowed_marks` also contains the text. `marked_in` is the
    title of the item's field with the text, or "" if the text is an output."""

    kind: ClassVar[str] = "spans"
    is_text: ClassVar[bool] = True
    in_replies: ClassVar[bool] = False
    allowed_marks: Allowed
    meanings_of: Mapping[str, str]
    marked_in: str = ""

    def parse(self, raw: object) -> Value | None:
        if raw is None or (isinstance(raw, str) and not raw.strip()):
            return None
        return stored(read_marks(raw, self.allowed_marks, by_quote=False))

    def quoted(self, raw: object) -> Value:
        """For the reply reader: return the answer from a judge's list of quotes."""
        return stored(read_marks(raw, self.allowed_marks, by_quote=True))

    def as_quoted(self, value: Value) -> list[dict[str, object]]:
        """For the reply reader: return the stored marks in the form that judges write."""
        return [
            {
                "quote": mark.quote or MISSING,
                "start": mark.start,
                **{member: getattr(mark, member) for member, _titles in self.choices()},
            }
            for mark in marks_of(value)
        ]

    def choices(self) -> list[tuple[str, Mapping[str, str]]]:
        """Return the attributes of a mark that have choices (category, severity), each with the
        titles of its choices by key."""
        both = (
            ("category", self.allowed_marks.categories),
            ("severity", self.allowed_marks.severities),
        )
        return [(member, choices) for member, choices in both if choices]

    def spoken(self, value: Value) -> str:
        marks = [
            " ".join(
                [
                    f"“{mark.quote}”" if mark.quote else _("Missing"),
                    *(titles[getattr(mark, member)] for member, titles in self.choices()),
                ]
            )
            for mark in marks_of(value)
        ]
        return "; ".join(marks) or _("Nothing to mark")

    def when_blank(self) -> str:
        return _("Mark a passage, or choose “Nothing to mark”.")

    def prompt_lines(self) -> Sequence[str]:
        text = f"[{self.marked_in}]" if self.marked_in else "the text"
        lines = [f"  `quote`: the words exactly as they are in {text}."]
        for member, choices in self.choices():
            lines.append(f"  `{member}`: one of {', '.join(choices)}.")
            lines += [
                f"    {key}: {title}{self._meaning(member, key)}" for key, title in choices.items()
            ]
        lines.append(
            "  `start`: how many characters are before the quote; needed only if the quote is in "
            "the text more than once."
        )
        if self.allowed_marks.missing:
            lines.append(f"  For something that the text leaves out, the quote is {MISSING}.")
        return lines

    def values(self) -> Sequence[int]:
        return []

    def allowed(self) -> str:
        keys = [f"{member}: {', '.join(choices)}" for member, choices in self.choices()]
        of_field = f" in “{self.marked_in}”" if self.marked_in else ""
        passages = (
            f"JSON: passages{of_field}, each with its quote and its start and end in code points"
        )
        return "; ".join([passages, *keys])

    def simulated(self, seen: Impression) -> Value:
        """Return up to two marked words, fewer for a better impression. The first mark has the
        lightest severity, and the second has the gravest."""
        words = words_of(self.allowed_marks.text)
        level = seen.level_of(self.output or "a")
        count = 0 if level >= GOOD else 1 if level >= GOOD / 2 else 2
        category = next(iter(self.allowed_marks.categories), "")
        severities = list(self.allowed_marks.severities) or [""]
        chosen = zip(
            words[:: max(1, len(words) // 2)], [severities[0], severities[-1]], strict=False
        )
        marks = [
            Mark(word.start, word.end, word.text, category, severity) for word, severity in chosen
        ]
        return stored(marks[:count])

    def _meaning(self, member: str, key: str) -> str:
        meaning = self.meanings_of.get(f"{member}.{key}", "")
        return f". {meaning}" if meaning else ""


def spans_of(question: Question) -> SpansQuestion | None:
    """Return the question as a SpansQuestion, or None if its answers are not marks."""
    return question if isinstance(question, SpansQuestion) else None
