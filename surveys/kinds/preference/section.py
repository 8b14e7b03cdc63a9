"""Declaration of the section kind `preference`."""

from collections.abc import Sequence
from typing import ClassVar, Literal

from pydantic import Field

from core.errors import Problem
from surveys.base import ShownOutput, Stimulus, Text
from surveys.kinds.base import Asking, SectionBase
from surveys.kinds.choice.question import Option
from surveys.kinds.measures import Measure
from surveys.kinds.preference.question import TIE, PreferenceQuestion
from surveys.kinds.question import Question

OUTPUT = "{output}"
BETWEEN = 2  # number of outputs; a preference among more would be a ranking
MOST_DEGREES = 3  # so that every answer has its own digit


class PreferenceSection(SectionBase):
    words: ClassVar[tuple[str, ...]] = (
        *SectionBase.words,
        "tie",
        "strengths",
        "both_good",
        "both_bad",
    )
    answers: ClassVar[Literal["scores", "texts", "entries"]] = "scores"
    asks: ClassVar[tuple[type[Question], ...]] = (PreferenceQuestion,)
    substance: ClassVar[frozenset[str]] = frozenset({"tie", "strengths", "both_good", "both_bad"})

    kind: Literal["preference"]
    tie: str = Field(
        default="",
        description="Label of the answer “no difference”. Blank: there is no such answer.",
    )
    strengths: tuple[Text, ...] = Field(
        default=(),
        description="Strengths of a preference, the weakest first. `{output}` is replaced "
        "with the preferred output's name.",
    )
    both_good: str = Field(
        default="",
        description="Label of the answer “both are good”. Blank: there is no such answer.",
    )
    both_bad: str = Field(
        default="",
        description="Label of the answer “both are bad”. Blank: there is no such answer.",
    )

    def problems(self, rubric: Asking) -> Sequence[Problem]:
        if rubric.outputs.per_page != BETWEEN or self.per_output:
            remedy = (
                "Set `outputs.per_page: 2`, and remove `per_output` from this section. For more "
                "outputs, use the kind `ranking`."
            )
            return [Problem("a preference compares the two outputs of a page.", remedy=remedy)]
        problems = [
            Problem(
                "the text of a strength must say which output is preferred.",
                f"strengths.{index}",
                remedy="Add `{output}` to the text, for example “{output} is much better”.",
            )
            for index, words in enumerate(self.strengths)
            if OUTPUT not in words
        ]
        if len(self.strengths) > MOST_DEGREES:
            count = len(self.strengths)
            what = f"a preference can have at most {MOST_DEGREES} strengths, not {count}."
            problems.append(Problem(what, "strengths", remedy="Remove some of them."))
        return problems

    @property
    def degrees(self) -> int:
        return max(1, len(self.strengths))

    def measure(self, rubric: Asking) -> Measure | None:
        del rubric
        return Measure("pair", level="nominal", degrees=self.degrees)

    def questions(
        self, rubric: Asking, stimulus: Stimulus, output: ShownOutput | None
    ) -> Sequence[Question]:
        titles = [rubric.output_title(other) for other in stimulus.outputs]
        options = [Option(value=value, text=text) for value, text in self._answers(titles)]
        neither = {TIE: "tie", 2 * self.degrees + 1: "both good", 2 * self.degrees + 2: "both bad"}
        stored = {
            value: neither.get(value, text)
            for value, text in self._answers(["output a", "output b"])
        }
        return [
            PreferenceQuestion(
                key=self.question_key(output, criterion),
                options=tuple(options),
                letters=tuple(other.letter for other in stimulus.outputs),
                titles=tuple(titles),
                degrees=self.degrees,
                stored=stored,
                **self.common(rubric, output, criterion),
            )
            for criterion in self.targets(rubric)
        ]

    def _answers(self, titles: Sequence[str]) -> list[tuple[int, str]]:
        """Return the number and the text of each answer, in the order shown on the page."""
        first, second = titles
        weaker = self.strengths or (OUTPUT,)
        ahead = [words.replace(OUTPUT, first) for words in reversed(weaker)]
        behind = [words.replace(OUTPUT, second) for words in weaker]
        numbered = list(enumerate([*ahead, *behind], 1))
        tie = [(TIE, self.tie)] if self.tie else []
        # With strengths, the answers form a scale with the tie in the middle.
        middle = len(ahead) if self.strengths else len(numbered)
        last = 2 * self.degrees
        both = [(last + 1, self.both_good), (last + 2, self.both_bad)]
        return [
            *numbered[:middle],
            *tie,
            *numbered[middle:],
            *((value, text) for value, text in both if text),
        ]
