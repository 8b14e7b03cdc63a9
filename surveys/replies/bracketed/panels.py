"""The policy for a panel's blocks: which lines are scores or texts, which are refused."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from surveys.questions import Panel, Question, Value
from surveys.replies.asked import keep_text, same_name
from surveys.replies.base import ReplyError
from surveys.replies.labels import LIST_NUMBER, Labelled, Titles
from surveys.replies.provisional import final_lines
from surveys.replies.scores import Scores

_NUMBER_ALONE = re.compile(r"[\s(\[\"']*-?\d[\d.]*(?:\s*/\s*\d+)?[\s)\]\"'.,;]*")
_LABEL_THEN_NUMBER = re.compile(
    r"[\s\"']*([^\W\d][^:=|\n\d]{0,60}?)[\s\"']*(?:[:=|]|\s-\s)\s*"
    r"-?\d[\d.]*(?:\s*/\s*\d+)?[\s.,;]*"
)


@dataclass
class PanelScores:
    """Collects the scores of one panel from its blocks; `strays` are lines that are none."""

    panel: Panel
    header: str
    titles: Titles
    warnings: list[str]
    is_cut: bool = False
    strays: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.scores = Scores(self.warnings)

    def read(self, body: str) -> None:
        """Store one block's scores. Raises ReplyError for what is no score, or unknown."""
        parts = self.titles.cut("\n".join(final_lines(body))).split("\n")
        lines = [line.strip() for line in parts if line.strip()]
        before = None
        for line, following in zip(lines, [*lines[1:], None], strict=True):
            heading = self.titles.labelled(before) if before else None
            under_heading = heading is not None and not heading.rest.strip()
            self._line(line, under_heading=under_heading, following=following)
            before = line
        beginning = same_name(before or "")
        labels = [same_name(question.label) for question in self.panel.questions]
        self.is_cut |= any(label.startswith(beginning) for label in labels)

    def whole(self, *, cut: bool) -> Mapping[str, Value]:
        """All scores of the panel. Raises ReplyError for a missing one; `cut` if it ends here."""
        for question in self.panel.questions:
            if question.key not in self.scores.values and self.panel.gate is None:
                code = "truncated" if cut and self.is_cut else "missing_criterion"
                where = f"{self.header}, {question.label}"
                raise ReplyError(code, f"There is no score for {question.label}.", where=where)
        return self.scores.values

    def _line(self, line: str, *, under_heading: bool, following: str | None) -> None:
        is_number = _NUMBER_ALONE.fullmatch(line) is not None
        if is_number and len(self.panel.questions) == 1 and not under_heading:
            self._note(self.panel.questions[0], line)  # the header names the only score
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

    def _label(self, line: str) -> Labelled | None:
        """The criterion that the line begins with, where a score or nothing follows it."""
        label = self.titles.labelled(LIST_NUMBER.sub("", line))
        if label is None or label.parted or not label.rest.strip():
            return label
        return label if re.match(r"[\s(\[]*\d", label.rest) else None

    def _note(self, question: Question, rest: str) -> None:
        self.scores.note(question, rest, where=f"{self.header}, {question.label}")

    def _stray(self, line: str, *, is_value: bool) -> None:
        """Note a line without a criterion's name. Raises ReplyError for one with a score."""
        if scored := _LABEL_THEN_NUMBER.fullmatch(line):
            name = scored[1].strip()
            what = f"“{name}” is no criterion of this rubric."
            raise ReplyError("unknown_key", what, where=f"{self.header}, {name}")
        if not is_value:
            self.strays.append(line)
            self.warnings.append("extra_text")


def store_texts(
    titles: Titles, blocks: Iterable[str], values: dict[str, Value], warnings: list[str]
) -> None:
    """Store a panel's texts, block by block; several texts go by their labels."""
    questions = titles.questions
    texts: dict[str, list[str]] = {question.key: [] for question in questions}
    for block in blocks:
        labelled = _labelled(titles, block) if len(questions) > 1 else []
        for question, text in labelled or [(questions[0], block)]:
            if text not in texts[question.key]:
                texts[question.key].append(text)
    for question in questions:
        keep_text(values, question, "\n".join(texts[question.key]), warnings)
    if any(question.key not in values for question in questions):
        warnings.append("missing_reasons")


def _labelled(titles: Titles, block: str) -> Sequence[tuple[Question, str]]:
    """(question, what follows its label), in the order written."""
    texts: list[tuple[Question, list[str]]] = []
    for line in block.split("\n"):
        label = titles.labelled(LIST_NUMBER.sub("", line))
        if label is not None and label.parted:
            texts.append((label.question, [label.rest]))
        elif texts:
            texts[-1][1].append(line)
    return [(question, "\n".join(lines).strip()) for question, lines in texts]
