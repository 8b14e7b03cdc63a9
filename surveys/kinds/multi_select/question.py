"""Questions about a multi-select's options. The answer is 1 if the option applies, otherwise 0."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from surveys.kinds.numbers import whole_number
from surveys.kinds.question import AnswerError, Impression, Question, Value


@dataclass(frozen=True, kw_only=True)
class OptionQuestion(Question):
    """A question about one option of a multi-select. `keys` are the keys of all options in the
    multi-select. `none` is the key of “None of these” if the page has this box, otherwise None. A
    problem with the whole list is reported only once, for one option."""

    kind: ClassVar[str] = "option"
    keys: tuple[str, ...]
    none: str | None
    title: str
    least: int
    most: int

    def given(self, raw: Mapping[str, object]) -> object:
        """Return the answer from a form, or None if no box of the list is ticked. Forms do not send
        unticked boxes, so an unticked box means 0 if another box is ticked."""
        boxes = [*self.keys, *([self.none] if self.none else [])]
        ticked = {key for key in boxes if str("" if raw.get(key) is None else raw[key]).strip()}
        if self.key in ticked:
            return raw[self.key]
        return 0 if ticked else None

    def parse(self, raw: object) -> Value | None:
        value = whole_number(raw)
        if value is not None and value not in self.values():
            message = _("%(value)s is not one of the answers %(answers)s.")
            raise AnswerError("out_of_range", message % {"value": value, "answers": "0, 1"})
        return value

    def when_blank(self) -> str:
        if not self._speaks:
            return ""
        if self.none:
            return _("Tick every answer that applies, or “None of these”.")
        return self._limits()

    def conflict(self, values: Mapping[str, Value]) -> str:
        if not self._speaks or any(key not in values for key in self.keys):
            return ""
        count = sum(values[key] == 1 for key in self.keys)
        if count and self.none and values.get(self.none) == 1:
            return _("You ticked “None of these” and another answer. Untick one.")
        return "" if self.least <= count <= self.most else self._limits()

    def prompt_lines(self) -> Sequence[str]:
        limits = []
        if self._speaks and (self.least or self.most < len(self.keys)):
            most = f" and at most {self.most}" if self.most < len(self.keys) else ""
            limits = [f"  Of these {len(self.keys)}, at least {self.least}{most} get a 1."]
        return ["  1 if it applies, 0 if not.", *limits]

    def values(self) -> Sequence[int]:
        return range(2)

    def allowed(self) -> str:
        return "1 = applies; 0 = does not apply"

    def simulated(self, seen: Impression) -> Value:
        chosen = round(self.least + seen.level_of(self.output or "a") * (self.most - self.least))
        chosen = min(self.most, max(self.least, chosen))
        return int(self.keys.index(self.key) < chosen)

    @property
    def heading(self) -> str:
        return self.title

    @property
    def _speaks(self) -> bool:
        return self.key == self.keys[0]

    def _limits(self) -> str:
        message = _("Tick at least %(least)s and at most %(most)s answers.")
        return message % {"least": self.least, "most": self.most}


@dataclass(frozen=True, kw_only=True)
class NoneQuestion(OptionQuestion):
    """The box “None of these”. It distinguishes a choice of no options from a skipped section.
    Judges are not asked about this box."""

    kind: ClassVar[str] = "step"
    in_replies: ClassVar[bool] = False

    def simulated(self, seen: Impression) -> Value:
        chosen = round(seen.level_of(self.output or "a") * self.most)
        return int(chosen <= 0)
