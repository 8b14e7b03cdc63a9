"""The guard `preference-against-scores`, which asks about a preference that all scores
contradict."""

from collections.abc import Sequence
from typing import Literal

from django.utils.translation import gettext as _
from pydantic import Field

from core.errors import Problem
from surveys.base import Key, Stimulus
from surveys.guards.base import Answers, Concern, GuardBase
from surveys.kinds.base import Asking
from surveys.problems import not_among
from surveys.questions import Question, questions


class PreferenceAgainstScores(GuardBase):
    guard: Literal["preference-against-scores"]
    scores: Key = Field(description="The section that scores every output.")
    overall: Key = Field(
        description="A `preference` section, or the criterion of `scores` for the overall score."
    )

    def problems(self, rubric: Asking) -> Sequence[Problem]:
        scored = {
            section.key: section
            for section in rubric.sections
            if section.per_output and section.answers == "scores"
        }
        if self.scores not in scored:
            return not_among(
                "scores", [self.scores], list(scored), "section that scores every output"
            )
        preferences = [
            section.key
            for section in rubric.sections
            if (measure := section.measure(rubric)) and measure.shape == "pair"
        ]
        return not_among(
            "overall",
            [self.overall],
            [*preferences, *scored[self.scores].criteria],
            "preference or scored criterion",
        )

    def concern(
        self,
        rubric: Asking,
        stimulus: Stimulus,
        values: Answers,
        earlier: Sequence[Answers],
    ) -> Concern | None:
        page_questions = questions(rubric, stimulus)
        scores = [question for question in page_questions if question.section == self.scores]
        overall = [question for question in scores if question.criterion == self.overall]
        overall = overall or [
            question for question in page_questions if question.section == self.overall
        ]
        parts = [question for question in scores if question not in overall]
        criteria = {question.criterion for question in parts}
        favoured = {_favoured(rubric, parts, values, criterion) for criterion in criteria}
        preferred = self._preferred(rubric, overall, values)
        if preferred is None or len(favoured) != 1 or favoured <= {None, preferred}:
            return None
        (other,) = favoured
        return Concern(self.guard, _message(rubric, stimulus, preferred, str(other)), overall[0])

    def _preferred(
        self, rubric: Asking, overall: Sequence[Question], values: Answers
    ) -> str | None:
        """Return the letter of the output that is preferred overall. Return None if there is a tie
        or no answer."""
        if not overall or not overall[0].chooses_output:
            return _favoured(rubric, overall, values, self.overall)
        value = values.get(overall[0].key)
        return None if value is None else overall[0].preferred(value)


def _message(rubric: Asking, stimulus: Stimulus, preferred: str, other: str) -> str:
    titles = {output.letter: rubric.output_title(output) for output in stimulus.outputs}
    message = _(
        "All your scores are better for %(other)s, but overall you prefer "
        "%(preferred)s. Is that what you mean?"
    )
    return message % {"other": titles[other], "preferred": titles[preferred]}


def _favoured(
    rubric: Asking, scores: Sequence[Question], values: Answers, criterion: str | None
) -> str | None:
    """Return the letter of the output with the best score on `criterion`. Return None if several
    outputs share the best score, or if an output has no score."""
    answers = {
        question.output or "": values.get(question.key)
        for question in scores
        if question.criterion == criterion
    }
    numbers = {letter: value for letter, value in answers.items() if isinstance(value, int)}
    if len(numbers) < rubric.outputs.per_page:
        return None
    lowest = criterion is not None and rubric.criterion(criterion).best == "lowest"
    top = (min if lowest else max)(numbers.values())
    best = [letter for letter, number in numbers.items() if number == top]
    return best[0] if len(best) == 1 else None
