"""The policy for a block of scores: which lines are scores of the panel, which are remarks, which
are refused.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from surveys.questions import Panel, Question, Value
from surveys.replies.asked import same_name
from surveys.replies.base import ReplyError
from surveys.replies.labels import Labelled, Titles
from surveys.replies.provisional import final_lines
from surveys.replies.scores import Scores

_NUMBER_ALONE = re.compile(r"[\s(\[\"']*-?\d[\d.]*(?:\s*/\s*\d+)?[\s)\]\"'.,;]*")
_LABEL_THEN_NUMBER = re.compile(
    r"[\s\"']*([^\W\d][^:=|\n\d]{0,60}?)[\s\"']*(?:[:=|]|\s-\s)\s*"
    r"-?\d[\d.]*(?:\s*/\s*\d+)?[\s.,;]*"
)
_LIST_NUMBER = re.compile(r"^\(?\d{1,2}[.)]\s+")


@dataclass
class PanelScores:
    """Collects the scores of one panel from its blocks."""

    panel: Panel
    header: str
    warnings: list[str]
    is_cut: bool = False
    strays: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.scores = Scores(self.warnings)
        self.titles = Titles(self.panel.questions)
        names = "|".join(re.escape(question.label) for question in self.panel.questions)
        self.next_label = re.compile(
            r"([:=][ \t]*[(\[]?\d[\d./]*[)\]]?)(?:[ \t]*[,;|.][ \t]*|[ \t]+)(?:and[ \t]+)?"
            rf"(?=(?:{names}|overall)[ \t]*(?:score[ \t]*)?[:=])",
            re.IGNORECASE,
        )

    def read(self, body: str) -> None:
        """Store the scores of one block.

        Raises ReplyError for a value that is not a score, an unknown criterion, a conflict.
        """
        parts = self.next_label.sub(r"\1\n", "\n".join(final_lines(body))).split("\n")
        lines = [line.strip() for line in parts if line.strip()]
        for place, line in enumerate(lines):
            under_heading = place > 0 and self._is_heading(lines[place - 1])
            following = lines[place + 1] if place + 1 < len(lines) else None
            self._line(line, under_heading=under_heading, following=following)
        beginning = same_name(lines[-1]) if lines else ""
        labels = [same_name(question.label) for question in self.panel.questions]
        self.is_cut |= any(label.startswith(beginning) for label in labels)

    def whole(self, *, cut: bool) -> Mapping[str, Value]:
        """All scores of the panel.

        Raises ReplyError where one is missing; `cut` where the reply ends here.
        """
        for question in self.panel.questions:
            if question.key not in self.scores.values:
                code = "truncated" if cut and self.is_cut else "missing_criterion"
                where = f"{self.header}, {question.label}"
                raise ReplyError(code, f"There is no score for {question.label}.", where=where)
        return self.scores.values

    def _line(self, line: str, *, under_heading: bool, following: str | None) -> None:
        if self._is_only_score(line) and not under_heading:
            self._note(self.panel.questions[0], line)
            return
        label = self._label(line)
        if label is None:
            self._stray(line, is_value=under_heading)
            return
        rest = label.rest.strip()
        if not rest and following is not None and _NUMBER_ALONE.fullmatch(following):
            rest = following
        if rest:
            self._note(label.question, rest)
        elif following is None:
            self.is_cut = True

    def _is_only_score(self, line: str) -> bool:
        """Whether the line is a number and the block's header names its only score, and so labels
        it.
        """
        return len(self.panel.questions) == 1 and _NUMBER_ALONE.fullmatch(line) is not None

    def _label(self, line: str) -> Labelled | None:
        """The criterion that the line begins with, where a score or nothing follows it."""
        label = self.titles.labelled(_LIST_NUMBER.sub("", line))
        if label is None or label.parted or not label.rest.strip():
            return label
        return label if re.match(r"[\s(\[]*\d", label.rest) else None

    def _is_heading(self, line: str) -> bool:
        label = self.titles.labelled(line)
        return label is not None and not label.rest.strip()

    def _note(self, question: Question, rest: str) -> None:
        self.scores.note(question, rest, where=f"{self.header}, {question.label}")

    def _stray(self, line: str, *, is_value: bool) -> None:
        """Note a line without a criterion's name; a score for something that was not asked is
        refused.
        """
        scored = _LABEL_THEN_NUMBER.fullmatch(line)
        if scored:
            name = scored[1].strip()
            what = f"“{name}” is no criterion of this rubric."
            raise ReplyError("unknown_key", what, where=f"{self.header}, {name}")
        if not is_value:
            self.strays.append(line)
            self.warnings.append("extra_text")
