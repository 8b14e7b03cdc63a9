"""Questions about a preference. The question names the outputs by position, and the answer is
stored by canonical output."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from surveys.kinds.choice.question import ChoiceQuestion
from surveys.kinds.question import Impression, Value

TIE = 0
CLOSE = 0.05  # outputs whose quality differs by less are equal for a simulated annotator
STEP = 0.2  # difference in quality that makes a simulated preference one degree stronger
GOOD, POOR = 0.6, 0.4  # equal outputs above GOOD are both good, and below POOR both bad


@dataclass(frozen=True, kw_only=True)
class PreferenceQuestion(ChoiceQuestion):
    """A preference between two outputs. `letters` are the canonical letters of the outputs in the
    order shown, and `titles` are the outputs' names. `degrees` is the number of degrees of
    strength. `stored` has the words of each stored answer, where outputs are named by letter.

    The answers on the page have these numbers: 1 to `degrees` prefer the output shown first, from
    strongest to weakest. The next `degrees` numbers prefer the other output, from weakest to
    strongest. 0 is a tie, and the last two numbers mean that both are good or both are bad. Stored
    numbers are those for outputs shown in the order a, b.
    """

    kind: ClassVar[str] = "preference"
    chooses_output: ClassVar[bool] = True
    letters: tuple[str, ...]
    titles: tuple[str, ...]
    degrees: int = 1
    stored: Mapping[int, str]

    def parse(self, raw: object) -> Value | None:
        return self._turned(super().parse(raw))

    def as_asked(self, value: Value) -> Value:
        turned = self._turned(value)
        return value if turned is None else turned

    def _turned(self, value: Value | None) -> Value | None:
        """Convert `value` between the order asked and the canonical order (a, b). Ties do not
        change."""
        if not isinstance(value, int) or not 1 <= value <= 2 * self.degrees:
            return value
        return value if self.letters[0] == "a" else 2 * self.degrees + 1 - value

    def preferred(self, value: Value) -> str | None:
        number = int(value)
        if not 1 <= number <= 2 * self.degrees:
            return None
        return "a" if number <= self.degrees else "b"

    def output_names(self) -> Mapping[int, str]:
        """Return the name of the preferred output for each number. The numbers are those on the
        page."""
        numbers = range(1, 2 * self.degrees + 1)
        return {number: self.titles[number > self.degrees] for number in numbers}

    def meanings(self) -> Mapping[int, str]:
        return self.stored

    def simulated(self, seen: Impression) -> Value:
        first, second = (seen.level_of(letter) for letter in self.letters)
        neither = self._neither((first + second) / 2)
        if abs(first - second) < CLOSE and neither is not None:
            return neither
        degree = min(self.degrees, 1 + int(abs(first - second) / STEP))
        return self.degrees + 1 - degree if first >= second else self.degrees + degree

    def _neither(self, level: float) -> int | None:
        """Return the answer for two outputs of equal quality `level`, or None if there is no such
        answer."""
        both_good, both_bad = 2 * self.degrees + 1, 2 * self.degrees + 2
        fitting = [both_good] if level > GOOD else [both_bad] if level < POOR else []
        return next((value for value in [*fitting, TIE] if value in self.values()), None)
