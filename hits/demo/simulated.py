"""Made-up raters and a made-up judge of `image-paragraph`.

Every draw is seeded by names alone, so that neither the order of the calls nor their number matters.
"""

import json
import random
from collections.abc import Callable
from functools import cache

from hits.demo.material import quality
from surveys.loading import library_rubric

BEST, WORST = 1, 3
REMARKS = (
    "I was not sure whether a wrong colour counts under words or under naturalness.",
    "It says nothing of what is in the background.",
    "The description is fine, but it reads as if it were translated.",
    "Hard to tell: half of it is right.",
    "The sentences have nothing to do with each other.",
    "I would have liked an option between 1 and 2.",
)
RATIONALES = (
    "The description was compared with the image sentence by sentence.",
    "It reads fluently; what it leaves out costs it most.",
    "The main objects are recognised, some attributes are not.",
    "The wording is unusual for a description of a picture.",
)


@cache
def _quality() -> dict[tuple[str, str], dict[str, float]]:
    return quality()


def simulate_rater(*, rater_seed: int, scene: str, system: str) -> dict[str, int]:
    """One rater's answers, 1 (best) to 3, by criterion: the true quality through leniency, halo and noise.

    Leniency is the rater's own (standard deviation 0.2), halo is shared by the answers of one HIT (0.15), noise is
    each answer's own (0.3). One rater in ten is careless (noise 0.9).
    """
    own = random.Random(f"rater {rater_seed}")
    leniency, noise = own.gauss(0, 0.2), 0.9 if own.random() < 0.1 else 0.3
    here = random.Random(f"rater {rater_seed}, {scene}, {system}")
    halo = here.gauss(0, 0.15)
    return {
        criterion: _option(true + leniency + halo + here.gauss(0, noise))
        for criterion, true in _quality()[scene, system].items()
    }


def simulate_feedback(*, rater_seed: int, scene: str, system: str) -> str:
    """What the rater wrote into the optional field: nothing, nine times in ten."""
    chance = random.Random(f"feedback {rater_seed}, {scene}, {system}")
    return chance.choice(REMARKS) if chance.random() < 0.1 else ""


def simulate_verdict(*, seed: int, scene: str, system: str) -> dict[str, int]:
    """What the judge means to say: kinder than people to fluent texts, harder on short ones, with noise (0.3)."""
    chance = random.Random(f"judge {seed}, {scene}, {system}")
    bias = {"naturalness": -0.15, "coherence": -0.25, "syntax": -0.2, "coverage": 0.2}
    return {
        criterion: _option(true + bias.get(criterion, 0) + chance.gauss(0, 0.3))
        for criterion, true in _quality()[scene, system].items()
    }


def simulate_judge_reply(*, seed: int, scene: str, system: str) -> str:
    """The judge's raw reply: mostly as asked, often in a dialect that can be read, one in eleven unreadable."""
    verdict = list(simulate_verdict(seed=seed, scene=scene, system=system).values())
    chance = random.Random(f"reply {seed}, {scene}, {system}")
    share = chance.random()
    if share < 0.09:
        return chance.choice(MALFORMED)(verdict)
    if share < 0.35:
        return chance.choice(DIALECTS)(verdict)
    rationale = f"\n\nFeedback: {chance.choice(RATIONALES)}" if share < 0.75 else ""
    return "\n".join(_lines(verdict)) + rationale


def _option(value: float) -> int:
    return min(WORST, max(BEST, round(value)))


def _lines(verdict: list[int]) -> list[str]:
    return [f"Section {number}: {option}" for number, option in enumerate(verdict, 1)]


def _bold(verdict: list[int]) -> str:
    lines = [line.replace("Section", "**Section").replace(":", ":**") for line in _lines(verdict)]
    return "Here is my evaluation of the description:\n\n" + "\n".join(lines)


def _titled(verdict: list[int]) -> str:
    titles = [section.title for section in library_rubric("image-paragraph").sections if section.kind == "choice"]
    titled = zip(titles, verdict, strict=True)
    return "\n".join(f"Section {number} ({title}): {option}" for number, (title, option) in enumerate(titled, 1))


def _json(verdict: list[int]) -> str:
    found = {f"Section {number}": option for number, option in enumerate(verdict, 1)}
    return f"```json\n{json.dumps(found, indent=2)}\n```"


def _refusal(_verdict: list[int]) -> str:
    return "I'm sorry, but I can't see the image, so I am unable to judge how well the description fits it."


def _truncated(verdict: list[int]) -> str:
    return "\n".join(_lines(verdict)[:3]) + "\nSection 4:"


def _missing(verdict: list[int]) -> str:
    return "\n".join(line for line in _lines(verdict) if not line.startswith("Section 2"))


def _out_of_range(verdict: list[int]) -> str:
    return "\n".join(["Section 1: 4", *_lines(verdict)[1:]])


def _between(verdict: list[int]) -> str:
    return "\n".join([*_lines(verdict)[:4], "Section 5: 2.5"])


def _upstream(_verdict: list[int]) -> str:
    return '{"error": {"type": "overloaded_error", "message": "Overloaded"}}'


DIALECTS: tuple[Callable[[list[int]], str], ...] = (_bold, _titled, _json)
MALFORMED: tuple[Callable[[list[int]], str], ...] = (
    _refusal,
    _truncated,
    _missing,
    _out_of_range,
    _between,
    _upstream,
)
