"""A question: one thing asked once. What each kind must say of its own questions."""

import random
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from core.errors import RateroomError
from surveys.kinds.gates import Gate

Value = int | float | str


class AnswerError(RateroomError):
    """A value that its question does not allow; `code` is one of the readers' refusal codes."""

    def __init__(self, code: str, what: str, *, remedy: str = "") -> None:
        super().__init__(what, remedy=remedy)
        self.code = code


@dataclass(frozen=True)
class Impression:
    """What a made-up annotator makes of the thing asked about, for the demo and for tests.

    `level` runs from about 0 (no, worst) to 1 (yes, best); `share` is the place on the question's
    own scale, which is turned round where the least number is the best. `level_of` is the level of
    any output on the page, by letter, the same for every question. `words` writes a text that fits.
    `chance` is seeded.
    """

    level: float
    share: float
    level_of: Callable[[str], float]
    words: Callable[[], str]
    chance: random.Random


@dataclass(frozen=True, kw_only=True)
class Question(ABC):
    """One thing asked once. `key` is stable and names canonical outputs, never the position shown.

    `gate` must be open for it to be asked at all, and so must `section_gate`, its section's.
    `unless` is the key of its section's abstention: once that has a reason, this one is not asked.
    """

    kind: ClassVar[str]
    # Whether the answer is a text; else it is a whole number.
    is_text: ClassVar[bool] = False
    # Whether reply formats that give an answer a line ask a judge for it.
    in_replies: ClassVar[bool] = True
    # Whether the number stands for an output: then "1 is wordy" speaks of that output and chooses
    # none.
    chooses_output: ClassVar[bool] = False
    # Whether the wide table has a column for it: of a few questions, not of every turn's.
    in_wide: ClassVar[bool] = True
    # Whether a reply names it by its label rather than by its section's number.
    named_by_label: ClassVar[bool] = False
    # How much more noise a made-up annotator has: of quick questions, many are asked.
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
    # How many decimals its numbers can have.
    decimals: int = 0
    # The id of the element on the page that it is about; blank for none.
    about: str = ""
    # Which end of its numbers the criterion calls the best; None without a criterion.
    best: str | None = None

    @property
    def gates(self) -> Sequence[Gate]:
        return [gate for gate in (self.section_gate, self.gate) if gate]

    def given(self, raw: Mapping[str, object]) -> object:
        """Return the check: what a form's or a program's answers `raw`, by key, say to this one."""
        return raw.get(self.key)

    @abstractmethod
    def parse(self, raw: object) -> Value | None:
        """Return the check: the answer that `raw` (a form's string or a judge's number) stands for;
        None when it is blank.

        Raises AnswerError when it stands for none.
        """

    @abstractmethod
    def when_blank(self) -> str:
        """Return the check: what a person is told who left a required answer blank; blank
        where another question of the section says it."""

    @abstractmethod
    def prompt_lines(self) -> Sequence[str]:
        """Return the prompt: the lines that tell a judge which answers there are; none for free
        text."""

    @abstractmethod
    def values(self) -> Sequence[int]:
        """Return the reader: every number that may be given, whole and as asked, from the least on;
        none for free text.
        """

    @abstractmethod
    def allowed(self) -> str:
        """Return the dictionary: what each stored number means; blank for free text."""

    @abstractmethod
    def simulated(self, seen: Impression) -> Value:
        """Return the demo: what a made-up annotator answers who has this impression; "" for
        nothing."""

    def taken(self, text: str) -> tuple[str, bool]:
        """Return the reader: (what is stored of a judge's `text`, whether it was shortened); blank
        for a number's question.
        """
        del text
        return "", False

    @property
    def reach(self) -> tuple[float, float]:
        """The reader: the least and the greatest number that may be given."""
        values = self.values()
        return values[0], values[-1]

    def without_unit(self, rest: str) -> str:
        """Return the reader: what follows a number, without the unit that the question asks for."""
        return rest

    def worded(self) -> Mapping[int, str]:
        """Return the reader: the words that stand for a number by themselves ("No difference");
        none for most kinds.
        """
        return {}

    def described(self) -> Mapping[int, str]:
        """Return the reader: the words that the rubric gives to numbers; a judge that quotes those
        of another number contradicts itself.
        """
        return self.worded()

    def meanings(self) -> Mapping[int, str]:
        """Return the export: the words that the rubric gives to each stored number."""
        return self.described()

    def output_names(self) -> Mapping[int, str]:
        """Return the reader: what a reply may call the output that a number stands for; none for
        most kinds.
        """
        return {}

    @property
    def takes_amounts(self) -> bool:
        """The reader: whether a number may be written as an amount of the best there is: `4/5`,
        `80%`, `4 stars`.
        """
        return self.best in {None, "highest"}

    def conflict(self, values: Mapping[str, Value]) -> str:
        """Return the check: what is wrong with the valid answer beside the others, by question key;
        blank for nothing.
        """
        del values
        return ""

    def as_asked(self, value: Value) -> Value:
        """Return the original form of a stored `value`, before `parse`."""
        return value

    def spoken(self, value: Value) -> str:
        """Return the review: a stored `value` as a person reads it."""
        return str(value)

    def preferred(self, value: Value) -> str | None:
        """Return the letter of the output that a stored `value` chooses; None for neither, or for a
        question of no pair.
        """
        del value
        return None

    @property
    def heading(self) -> str:
        """What a message about it begins with."""
        return self.label

    @property
    def field_id(self) -> str:
        """The key as an HTML id: no dots, so that it also serves in a CSS selector."""
        return "q-" + self.key.replace(".", "-")
