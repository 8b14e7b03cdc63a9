"""`preference-against-scores`: every score favours one output, and the overall preference the other."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from django.utils.translation import gettext as _
from pydantic import Field

from surveys.base import LETTERS, Key, Stimulus
from surveys.dangling import Dangling, unknown
from surveys.guards.base import Answers, Concern, GuardBase
from surveys.kinds.preference import TIE, PreferenceQuestion
from surveys.questions import Question, questions

if TYPE_CHECKING:
    from surveys.spec import Rubric


class PreferenceAgainstScores(GuardBase):
    guard: Literal["preference-against-scores"]
    scores: Key = Field(description="The section that scores every output.")
    overall: Key = Field(description="A `preference` section, or one criterion of `scores` that sums up the others.")

    def dangling(self, rubric: "Rubric") -> Sequence[Dangling]:
        scored = {one.key: one for one in rubric.sections if one.per_output and one.scores and one.kind != "checklist"}
        if self.scores not in scored:
            return unknown("scores", [self.scores], list(scored), "section that scores every output")
        preferences = [one.key for one in rubric.sections if one.kind == "preference"]
        return unknown(
            "overall", [self.overall], [*preferences, *scored[self.scores].criteria], "preference or scored criterion"
        )

    def concern(
        self,
        rubric: "Rubric",
        stimulus: Stimulus,
        values: Answers,
        earlier: Sequence[Answers],  # noqa: ARG002
    ) -> Concern | None:
        asked = questions(rubric, stimulus)
        scores = [one for one in asked if one.section == self.scores]
        sums_up = [one for one in scores if one.criterion == self.overall]
        overall = sums_up or [one for one in asked if one.section == self.overall]
        parts = [one for one in scores if one not in overall]
        favoured = {_favoured(rubric, parts, values, key) for key in {one.criterion for one in parts}}
        preferred = self._preferred(rubric, overall, values)
        if preferred is None or len(favoured) != 1 or favoured <= {None, preferred}:
            return None
        names = {one.letter: rubric.output_title(one) for one in stimulus.outputs}
        other = next(letter for letter in names if letter != preferred)
        message = _(
            "Every score is better for %(other)s, but as a whole %(preferred)s is preferred. Is that what you mean?"
        ) % {"other": names[other], "preferred": names[preferred]}
        return Concern(self.guard, message, overall[0])

    def _preferred(self, rubric: "Rubric", overall: Sequence[Question], values: Answers) -> str | None:
        """The letter of the output that is preferred as a whole; None for a tie."""
        if not overall or not isinstance(overall[0], PreferenceQuestion):
            return _favoured(rubric, overall, values, self.overall)
        value = values.get(overall[0].key, TIE)
        return None if value == TIE else LETTERS[int(value) - 1]


def _favoured(rubric: "Rubric", scores: Sequence[Question], values: Answers, criterion: str | None) -> str | None:
    """The output that scores better on `criterion`; None where they are equal or one is not scored."""
    given = {one.output or "": values.get(one.key) for one in scores if one.criterion == criterion}
    numbers = {letter: value for letter, value in given.items() if isinstance(value, int)}
    if len(numbers) < len(LETTERS) or len(set(numbers.values())) == 1:
        return None
    lowest = criterion is not None and rubric.criterion(criterion).best == "lowest"
    return (min if lowest else max)(numbers, key=numbers.__getitem__)
