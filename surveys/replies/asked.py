"""What a reply format asks for: the scored questions, the texts, and how a title is compared."""

import re
import unicodedata
from typing import TYPE_CHECKING

from surveys.base import Stimulus
from surveys.dangling import Dangling, unknown
from surveys.kinds.choice import ChoiceQuestion
from surveys.kinds.scale import ScaleQuestion
from surveys.kinds.text import TextQuestion
from surveys.questions import Question, Value, questions
from surveys.replies.normalise import storable

if TYPE_CHECKING:
    from surveys.spec import Rubric


def scored(rubric: "Rubric", stimulus: Stimulus) -> list[Question]:
    """The questions that take a number for a criterion, in order; a checklist's single steps are not among them."""
    numbers = (ChoiceQuestion, ScaleQuestion)
    return [one for one in questions(rubric, stimulus) if isinstance(one, numbers) and one.step is None]


def text_question(rubric: "Rubric", stimulus: Stimulus, section: str | None = None) -> TextQuestion | None:
    """The first text question, or the first of `section`."""
    found = (one for one in questions(rubric, stimulus) if isinstance(one, TextQuestion))
    return next((one for one in found if section in {None, one.section}), None)


def top_of(question: Question) -> int:
    """The greatest value of a question's scale: what stands after the slash in "4/5"."""
    if isinstance(question, ScaleQuestion):
        return question.high
    return max(option.value for option in question.options) if isinstance(question, ChoiceQuestion) else 0


def same_name(text: str) -> str:
    """`text` in the form in which two spellings of one title are equal."""
    return re.sub(r"[\W_]+", " ", unicodedata.normalize("NFKC", text).casefold()).strip()


def keep_text(values: dict[str, Value], question: TextQuestion | None, text: str, warnings: list[str]) -> None:
    """Store a judge's text under its question, shortened with a warning where it is longer than a person's may be.

    A text shorter than a person's may be is no answer and is left out.
    """
    text = storable(text).strip()
    if question is None or len(text) < max(1, question.min_length):
        return
    if len(text) > question.max_length:
        warnings.append("text_shortened")
    values[question.key] = text[: question.max_length].strip()


def no_text_section(rubric: "Rubric", option: str, key: str) -> list[Dangling]:
    """A Dangling for `option` of a reply format when `key` is no text section of the rubric."""
    texts = [section.key for section in rubric.sections if section.kind == "text"]
    return unknown(option, [key], texts, "text section")
