"""Questions with labelled options."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from surveys.base import Declared, Text
from surveys.kinds.numbers import nearest, whole_number
from surveys.kinds.question import AnswerError, Impression, Question, Value


class Option(Declared):
    """One option: the integer that is stored as the answer, and the words that explain it."""

    words: ClassVar[tuple[str, ...]] = ("text",)
    named_by: ClassVar[str] = "value"

    value: int
    text: Text


@dataclass(frozen=True, kw_only=True)
class ChoiceQuestion(Question):
    kind: ClassVar[str] = "choice"
    options: tuple[Option, ...]

    def parse(self, raw: object) -> Value | None:
        value = whole_number(raw)
        if value is not None and value not in {option.value for option in self.options}:
            answers = ", ".join(str(option.value) for option in self.options)
            message = _("%(value)s is not one of the answers %(answers)s.")
            raise AnswerError("out_of_range", message % {"value": value, "answers": answers})
        return value

    def when_blank(self) -> str:
        return _("Choose one answer.")

    def prompt_lines(self) -> Sequence[str]:
        return [f"  {option.value}. {option.text}" for option in self.options]

    def values(self) -> Sequence[int]:
        return sorted(option.value for option in self.options)

    def worded(self) -> Mapping[int, str]:
        return {option.value: option.text for option in self.options}

    @property
    def takes_amounts(self) -> bool:
        """Return False, because an option's number identifies the option and is not an amount."""
        return False

    def allowed(self) -> str:
        return "; ".join(f"{number} = {text}" for number, text in self.meanings().items())

    def simulated(self, seen: Impression) -> Value:
        return nearest(self.values(), seen.share)
