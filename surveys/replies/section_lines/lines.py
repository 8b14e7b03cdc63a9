"""The policy for lines: what counts as an answer, what as its heading, its options or the
comment."""

import re
from collections.abc import Sequence

from surveys.replies.provisional import provisional_lines
from surveys.replies.section_lines.answers import Answers
from surveys.replies.section_lines.labels import SectionLabels
from surveys.replies.section_lines.tokens import Cutter, answer_alone, is_option


class LineReader:
    """Reads `Section 2: 1`, `Text Coherence: 1`, or a heading with the answer in a line below
    it."""

    def __init__(
        self, answers: Answers, panel_titles: Sequence[str], comment_label: str | None
    ) -> None:
        word = re.escape(answers.word)
        label = re.escape(comment_label) if comment_label else "(?!)"
        self.answers = answers
        self.labels = SectionLabels(answers.word, answers.questions, panel_titles)
        self.cutter = Cutter(answers.word, [question.label for question in answers.questions])
        self._comment = re.compile(
            rf"(?:(?:additional|optional|any|further)\s+)?{label}s?\s*"
            r"(?:\([^()\n]{0,40}\)\s*)?(?:[:-]\s*(.*))?$",
            re.IGNORECASE,
        )
        self._past_last = re.compile(
            rf"{word}\s*#?{len(answers.questions) + 1}\s*[:.)-]\s*", re.IGNORECASE
        )
        self.heading: int | None = None
        self.is_answered = False
        self.options: list[str] = []

    def read(self, text: str) -> None:
        """Note every answer of `text`. Raises ReplyError for one that cannot stand."""
        in_comment = False
        for line, is_provisional in provisional_lines(text):
            if in_comment and self._goes_on(line):
                self.answers.comment.append(line)
                self.answers.stands_behind(line)
                continue
            beginning = self._beginning_of_comment(line)
            in_comment = beginning is not None
            if beginning is not None:
                self._close_heading()
                self.answers.comment = [beginning]
                self.answers.stands_behind(beginning)
                continue
            for part in self.cutter.cut(line):
                if is_provisional:
                    self.answers.warnings.append("extra_text")
                else:
                    self._line(part)
        self._close_heading()

    def _goes_on(self, line: str) -> bool:
        """Return whether the comment goes on: what is labelled as a section's ends it while one is
        missing.
        """
        return self.answers.are_whole or self.labels.section_of(line) is None

    def _beginning_of_comment(self, line: str) -> str | None:
        """Return what stands behind the comment's label; None for another line, or a placeholder
        sent back.
        """
        begins = self._comment.match(self._past_last.sub("", line.strip()))
        if begins is None or (begins[1] or "").startswith("<"):
            return None
        return begins[1] or ""

    def _line(self, line: str) -> None:
        if (section := self.labels.section_of(line)) is not None:
            self._labelled(*section)
        elif self.heading is not None and (answer := answer_alone(line)):
            self.answers.note(self.heading, answer)
            self.is_answered = True
        elif self.heading is not None and is_option(line):
            self.options.append(line)
        else:
            self.answers.pass_over(line)

    def _labelled(self, number: int, answer: str) -> None:
        self._close_heading()
        if not answer:
            self.heading = number
            return
        self.answers.note(number, answer)
        if len(self.answers.questions) == 1:  # every later answer is to this section
            self.heading, self.is_answered = number, True

    def _close_heading(self) -> None:
        """One option repeated under a heading is the answer; several are the question repeated."""
        if self.heading is not None and not self.is_answered and len(self.options) == 1:
            self.answers.note(self.heading, self.options[0])
        self.heading, self.is_answered, self.options = None, False, []
