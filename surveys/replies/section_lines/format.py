"""Declaration of the reply format `section-lines`: a line per section (`Section 2: 1`), or JSON."""

import re
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from typing import Literal

from pydantic import Field

from surveys.base import Stimulus, Text
from surveys.kinds.base import Asking
from surveys.questions import Question, Value, panels
from surveys.replies.after import Behind
from surveys.replies.asked import answered_keys, keep_text, scored, text_question
from surveys.replies.base import Reading, ReplyError, ReplyFormat
from surveys.replies.labels import Titles, breaks_off
from surveys.replies.layouts import Item, Laid, in_lines
from surveys.replies.lines import LineReader
from surveys.replies.nonreplies import absent, instead, refuse_empty
from surveys.replies.normalise import decoded, plain
from surveys.replies.provisional import refuse_provisional
from surveys.replies.sentences import shown_words

_PLACEHOLDER_LINE = re.compile(r":\s*<(?!\s*\d)[^<>\n]+>")


class SectionLines(ReplyFormat):
    format: Literal["section-lines"]
    word: Text = Field(default="Section", description="The word before a section's number.")

    def numbered(self, rubric: Asking, stimulus: Stimulus) -> Mapping[str, str]:
        questions = scored(rubric, stimulus)
        return {
            question.key: question.label if question.named_by_label else f"{self.word} {number}"
            for number, question in enumerate(questions, 1)
        }

    def held(self, rubric: Asking, stimulus: Stimulus) -> Collection[str]:
        return answered_keys(scored(rubric, stimulus), text_question(rubric, stimulus))

    def instructions(self, rubric: Asking, stimulus: Stimulus) -> str:
        """Return the reply template for the prompt. It has a line for every section that is asked,
        and a line for the optional text."""
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
        """Return the answers, which are found by their labels. A label is a section's number, its
        title, or both if they agree."""
        warnings: list[str] = []
        reply = decoded(raw, warnings)
        refuse_empty(plain(reply))
        questions, comment = scored(rubric, stimulus), text_question(rubric, stimulus)
        panel_titles = _panel_titles(rubric, stimulus, questions)
        label = comment.label if comment else None
        titles = Titles(questions, rubric, word=self.word)
        write = partial(_written, titles, label)
        laid = in_lines(plain(reply, markdown=False), titles, write, warnings)
        text = titles.in_own_words(plain(laid.text), warnings)
        lines = LineReader(
            titles, titles.place, warnings, panel_titles=panel_titles, comment_label=label
        )
        lines.read(text)
        _refuse_missing(lines, text, reply, laid)
        scores = lines.scores.values
        values = {each.key: scores[each.key] for each in questions if each.key in scores}
        named = [
            (question, (question.label, title, f"{self.word} {number}"))
            for number, (question, title) in enumerate(zip(questions, panel_titles, strict=True), 1)
        ]
        behind = ["\n".join([*lines.behind, *laid.texts])]
        before = "\n".join(lines.before)
        followed = Behind(values, named, shown_words(stimulus))
        followed.refuse(behind, text, before=before)
        followed.refuse_unasked("\n".join(lines.strays), "\n".join([before, *lines.comment]))
        if lines.order != sorted(lines.order):
            warnings.append("section_order")
        keep_text(values, comment, _comment_of(lines), warnings)
        return Reading(values, tuple(dict.fromkeys(warnings)))


def _panel_titles(rubric: Asking, stimulus: Stimulus, questions: Sequence[Question]) -> list[str]:
    titles = {
        question.key: panel.title
        for panel in panels(rubric, stimulus)
        for question in panel.questions
    }
    return [titles[question.key] for question in questions]


def _written(titles: Titles, comment: str | None, items: Sequence[Item]) -> str:
    """Return another layout's answers as lines. Raises ReplyError for numbers without a section."""
    lines = []
    for item in items:
        if item.question:
            lines.append(f"{titles.place(item.question)}: {item.written}")
        elif not item.is_text and item.written:
            what = f"“{item.name[:60]}” is not a section of this rubric."
            raise ReplyError("unknown_key", what, where=item.name[:60])
        elif comment and item.is_text and not item.around:
            lines.append(f"{comment}: {item.written}")
    return "\n".join(lines)


def _refuse_missing(lines: LineReader, text: str, reply: str, laid: Laid) -> None:
    """Raise ReplyError for the first missing score, or for invalid JSON that may contain it."""
    if laid.problem and not lines.is_whole:
        raise (None if lines.order else instead(reply)) or laid.problem
    for number, question in enumerate(lines.titles.questions, 1):
        if question.key not in lines.scores.values and question.section_gate is None:
            where = f"{lines.titles.word} {number}"
            refuse_provisional(text, where)
            is_cut = bool(lines.order) and breaks_off(text, where)
            code = "truncated" if is_cut else "missing_section"
            what = f"There is no answer for “{question.label}”."
            raise absent(reply, code, what, where=where, has_answers=bool(lines.order))


def _comment_of(lines: LineReader) -> str:
    """Return the comment. If the comment contains a line of the instructions, add a warning and
    return ""."""
    comment = "\n".join(lines.comment)
    if _PLACEHOLDER_LINE.search(comment) is None:
        return comment
    lines.warnings.append("extra_text")
    return ""
