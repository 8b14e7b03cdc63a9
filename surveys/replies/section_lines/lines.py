"""The policy for lines: which are answers, headings, options or the comment."""

import re
from collections.abc import Sequence

from surveys.replies.base import ReplyError
from surveys.replies.labels import Titles
from surveys.replies.provisional import provisional_lines
from surveys.replies.scores import Scores
from surveys.replies.section_lines.labels import SectionLabels, answer_alone, is_option


class LineReader:
    """Reads `Section 2: 1`, `Coherence: 1`, or a heading with the answer below it."""

    def __init__(
        self,
        titles: Titles,
        panel_titles: Sequence[str],
        comment_label: str | None,
        warnings: list[str],
    ) -> None:
        word = re.escape(titles.word)
        label = re.escape(comment_label) if comment_label else "(?!)"
        self.titles, self.warnings, self.scores = titles, warnings, Scores(warnings)
        self.labels = SectionLabels(titles, panel_titles)
        self._comment = re.compile(
            rf"(?:(?:additional|optional|any|further)\s+)?{label}s?\s*"
            r"(?:\([^()\n]{0,40}\)\s*)?(?:[:-]\s*(.*))?$",
            re.IGNORECASE,
        )
        self._past_last = re.compile(
            rf"{word}\s*#?{len(titles.questions) + 1}\s*[:.)-]\s*", re.IGNORECASE
        )
        self.order: list[int] = []
        self.comment: list[str] = []
        self.before: list[str] = []
        self.behind: list[str] = []
        self._heading: int | None = None
        self._is_answered = False
        self._options: list[str] = []

    @property
    def is_whole(self) -> bool:
        return len(self.scores.values) == len(self.titles.questions)

    def read(self, text: str) -> None:
        """Note every answer of `text`. Raises ReplyError for one that cannot stand."""
        in_comment = False
        for line, is_provisional in provisional_lines(text):
            if in_comment and (self.is_whole or self.labels.section_of(line) is None):
                self._note_comment(line)
                continue
            beginning = self._beginning_of_comment(line)
            in_comment = beginning is not None
            if beginning is not None:
                self._close_heading()
                self.comment = []
                self._note_comment(beginning)
                continue
            for part in self.labels.cut(line):
                if is_provisional:
                    self.warnings.append("extra_text")
                else:
                    self._line(part)
        self._close_heading()

    def _beginning_of_comment(self, line: str) -> str | None:
        """Return what follows the comment's label; None for other lines and placeholders."""
        begins = self._comment.match(self._past_last.sub("", line.strip()))
        if begins is None or (begins[1] or "").startswith("<"):
            return None
        return begins[1] or ""

    def _note_comment(self, line: str) -> None:
        self.comment.append(line)
        self._pass_over(line)

    def _pass_over(self, line: str) -> None:
        """Note a line that answers nothing; behind a score it must not take one back."""
        (self.behind if self.order else self.before).append(line)

    def _line(self, line: str) -> None:
        if (section := self.labels.section_of(line)) is not None:
            self._labelled(*section)
        elif self._heading is not None and (answer := answer_alone(line)):
            self._note(self._heading, answer)
            self._is_answered = True
        elif self._heading is not None and is_option(line):
            self._options.append(line)
        else:
            self.warnings.append("extra_text")
            self._pass_over(line)

    def _labelled(self, number: int, answer: str) -> None:
        self._close_heading()
        if not answer:
            self._heading = number
            return
        self._note(number, answer)
        if len(self.titles.questions) == 1:  # every later answer is to this section
            self._heading, self._is_answered = number, True

    def _close_heading(self) -> None:
        """One option repeated under a heading is the answer; several are the question repeated."""
        if self._heading is not None and not self._is_answered and len(self._options) == 1:
            self._note(self._heading, self._options[0])
        self._heading, self._is_answered, self._options = None, False, []

    def _note(self, number: int, rest: str) -> None:
        """Store a score. Raises ReplyError for one that is not asked or differs."""
        where, questions = f"{self.titles.word} {number}", self.titles.questions
        if not 1 <= number <= len(questions):
            what = f"There are {len(questions)} sections to answer."
            raise ReplyError("unknown_key", what, where=where)
        self.scores.note(questions[number - 1], rest, where=where)
        self.order.append(number)
