"""`section-lines`: one line a scored section, `Section 2: 1`, in any order; JSON with the same
labels is read too.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from pydantic import Field

from surveys.base import Stimulus, Text
from surveys.kinds.base import Asking
from surveys.questions import Question, Value, panels
from surveys.replies.after import Behind
from surveys.replies.asked import answered_keys, keep_text, scored, text_question
from surveys.replies.base import Reading, ReplyError, ReplyFormat
from surveys.replies.jsontext import is_placeholder, json_objects, next_object, parse_object
from surveys.replies.nonreplies import absent, instead, refuse_empty
from surveys.replies.normalise import decoded, plain
from surveys.replies.provisional import final_lines, refuse_provisional
from surveys.replies.section_lines.answers import Answers
from surveys.replies.section_lines.lines import LineReader
from surveys.replies.section_lines.objects import ObjectReader

_PLACEHOLDER_LINE = re.compile(r":\s*<(?!\s*\d)[^<>\n]+>")
# What is wrong with JSON that may be no reply at all.
_UNREADABLE = frozenset({"truncated", "invalid_json", "unknown_key"})


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
        ]
        text = text_question(rubric, stimulus)
        if text and text.key in values:
            lines.append(f"{text.label}: {values[text.key]}")
        return "\n".join(lines)

    def parse(self, rubric: Asking, stimulus: Stimulus, raw: str) -> Reading:
        """Labels decide: a section's number, its title, or both where they agree."""
        warnings: list[str] = []
        reply = decoded(raw, warnings)
        text = plain(reply)
        refuse_empty(text)
        questions, comment = scored(rubric, stimulus), text_question(rubric, stimulus)
        titles = _panel_titles(rubric, stimulus, questions)
        answers = Answers(self.word, questions, warnings)
        unfenced = plain(reply, markdown=False)
        if not _begins_with_json(unfenced, self.word, [question.label for question in questions]):
            LineReader(answers, titles, comment.label if comment else None).read(text)
        if not answers.scores:
            _read_json(answers, unfenced, reply, titles)
        else:
            _agree_with_json(answers, unfenced)
        _refuse_missing(answers, text, reply)
        values: dict[str, Value] = {
            question.key: answers.scores[number] for number, question in enumerate(questions, 1)
        }
        _refuse_taken_back(answers, values, titles, text)
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


def _begins_with_json(text: str, word: str, titles: Sequence[str]) -> bool:
    """Whether an object comes before any line that is labelled as a section's."""
    begin = next_object(text, 0)
    if begin > 0:
        text = "\n".join(final_lines(text[:begin]))
        begin = len(text)
    labels = "|".join([rf"{re.escape(word)}\s*#?\d{{1,2}}", *map(re.escape, titles)])
    pattern = rf"^\W*(?:{labels})"
    return begin >= 0 and not re.search(pattern, text[:begin], re.IGNORECASE | re.MULTILINE)


def _read_json(answers: Answers, text: str, reply: str, panel_titles: Sequence[str]) -> None:
    """Note the scores of every object in `text`, and of the lines around them.

    Raises ReplyError for what is wrong with an object, or for what came instead of a reply.
    """
    problem: ReplyError | None = None
    try:
        for begin, source in json_objects(text):
            if is_placeholder(source):
                continue
            warnings: list[str] = []
            parsed, mended = parse_object(source, begin, warnings)
            problem = problem or mended
            ObjectReader(answers).read(parsed)
            answers.warnings += warnings
            text = text.replace(source, "", 1)
    except ReplyError as error:
        is_reply = bool(answers.scores) or error.code not in _UNREADABLE
        raise (None if is_reply else instead(reply)) or error from None
    if problem and not answers.are_whole:
        raise (None if answers.scores else instead(reply)) or problem
    if answers.scores and re.search(r"\w", plain(text)):
        answers.warnings.append("extra_text")
        LineReader(answers, panel_titles, None).read(plain(text))


def _agree_with_json(answers: Answers, text: str) -> None:
    """Note the scores of objects beside lines. Raises ReplyError where they differ."""
    try:
        for begin, source in json_objects(text):
            if not is_placeholder(source):
                ObjectReader(answers).read(parse_object(source, begin, [])[0])
    except ReplyError as error:
        if error.code not in _UNREADABLE:
            raise


def _refuse_taken_back(
    answers: Answers, values: Mapping[str, Value], panel_titles: Sequence[str], reply: str
) -> None:
    """Raise ReplyError where what stands behind the scores takes one back."""
    names = {
        question.key: (question.label, panel_titles[number - 1], f"{answers.word} {number}")
        for number, question in enumerate(answers.questions, 1)
    }
    Behind(answers.questions, values, names).refuse(["\n".join(answers.behind)], reply)


def _refuse_missing(answers: Answers, text: str, reply: str) -> None:
    """Raise ReplyError for the first section without a score."""
    for number, question in enumerate(answers.questions, 1):
        if number not in answers.scores:
            where = f"{answers.word} {number}"
            refuse_provisional(text, where)
            is_cut = bool(answers.scores) and _ends_in_label(text, where)
            code = "truncated" if is_cut else "missing_section"
            what = f"There is no answer for “{question.label}”."
            raise absent(reply, code, what, where=where, has_answers=bool(answers.scores))


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
