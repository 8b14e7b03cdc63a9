"""The policy for lines. It determines whether a line is an answer, a heading, an option or the
comment.

Answers are `Section 2: 1`, `Coherence: 1`, or a line below a heading. A block of a bracketed reply
is read in the same way, but its answers are found only by their titles.
"""

import re
from collections.abc import Callable, Sequence

from surveys.questions import Question
from surveys.replies.base import ReplyError
from surveys.replies.labels import ASIDE, BETWEEN, LIST_NUMBER, Titles, after_label
from surveys.replies.provisional import provisional_lines
from surveys.replies.scores import Scores, begins_with_score

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
    rf"(?:{_SCORE_WORD}(?:is|[:=-])?\s*)?[(\[\"']*([-+]?\d[\d.]*(?:\s*/\s*\d+)?)[)\]\"']*\s*[.;,]?",
    re.IGNORECASE,
)
# Matches "Option 2. Some words" but not "Answer 2 is wordy", which may be a remark about an output.
_ANSWERED = re.compile(
    rf"(?:{_SCORE_WORD}(?:is|[:=-])\s*|{_WHOSE}(?:option|choice)\s*)(.+)", re.IGNORECASE
)
_OPTION = re.compile(r"\d{1,2}[.):]\s+[A-Za-z].*")
_OTHER_SCORED = re.compile(
    r"[\s\"']*([^\W\d][^:=|\n\d]{0,60}?)[\s\"']*(?:[:=|]|\s-\s)\s*"
    r"-?\d[\d.]*(?:\s*/\s*\d+)?[\s.,;]*"
)
# The question, the text after its label, and whether a separator is between them
_Label = tuple[Question | None, str, bool]


