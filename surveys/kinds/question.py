"""Base class of questions. It defines the methods that each kind of question must have."""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from core.errors import RateroomError
from surveys.kinds.gates import Gate

Value = int | float | str


class AnswerError(RateroomError):
    """Raised when a question does not allow a value. `code` is a refusal code of reply readers."""

    def __init__(self, code: str, what: str, *, remedy: str = "") -> None:
        super().__init__(what, remedy=remedy)
        self.code = code


@dataclass(frozen=True)
class Impression:
    """A made-up annotator's impression of the content that a question asks about. Impressions are
    used in the demo and in tests.

    `level` ranges from about 0 (no, worst) to 1 (yes, best). `share` is the relative position on
    the question's scale, reversed if the lowest number is best. `level_of` returns the level of an
    output on the page, by letter. This level is the same for every question. `words` returns a
    suitable text. `chance` is a seeded random generator.
    """

    level: float
    share: float
    level_of: Callable[[str], float]
    words: Callable[[], str]
    chance: random.Random


@dataclass(frozen=True, kw_only=True)
class Question(ABC):
    """One question. `key` is stable, because it contains the output's letter and not the output's
    position on the page.

    The question is asked only if `gate` and the section's `section_gate` are open. `unless` is the
    key of the reason why the section cannot be judged. If there is such a reason, the question is
    not asked.
    """

    kind: ClassVar[str]
    # Whether the answer is a text. Otherwise, it is a number.
    is_text: ClassVar[bool] = False
    # Whether a judge is asked for it in reply formats with one answer per line.
    in_replies: ClassVar[bool] = True
    # Whether the answer's number chooses an output. If so, "1 is wordy" is a remark about output 1
    # and not an answer.
    chooses_output: ClassVar[bool] = False
    # Whether it has a column in the wide table. Questions about each turn do not, because there are
    # too many.
    in_wide: ClassVar[bool] = True
    # Whether replies name it by its label instead of the section's number.
    named_by_label: ClassVar[bool] = False
    # Factor for the noise of a simulated annotator. Quick questions have more noise.
    noise: ClassVar[float] = 1

    key: str
    section: str
    label: str
    help: str = ""
    criterion: str | None = None
    output: str | None = None
    entry: int | None = None
    step: str | None = None
    required: bool = True
    gate: Gate | None = None
    section_gate: Gate | None = None
    unless: str | None = None
    # Maximum number of decimals of its answers.
    decimals: int = 0
    # The id of the page element that it is about, or blank.
    about: str = ""
    # Which end of its numbers is better for the criterion, or None without a criterion.
    best: str | None = None

    @property
    def gates(self) -> Sequence[Gate]:
        return [gate for gate in (self.section_gate, self.gate) if gate]

    def given(self, raw: Mapping[str, object]) -> object:
        """For the validation of answers: return this question's answer from `raw`, which maps
        question keys to answers."""
        return raw.get(self.key)

    @abstractmethod
    def parse(self, raw: object) -> Value | None:
        """Return the answer that `raw` contains, or None if `raw` is blank.

        For the validation of answers: `raw` is a form's string or a judge's number. Raises
        AnswerError if `raw` is not a valid answer.
        """

    @abstractmethod
    def when_blank(self) -> str:
        """Return the message for a blank required answer, or "" if another question shows it."""

    @abstractmethod
    def prompt_lines(self) -> Sequence[str]:
        """Return the lines that tell a judge the allowed answers. Free text has no such lines."""

    @abstractmethod
    def values(self) -> Sequence[int]:
        """Return the whole numbers that can be answers, in ascending order. The list is empty for
        free text."""

    @abstractmethod
    def allowed(self) -> str:
        """Return the meaning of each stored number for the data dictionary, or "" for free text."""

    @abstractmethod
    def simulated(self, seen: Impression) -> Value:
        """Return the answer of a made-up annotator with this impression, or "" for no answer."""

    def taken(self, text: str) -> tuple[str, bool]:
        """For the reply reader: return the text to store for a judge's `text`, and whether the text
        was shortened. The text is "" if answers are numbers."""
        del text
        return "", False

    @property
    def reach(self) -> tuple[float, float]:
        """For the reply reader: return the lowest and the highest possible number."""
        values = self.values()
        return values[0], values[-1]

    def without_unit(self, rest: str) -> str:
        """For the reply reader: return `rest`, the text that follows a number in a reply, without
        the question's unit."""
        return rest

    def worded(self) -> Mapping[int, str]:
        """For the reply reader: return phrases that mean a number, such as "No difference". Most
        kinds do not have such phrases."""
        return {}

    def described(self) -> Mapping[int, str]:
        """For the reply reader: return the rubric's text for each number. A reply contradicts
        itself if it gives one number and quotes the text of another."""
        return self.worded()

    def meanings(self) -> Mapping[int, str]:
        """For the export: return the rubric's text for each stored number."""
        return self.described()

    def output_names(self) -> Mapping[int, str]:
        """For the reply reader: return, for each number, the name of the output that this number
        prefers. Most kinds have no such names."""
        return {}

    @property
    def takes_amounts(self) -> bool:
        """For the reply reader: return whether a reply can give a number as a share of the best
        number, for example `4/5`, `80%` or `4 stars`."""
        return self.best in {None, "highest"}

    def conflict(self, values: Mapping[str, Value]) -> str:
        """For the validation of answers: return a message if this valid answer contradicts another
        answer in `values`, or "" if it does not."""
        del values
        return ""

    def as_asked(self, value: Value) -> Value:
        """Return a stored `value` in the form that the page uses. `parse` does the reverse."""
        return value

    def spoken(self, value: Value) -> str:
        """For the review page: return a stored `value` as text for people."""
        return str(value)

    def preferred(self, value: Value) -> str | None:
        """Return the letter of the output that a stored `value` prefers. Return None if it prefers
        neither output, or if the question does not compare two outputs."""
        del value
        return None

    @property
    def heading(self) -> str:
        """Return the text at the start of messages about the question."""
        return self.label

    @property
    def field_id(self) -> str:
        """Return the key as an HTML id without dots, so that it also works in a CSS selector."""
        return "q-" + self.key.replace(".", "-")
