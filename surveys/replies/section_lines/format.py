"""`section-lines`: one line a scored section, `Section 2: 1`, in any order; JSON with the same
labels is read too.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from surveys.base import Stimulus, Text
from surveys.kinds.base import Asking
from surveys.questions import Question, Value, panels
from surveys.replies.after import Behind
from surveys.replies.anchors import Stems, shown_words
from surveys.replies.asked import (
    answered_keys,
    keep_text,
    scored,
    text_question,
    titles_elsewhere,
)
from surveys.replies.base import Reading, ReplyError, ReplyFormat
from surveys.replies.labels import Titles
from surveys.replies.layouts import ByTitle, Item, Laid, in_lines
from surveys.replies.nonreplies import absent, instead, refuse_empty
from surveys.replies.normalise import decoded, plain
from surveys.replies.provisional import refuse_provisional
from surveys.replies.section_lines.answers import Answers
from surveys.replies.section_lines.lines import LineReader

_PLACEHOLDER_LINE = re.compile(r":\s*<(?!\s*\d)[^<>\n]+>")


class SectionLines(ReplyFormat):
    format: Literal["section-lines"]
    word: Text = Field(default="Section", description="The word before a section's number.")

    def numbered(self, rubric: Asking, stimulus: Stimulus) -> Mapping[str, str]:
        questions = scored(rubric, stimulus)
        return {
            question.key: f"{self.word} {number}" for number, question in enumerate(questions, 1)
        }

    def held(self, rubric: Asking, stimulus: Stimulus) -> Collection[str]:
        return answered_keys(scored(rubric, stimulus), text_question(rubric, stimulus))

    def instructions(self, rubric: Asking, stimulus: Stimulus) -> str:
        """One line for every asked section, and one for the text that may follow."""
        names = self.numbered(rubric, stimulus).values()
        lines = [f"{name}: <number of your answer>" for name in names]
        if text := text_question(rubric, stimulus):
            lines.append(f"{text.label}: <optional; one paragraph>")
        return "Reply with these lines and nothing else:\n" + "\n".join(lines)

    def write(self, rubric: Asking, stimulus: Stimulus, values: Mapping[str, Value]) -> str:
        names = self.numbered(rubric, stimulus)
        lines = [
            f"{names[question.key]}: {question.as_asked(values[question.key])}"
            for question in scored(rubric, stimulus)
            if question.key in values
        ]
        text = text_question(rubric, stimulus)
        if text and text.key in values:
            lines.append(f"{text.label}: {values[text.key]}")
        return "\n".join(lines)

    def parse(self, rubric: Asking, stimulus: Stimulus, raw: str) -> Reading:
        """Labels decide: a section's number, its title, or both where they agree."""
        warnings: list[str] = []
        reply = decoded(raw, warnings)
        refuse_empty(plain(reply))
        questions, comment = scored(rubric, stimulus), text_question(rubric, stimulus)
        titles = _panel_titles(rubric, stimulus, questions)
        answers = Answers(self.word, questions, warnings)
        label = comment.label if comment else None
        titles_of_scores = Titles(questions, titles_elsewhere(rubric, questions))
        finder = ByTitle(questions, titles_of_scores, self.word)
        write = _Writer(finder, label)
        laid = in_lines(plain(reply, markdown=False), finder, write, warnings)
        text = titles_of_scores.in_own_words(plain(laid.text), warnings)
        LineReader(answers, titles, label).read(text)
        answers.behind += laid.texts
        _refuse_missing(answers, text, reply, laid)
        values = {question.key: answers.scores.values[question.key] for question in questions}
        _refuse_taken_back(answers, values, titles, shown_words(stimulus), text)
        if answers.order != sorted(answers.order):
            warnings.append("section_order")
        keep_text(values, comment, _comment_of(answers), warnings)
        return Reading(values, tuple(dict.fromkeys(warnings)))


def _panel_titles(rubric: Asking, stimulus: Stimulus, questions: Sequence[Question]) -> list[str]:
    """The title of the panel of each question that is asked."""
    titles = {
        question.key: panel.title
        for panel in panels(rubric, stimulus)
        for question in panel.questions
    }
    return [titles[question.key] for question in questions]


@dataclass(frozen=True)
class _Writer:
    """Writes the answers of another layout as lines."""

    finder: ByTitle
    comment: str | None

    def __call__(self, items: Sequence[Item]) -> str:
        """Raises ReplyError (unknown_key) for a number that answers no section."""
        lines = []
        for item in items:
            if item.question:
                lines.append(f"{self.finder.place(item.question)}: {item.written}")
            elif not item.is_text and item.written:
                what = f"“{item.name[:60]}” is no section of this rubric."
                raise ReplyError("unknown_key", what, where=item.name[:60])
            elif self.comment and item.is_text and not item.around:
                lines.append(f"{self.comment}: {item.written}")
        return "\n".join(lines)


def _refuse_taken_back(
    answers: Answers,
    values: Mapping[str, Value],
    panel_titles: Sequence[str],
    words_shown: Stems,
    reply: str,
) -> None:
    """Raise ReplyError where what stands behind the scores takes one back."""
    titled = zip(answers.questions, panel_titles, strict=True)
    named = [
        (question, (question.label, title, f"{answers.word} {number}"))
        for number, (question, title) in enumerate(titled, 1)
    ]
    before = "\n".join(answers.before)
    Behind(values, named, words_shown).refuse(["\n".join(answers.behind)], reply, before=before)


def _refuse_missing(answers: Answers, text: str, reply: str, laid: Laid) -> None:
    """Raise ReplyError for the first section without a score, or for JSON that may have held it."""
    if laid.problem and not answers.are_whole:
        raise (None if answers.order else instead(reply)) or laid.problem
    for number, question in enumerate(answers.questions, 1):
        if question.key not in answers.scores.values:
            where = f"{answers.word} {number}"
            refuse_provisional(text, where)
            is_cut = bool(answers.order) and _ends_in_label(text, where)
            code = "truncated" if is_cut else "missing_section"
            what = f"There is no answer for “{question.label}”."
            raise absent(reply, code, what, where=where, has_answers=bool(answers.order))


def _ends_in_label(text: str, label: str) -> bool:
    """Whether the last line is `label` without an answer, or the beginning of it."""
    last, label = text.rstrip().rsplit("\n", 1)[-1].strip().lower(), label.lower()
    if re.fullmatch(rf"{re.escape(label)}\s*[:=-]?", last):
        return True
    return len(last) > 1 and label.startswith(last)


def _comment_of(answers: Answers) -> str:
    """The comment; nothing, with a warning, where it is the instructions' own lines sent back."""
    comment = "\n".join(answers.comment)
    if _PLACEHOLDER_LINE.search(comment) is None:
        return comment
    answers.warnings.append("extra_text")
    return ""