class LineReader:
    """A reader that collects the scores in lines. `place` names a question in error messages.

    If there is a word for numbers, such as “Section”, lines are also matched by number. Otherwise,
    lines are matched only by title, and a score after another name is refused.
    """

    def __init__(
        self,
        titles: Titles,
        place: Callable[[Question], str],
        warnings: list[str],
        *,
        panel_titles: Sequence[str] = (),
        comment_label: str | None = None,
    ) -> None:
        self.titles, self.place, self.warnings = titles, place, warnings
        self.scores, self.panel_titles = Scores(warnings), panel_titles
        self.order: list[int] = []
        self.comment: list[str] = []
        self.before: list[str] = []
        self.behind: list[str] = []
        self.strays: list[str] = []
        word = re.escape(titles.word) or "(?!)"
        comment = re.escape(comment_label) if comment_label else "(?!)"
        self._comment = re.compile(
            rf"(?:(?:additional|optional|any|further)\s+)?{comment}s?\s*"
            r"(?:\([^()\n]{0,40}\)\s*)?(?:[:-]\s*(.*))?$",
            re.IGNORECASE,
        )
        self._past_last = re.compile(
            rf"{word}\s*#?{len(titles.questions) + 1}\s*[:.)-]\s*", re.IGNORECASE
        )
        self._before_word = re.compile(
            rf"(?<=[\d)\].%\"]){BETWEEN}(?={word}\s*#?\d{{1,2}}\s*{ASIDE}[:=])", re.IGNORECASE
        )
        self._list_number = re.compile(rf"{LIST_NUMBER.pattern}(?={word}\s*#?\d)", re.IGNORECASE)
        self._worded = re.compile(
            rf"[\"'(\[{{]*{word}\s*#?(\d{{1,3}})(?![\d/]|\.\d)\s*[\"')\].}}]*", re.IGNORECASE
        )
        # If a header has only one score, any number below it answers this question.
        is_only = len(titles.questions) == 1 and not titles.word
        self._only = titles.questions[0] if is_only else None
        self._heading: Question | None = self._only
        self._is_answered = False
        self._options: list[str] = []

    @property
    def is_whole(self) -> bool:
        return len(self.scores.values) == len(self.titles.questions)

    def read(self, text: str) -> None:
        """Store every answer in `text`. Raises ReplyError for an answer that is not allowed."""
        in_comment = False
        for line, is_provisional in provisional_lines(text):
            if in_comment and (self.is_whole or self._answer_of(line) is None):
                self._note_comment(line)
                continue
            beginning = self._beginning_of_comment(line)
            in_comment = beginning is not None
            if beginning is not None:
                self._close_heading()
                self.comment = []
                self._note_comment(beginning)
            elif is_provisional:
                self.warnings += ["extra_text"] if self.titles.word and line.strip() else []
            else:
                for part in self._cut(line):
                    self._line(part)
        self._close_heading()

    def _cut(self, line: str) -> list[str]:
        """Return one line for each answer in a line such as `Section 1: 2, Section 2: 3`."""
        line = self.titles.cut(self._before_word.sub("\n", self._list_number.sub("", line)))
        return [part for part in map(str.strip, line.split("\n")) if part]

    def _beginning_of_comment(self, line: str) -> str | None:
        """Return the comment that starts after its label on this line. Return None for other lines
        and for unchanged placeholders."""
        begins = self._comment.match(self._past_last.sub("", line.strip()))
        if begins is None or (begins[1] or "").startswith("<"):
            return None
        return begins[1] or ""

    def _note_comment(self, line: str) -> None:
        self.comment.append(line)
        self._pass_over(line)

    def _pass_over(self, line: str) -> None:
        """Skip a line that has no answer. Lines after a score are kept for a check, because they
        must not withdraw the score."""
        (self.behind if self.order else self.before).append(line)

    def _line(self, line: str) -> None:
        if labelled := self._answer_of(line):
            self._close_heading()
            question, written = labelled
            if not written:
                self._heading = question
                return
            self._note(question, written)
            if len(self.titles.questions) == 1:  # later answers belong to this section too
                self._heading, self._is_answered = question, True
        elif self._heading is not None and (answer := _answer_alone(line)):
            self._note(self._heading, answer)
            self._is_answered = True
            self._heading = self._heading if self.titles.word else self._only
        elif self._heading is not None and self.titles.word and _OPTION.fullmatch(line):
            self._options.append(line)
        else:
            self._stray(line)

    def _stray(self, line: str) -> None:
        """Skip a line without a question's name. Raises ReplyError if the line has a score for an
        unknown name."""
        self.warnings.append("extra_text")
        self._pass_over(line)
        self.strays += [line] if self.order else []
        if self.titles.word:
            return
        self._heading = self._only
        if scored := _OTHER_SCORED.fullmatch(line):
            name = scored[1].strip()
            first = self.titles.questions[0]
            where = f"{self.place(first).removesuffix(first.label)}{name}"
            what = f"“{name}” is not a criterion of this rubric."
            raise ReplyError("unknown_key", what, where=where)

    def _close_heading(self) -> None:
        """Accept the only option below a heading as the answer, if there is no other answer."""
        if self._heading is not None and not self._is_answered and len(self._options) == 1:
            self._note(self._heading, self._options[0])
        self._heading, self._is_answered, self._options = self._only, False, []

    def _note(self, question: Question, rest: str) -> None:
        """Store a score. Raises ReplyError if the question already has a different score."""
        self.scores.note(question, rest, where=self.place(question))
        self.order.append(self.titles.questions.index(question))

    def _answer_of(self, line: str) -> tuple[Question, str] | None:
        """Return the question and the answer of a labelled line. If the line is only a heading, the
        answer is "". Return None for a sentence about a section, an unchanged placeholder, or an
        unrelated heading.

        Raises ReplyError if the number and the title belong to different sections, or do not belong
        to a section.
        """
        bare = _BARE.fullmatch(line) if self.titles.word else None
        label = (self._numbered(int(bare[1])), bare[2], True) if bare else self._label(line)
        if label is None:
            return None
        question, rest, parted = label
        is_numeric = bare is not None or _NUMERIC.match(rest) is not None
        rest = rest.strip()
        is_answer = is_numeric or ((parted or not rest) and question is not None)
        if not is_answer or _PLACEHOLDER.match(rest):
            return None
        if question is None:
            what = f"There are {len(self.titles.questions)} sections to answer."
            head = re.search(r"\d+", line)
            where = f"{self.titles.word} {int(head[0]) if head else 0}"
            raise ReplyError("unknown_key", what, where=where)
        return question, rest

    def _numbered(self, number: int) -> Question | None:
        is_asked = 1 <= number <= len(self.titles.questions)
        return self.titles.questions[number - 1] if is_asked else None

    def _label(self, line: str) -> _Label | None:
        """Return a line's question, the rest of the line, and whether a separator follows the
        label. The question is None if its number is too large. Return None if the line has no
        label."""
        if not self.titles.word:
            titled = self.titles.labelled(LIST_NUMBER.sub("", line))
            return (titled.question, titled.rest, titled.parted) if titled else None
        worded = self._worded.match(line)
        head = worded or _LISTED.match(line)
        number = int(head[1]) if head else None
        rest, parted = after_label(line[head.end() :]) if head else (line, False)
        if titled := self.titles.labelled(rest):
            if number is not None:
                where = f"{self.titles.word} {number}"
                self.titles.refuse_other(number, titled.question, where=where)
            return titled.question, titled.rest, titled.parted
        if worded is None or number is None:
            return None
        if aside := _ASIDE.match(rest):
            rest, parted = after_label(rest[aside.end() :])
        own = "".join(self.panel_titles[number - 1 : number]) if number else ""
        # Skip the section's title, which is not its criterion's title
        if own and rest[: len(own)].casefold() == own.casefold():
            rest, parted = after_label(rest[len(own) :])
        return self._numbered(number), rest, parted


def _answer_alone(line: str) -> str | None:
    """Return the answer in an unlabelled line like `2`, `My answer is 2` or `Option 2. Words`."""
    answer = _ALONE.fullmatch(line) or _ANSWERED.fullmatch(line)
    return answer[1] if answer and begins_with_score(answer[1]) else None
