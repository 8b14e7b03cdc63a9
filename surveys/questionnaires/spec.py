"""The declaration of a questionnaire, with its page, its texts and its questions."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Annotated, ClassVar

from pydantic import BeforeValidator, Field

from surveys.base import Declared, Key, Stimulus
from surveys.kinds.question import Question, Value
from surveys.languages.translations import in_language
from surveys.questions import questions
from surveys.spec import Rubric

MOST_TRIES = 5


class PageKind(StrEnum):
    """The pages that can have a questionnaire, in the order in which people see the pages."""

    CONSENT = "consent"
    ABOUT = "about"
    COMPREHENSION = "comprehension"
    CLOSING = "closing"


# Pages that people can skip. No one has to give personal details to take part or to finish.
OPTIONAL = frozenset({PageKind.ABOUT, PageKind.CLOSING})


def _listed(written: object) -> object:
    """Return the accepted answers as lists. A file can give a single answer without a list."""
    if not isinstance(written, dict):
        return written
    return {
        key: values if isinstance(values, list) else [values] for key, values in written.items()
    }


class Own(Declared):
    """The keys of a questionnaire file that a rubric file does not have."""

    words: ClassVar[tuple[str, ...]] = ()

    page: PageKind
    accepted: Annotated[dict[Key, tuple[int | str, ...]], BeforeValidator(_listed)] = Field(
        default_factory=dict, description="Correct answers, by the section's key."
    )
    tries: int = Field(default=2, ge=1, le=MOST_TRIES, description="Number of attempts.")


@dataclass(frozen=True)
class Questionnaire:
    """A questionnaire page before or after rating. `rubric` has the page's texts and sections in
    the form that pages show, but no content to rate."""

    own: Own
    rubric: Rubric

    @property
    def page(self) -> PageKind:
        return self.own.page

    @property
    def accepted(self) -> Mapping[str, tuple[int | str, ...]]:
        return self.own.accepted

    @property
    def tries(self) -> int:
        return self.own.tries

    @cached_property
    def sha256(self) -> str:
        """Return the hash of this version, which ignores comments, key order and formatting."""
        content = {
            "own": self.own.model_dump(mode="json", exclude_defaults=True),
            "rubric": json.loads(self.rubric.canonical()),
        }
        text = json.dumps(content, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return hashlib.sha256(text.encode()).hexdigest()

    def questions(self) -> list[Question]:
        """Return all questions of the page, in order."""
        return questions(self.rubric, NOTHING)

    def spoken(self, language: str | None) -> Rubric:
        """Return the page's texts and sections in the person's language."""
        return in_language(self.rubric, language)

    def wrong(self, values: Mapping[str, Value]) -> list[Question]:
        """Return the questions that were answered with a value other than the accepted answers."""
        return [
            question
            for question in self.questions()
            if question.key in self.accepted
            and _plain(values.get(question.key)) not in map(_plain, self.accepted[question.key])
        ]


# These pages show no item.
NOTHING = Stimulus()


def _plain(value: Value | None) -> Value | None:
    """Return the value in a normal form for comparison, ignoring capitals and spaces."""
    return " ".join(value.casefold().split()) if isinstance(value, str) else value
