"""Texts that simulated annotators and judges write in free-text answers."""

import random
from collections.abc import Mapping

from surveys.base import Stimulus
from surveys.questions import Question
from surveys.spec import Rubric

GOOD, FAIR = 0.7, 0.4  # lowest levels of good and of fair outputs
REMARKS = (
    "I was not sure whether a wrong detail counts here as well.",
    "It says nothing of what is in the background.",
    "It is fine, but it reads as if it were translated.",
    "Hard to tell: half of it is right.",
    "The sentences have little to do with each other.",
    "I would have liked an answer between two of these.",
)
RATIONALES = (
    "The text was compared with what is shown sentence by sentence.",
    "It reads fluently; what it leaves out costs it most.",
    "The main objects are recognised, some attributes are not.",
    "The wording is unusual for a text of this kind.",
)
HEARD = (
    "There is a noise behind the voice.",
    "It sounds as if it came through a wall.",
    "The loud places crackle.",
    "Nothing disturbed me.",
)
UNSURE = (
    "It is too quiet to hear it well.",
    "Another sound covers it.",
    "It is over before I can tell.",
)
REASONS = {
    "good": (
        "All that it says agrees with what is shown, and nothing that matters is missing.",
        "Exact throughout; the details are the right ones.",
        "I found nothing to object to.",
    ),
    "fair": (
        "The main thing is right, a few details are missing or off.",
        "Right as far as it goes, which is not very far.",
        "Part of it fits; the rest could stand anywhere.",
    ),
    "poor": (
        "Most of it does not agree with what is shown.",
        "It misses what matters and adds what is not there.",
        "Hardly anything in it can be used.",
    ),
}
ENTRIES = {
    "good": ("It is mentioned and agrees with the key point.", "Said in other words, and right."),
    "fair": ("It is mentioned, but what is said of it is wrong.", "Named, with the wrong detail."),
    "poor": ("It is not mentioned.", "Nothing is said of it."),
}
CLOSE = 0.1  # outputs whose levels differ by less are called equal


def sentence(
    question: Question,
    stimulus: Stimulus,
    rubric: Rubric,
    levels: Mapping[str, float],
    chance: random.Random,
) -> str:
    """Return a sentence that fits `levels`, the perceived quality of each output by letter. A
    quality is from about 0 (worst) to 1 (best)."""
    if len(levels) > 1:
        return _comparison(stimulus, rubric, levels)
    (level,) = levels.values()
    grade = "good" if level >= GOOD else "fair" if level >= FAIR else "poor"
    return chance.choice((ENTRIES if question.entry else REASONS)[grade])


def _comparison(stimulus: Stimulus, rubric: Rubric, levels: Mapping[str, float]) -> str:
    better, *_between, worse = sorted(stimulus.outputs, key=lambda output: -levels[output.letter])
    names = rubric.output_title(better), rubric.output_title(worse)
    if levels[better.letter] - levels[worse.letter] < CLOSE:
        return f"{names[0]} and {names[1]} are about equally good."
    if rubric.outputs.are_media:
        return f"{names[0]} shows more of what was asked for, and has fewer flaws, than {names[1]}."
    return f"{names[0]} keeps closer to what is shown and to the text around it than {names[1]}."
