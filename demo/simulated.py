"""Made-up raters of any rubric: they answer every question by its kind, from the true quality through noise.

Every draw is seeded by names alone, so that neither the order of the calls nor their number matters.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from demo import wording
from demo.truth import truths
from surveys.base import Stimulus
from surveys.kinds.checklist import StepQuestion
from surveys.kinds.choice import ChoiceQuestion
from surveys.kinds.scale import ScaleQuestion
from surveys.kinds.text import TextQuestion
from surveys.questions import Question, Value, questions
from surveys.spec import Rubric

HALO = 0.07  # what the answers about one output share
AT_A_GLANCE = 2.5  # how much more noise a yes or no has, of which many are asked
COARSE = 20  # on a longer scale people give multiples of five


@dataclass(frozen=True)
class Shown:
    """What a rater or a judge has before it. `systems` go by canonical letter: a stimulus holds no names."""

    rubric: Rubric
    stimulus: Stimulus
    item: str
    systems: Mapping[str, str]

    @property
    def order(self) -> str:
        return "".join(output.letter for output in self.stimulus.outputs)

    @property
    def names(self) -> str:
        return ", ".join([self.item, *(self.systems[letter] for letter in self.order)])


@dataclass(frozen=True)
class Rater:
    """Who answers: standard deviation and shifts are in shares of a scale, above 0 for the better.

    `first` is the bonus of what is shown first of two, `leaning` a shift by criterion, `talkative` the share of
    optional texts that are written, `remarks` what stands in one that is about the whole.
    """

    seed: str
    leniency: float = 0.0
    noise: float = 0.15
    first: float = 0.0
    talkative: float = 0.1
    remarks: Sequence[str] = wording.REMARKS
    leaning: Mapping[str, float] = field(default_factory=dict)


def person(number: int) -> Rater:
    """A made-up person: leniency (deviation 0.1), a taste for what stands first; one in ten is careless (0.45)."""
    own = random.Random(f"rater {number}")
    leniency, careless = own.gauss(0, 0.1), own.random() < 0.1
    return Rater(f"rater {number}", leniency, 0.45 if careless else 0.15, first=own.uniform(0.03, 0.09))


def simulate_answers(rater: Rater, shown: Shown) -> dict[str, Value]:
    """Answers by question key; the blank ones of optional texts are left out. Gated questions are answered too."""
    found = {one.key: _answer(one, rater, shown) for one in questions(shown.rubric, shown.stimulus)}
    return {key: value for key, value in found.items() if value != ""}


def _answer(question: Question, rater: Rater, shown: Shown) -> Value:
    chance = random.Random(f"{rater.seed}, {shown.names}, {question.key}")
    levels = {letter: _level(question, rater, shown, letter, chance) for letter in _targets(question, shown)}
    level = sum(levels.values()) / len(levels)
    if isinstance(question, TextQuestion):
        return _written(question, rater, shown, levels, chance)
    if isinstance(question, StepQuestion):
        return int(level > 0.5)
    if isinstance(question, ChoiceQuestion):
        return _nearest(sorted(option.value for option in question.options), _upright(question, shown, level))
    if isinstance(question, ScaleQuestion):
        step = 5 if question.high - question.low > COARSE else 1
        return _nearest(range(question.low, question.high + 1, step), _upright(question, shown, level))
    raise TypeError(f"No way to answer a {question.kind}.")


def _written(
    question: TextQuestion, rater: Rater, shown: Shown, levels: Mapping[str, float], chance: random.Random
) -> str:
    if not question.required and chance.random() >= rater.talkative:
        return ""
    if not question.required and question.entry is None:
        return chance.choice(rater.remarks)
    return wording.sentence(question, shown.stimulus, shown.rubric, levels, chance)


def _targets(question: Question, shown: Shown) -> str:
    """The outputs that a question is about: its own, or all on the page."""
    return question.output or shown.order


def _level(question: Question, rater: Rater, shown: Shown, letter: str, chance: random.Random) -> float:
    """What the rater sees of the truth, about 0 to 1."""
    true = truths(shown.rubric.name)[shown.item, shown.systems[letter]].of(question)
    halo = random.Random(f"halo of {rater.seed}, {shown.names}, {letter}").gauss(0, HALO)
    ahead = rater.first if len(shown.order) > 1 and shown.stimulus.position_of(letter) == 1 else 0.0
    shift = rater.leniency + halo + ahead + rater.leaning.get(question.criterion or "", 0.0)
    noise = rater.noise * (AT_A_GLANCE if isinstance(question, StepQuestion) else 1)
    return true + shift + chance.gauss(0, noise)


def _upright(question: Question, shown: Shown, level: float) -> float:
    """`level`, turned round where the least number is the best answer."""
    best = shown.rubric.criterion(question.criterion).best if question.criterion else "highest"
    return 1 - level if best == "lowest" else level


def _nearest(values: list[int] | range, share: float) -> int:
    """The value at `share` of the way from the first to the last."""
    place = round(share * (len(values) - 1))
    return values[min(len(values) - 1, max(0, place))]
