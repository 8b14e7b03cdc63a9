"""The questions whose scores and texts a reply format asks for, and the comparison of titles."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache

from core.errors import Problem
from surveys.audience import is_for
from surveys.base import Stimulus
from surveys.kinds.base import Asking, SectionBase
from surveys.problems import not_among
from surveys.questions import Question, Value, judged_panels
from surveys.replies.normalise import storable

_SHORT = 200  # characters; results for longer titles are not cached


def scored_sections(rubric: Asking) -> list[SectionBase]:
    """Return the sections for judges in which every question is answered with one score."""
    sections = rubric.sections
    return [each for each in sections if each.answers == "scores" and is_for(each, "judge")]


def scored(rubric: Asking, stimulus: Stimulus) -> list[Question]:
    """Return the questions that a judge answers with a number. Steps of a checklist are omitted."""
    return [each for each in _judged(rubric, stimulus) if each.in_replies and not each.is_text]


def text_question(
    rubric: Asking, stimulus: Stimulus, section: str | None = None
) -> Question | None:
    """Return the first text question that a judge is asked. If `section` is given, return the first
    text question of this section."""
    texts = (each for each in _judged(rubric, stimulus) if each.is_text and each.in_replies)
    return next((question for question in texts if section in {None, question.section}), None)


def titles_elsewhere(rubric: Asking, questions: Sequence[Question]) -> dict[str, Question]:
    """Return the questions by the titles of their criteria in other languages. Titles that belong
    to several questions are omitted."""
    named: dict[str, list[Question]] = {}
    for tree in getattr(rubric, "translations", {}).values():
        for question in questions:
            criterion = tree.get("criteria", {}).get(question.criterion, {})
            if isinstance(criterion, Mapping) and isinstance(criterion.get("title"), str):
                named.setdefault(criterion["title"], []).append(question)
    return {
        title: of[0] for title, of in named.items() if len({question.key for question in of}) == 1
    }


def _judged(rubric: Asking, stimulus: Stimulus) -> list[Question]:
    return [question for panel in judged_panels(rubric, stimulus) for question in panel.questions]


def answered_keys(scores: Sequence[Question], text: Question | None) -> list[str]:
    """Return the keys of the questions `scores`, followed by the key of the question `text`, if
    any."""
    return [question.key for question in (*scores, *([text] if text else []))]


def top_of(question: Question) -> int:
    """Return the highest value of a question's scale, such as the 5 in "4/5"."""
    values = question.values()
    return values[-1] if values else 0


def same_name(text: str) -> str:
    """Return `text` normalised for comparing titles: case, punctuation and Unicode form are
    ignored."""
    return _same_short_name(text) if len(text) <= _SHORT else _spelled_evenly(text)


@lru_cache(maxsize=4096)
def _same_short_name(text: str) -> str:
    return _spelled_evenly(text)


def _spelled_evenly(text: str) -> str:
    return re.sub(r"[\W_]+", " ", unicodedata.normalize("NFKC", text).casefold()).strip()


def keep_text(
    values: dict[str, Value], question: Question | None, text: str, warnings: list[str]
) -> None:
    """Store a judge's text as the answer to `question`. If the text is too long, it is shortened
    and a warning is added. A text that would be too short for people is not stored."""
    if question is None:
        return
    stored, shortened = question.taken(storable(text).strip())
    if not stored:
        return
    if shortened:
        warnings.append("text_shortened")
    values[question.key] = stored


def no_text_section(rubric: Asking, option: str, key: str) -> list[Problem]:
    """Return a problem at `option` if `key` is not the key of a text section of the rubric."""
    texts = [
        section.key
        for section in rubric.sections
        if section.answers == "texts"
        and is_for(section, "judge")
        and all(question.in_replies for question in section.asks)
    ]
    return not_among(option, [key], texts, "text section")
