"""Simulated annotators for any rubric. Each answer is the true quality plus noise, in the form that
the kind of question needs.

Random numbers are seeded only with names, so neither the order nor the number of calls matters.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from demo import wording
from demo.truth import truths
from surveys.base import Stimulus
from surveys.kinds.base import CANNOT_JUDGE
from surveys.kinds.question import Impression
from surveys.questions import Question, Value, form_questions
from surveys.spec import Rubric

HALO = 0.07  # spread of an error that the answers about one output have in common
UNSURE = 0.06  # share of answers that are "Cannot judge", in sections that allow this


@dataclass(frozen=True)
class Presentation:
    """The content that an annotator or a judge sees. `systems` maps each output's letter to the
    name of its system, because a stimulus does not contain these names."""

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
class Persona:
    """A simulated rater. `leniency`, `noise` (a standard deviation), `first` and `leaning` are
    shares of a scale. Positive shifts mean better ratings.

    `first` is a bonus for the first of several outputs. `leaning` is a shift by criterion.
    `talkative` is the share of optional texts that the rater writes. `remarks` are comments to
    choose from.
    """

    seed: str
    leniency: float = 0.0
    noise: float = 0.15
    first: float = 0.0
    talkative: float = 0.1
    remarks: Sequence[str] = wording.REMARKS
    leaning: Mapping[str, float] = field(default_factory=dict)


def person(number: int) -> Persona:
    """Return the simulated annotator with this number. Annotators differ in leniency and prefer the
    first position. About one in ten is careless."""
    own = random.Random(f"rater {number}")
    leniency, careless = own.gauss(0, 0.1), own.random() < 0.1
    return Persona(
        f"rater {number}", leniency, 0.45 if careless else 0.15, first=own.uniform(0.03, 0.09)
    )


def simulate_answers(persona: Persona, presentation: Presentation) -> dict[str, Value]:
    """Return the persona's answers by question key. Optional texts that the persona leaves empty
    are missing. Follow-up questions are answered even if they would not be shown."""
    answers = {
        question.key: _answer(question, persona, presentation)
        for question in form_questions(presentation.rubric, presentation.stimulus)
    }
    return {key: value for key, value in answers.items() if value != ""}


def _answer(question: Question, persona: Persona, presentation: Presentation) -> Value:
    chance = random.Random(f"{persona.seed}, {presentation.names}, {question.key}")
    levels = {
        letter: _level(question, persona, presentation, letter, chance)
        for letter in _targets(question, presentation)
    }
    level = sum(levels.values()) / len(levels)
    seen = Impression(
        level=level,
        share=_upright(question, presentation, level),
        level_of=lambda letter: _level(
            question, persona, presentation, letter, _side(persona, presentation, letter)
        ),
        words=lambda: _written(question, persona, presentation, levels, chance),
        chance=chance,
    )
    return question.simulated(seen)


def _side(persona: Persona, presentation: Presentation, letter: str) -> random.Random:
    """Return a random generator for an output, which is the same in every comparison on the
    page."""
    return random.Random(f"{persona.seed}, {presentation.names}, beside {letter}")


def _written(
    question: Question,
    persona: Persona,
    presentation: Presentation,
    levels: Mapping[str, float],
    chance: random.Random,
) -> str:
    if question.key.endswith(f".{CANNOT_JUDGE}"):
        return chance.choice(wording.UNSURE) if chance.random() < UNSURE else ""
    if not question.required and chance.random() >= persona.talkative:
        return ""
    if not question.required and question.entry is None:
        is_heard = presentation.rubric.outputs.are_sounds
        return chance.choice(wording.HEARD if is_heard else persona.remarks)
    return wording.sentence(question, presentation.stimulus, presentation.rubric, levels, chance)


def _targets(question: Question, presentation: Presentation) -> str:
    """Return the letter of the output that the question is about, or the letters of all outputs on
    the page."""
    return question.output or presentation.order


def _level(
    question: Question,
    persona: Persona,
    presentation: Presentation,
    letter: str,
    chance: random.Random,
) -> float:
    """Return the quality that the persona perceives in an output, from about 0 to about 1."""
    truth = truths(presentation.rubric.name)[presentation.item, presentation.systems[letter]]
    halo = random.Random(f"halo of {persona.seed}, {presentation.names}, {letter}").gauss(0, HALO)
    several = len(presentation.order) > 1
    ahead = persona.first if several and presentation.stimulus.position_of(letter) == 1 else 0.0
    shift = persona.leniency + halo + ahead + persona.leaning.get(question.criterion or "", 0.0)
    return truth.of(question) + shift + chance.gauss(0, persona.noise * question.noise)


def _upright(question: Question, presentation: Presentation, level: float) -> float:
    """Return `level`, or 1 - `level` if the lowest number is the best answer."""
    best = (
        presentation.rubric.criterion(question.criterion).best if question.criterion else "highest"
    )
    return 1 - level if best == "lowest" else level
