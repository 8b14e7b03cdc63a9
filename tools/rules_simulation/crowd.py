"""A study by a crowd of known kinds of annotators: truth, ratings, checks and times, from one seed.

Six systems, 80 items, three criteria from 1 to 5. Each HIT is one output; 48 people rate 30 HITs
each, so every HIT has three of them. Beside these a person gets four gold HITs (a degraded copy,
whose score must be 1 or 2), two retests, and four instructional checks.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

SYSTEMS, ITEMS, CRITERIA = 6, 80, 3
PEOPLE, HITS, ANNOTATORS_PER_HIT = 48, 30, 3
GOLD, RETESTS, INSTRUCTIONS = 4, 2, 4
LOW, HIGH = 1, 5
SYSTEM_QUALITY = np.array([2.8, 2.9, 3.0, 3.1, 3.2, 3.3])
DEGRADED = 1.3  # the quality of a degraded copy
GOLD_PASSES = 2  # the highest score that passes


@dataclass(frozen=True)
class Kind:
    """How people of a kind score: `slope` × (quality − 3) + `level` + noise, or, with the chance
    `repeats`, the same as on the HIT before. `obeys`: the chance of passing an instructional check.
    `shared`: noise of an output that all people of the kind have in common."""

    name: str
    slope: float
    level: float
    noise: float
    shared: float
    repeats: float
    obeys: float
    seconds: float


KINDS = {
    kind.name: kind
    for kind in (
        Kind("good", 1.0, 3.0, 0.6, 0.0, 0.0, 0.97, 45),
        Kind("noisy", 0.7, 3.0, 1.4, 0.0, 0.0, 0.90, 35),
        Kind("lazy", 0.0, 4.0, 0.5, 0.0, 0.95, 0.35, 6),
        Kind("adversarial", -1.0, 3.0, 0.6, 0.0, 0.0, 0.95, 40),
        # Reads the words well and never sees the picture: pleased, and wrong as its like are.
        Kind("agent", 0.2, 4.0, 0.3, 0.6, 0.0, 1.0, 40),
    )
}
CROWDS: Mapping[str, Mapping[str, int]] = {
    "usual crowd": {"good": 34, "noisy": 5, "lazy": 4, "adversarial": 2, "agent": 3},
    "many agents": {"good": 24, "noisy": 5, "lazy": 4, "adversarial": 2, "agent": 13},
}


@dataclass(frozen=True)
class Study:
    """What a batch would hold. Ratings are (PEOPLE, HITS, CRITERIA) of `outputs` (PEOPLE, HITS),
    item × SYSTEMS + system; `truth` is the quality (ITEMS × SYSTEMS, CRITERIA).

    `gold_passed`, `instructions_passed`, `retests_same` (of RETESTS × CRITERIA) and `log_time` are
    by person.
    """

    kinds: NDArray[Any]
    truth: Floats
    outputs: Integers
    ratings: Integers
    gold_passed: Integers
    instructions_passed: Integers
    retests_same: Integers
    log_time: Floats


def draw_study(crowd: Mapping[str, int], seed: int) -> Study:
    """One study; the same for the same crowd and seed."""
    random = np.random.default_rng(seed)
    truth = _truth(random)
    kinds = random.permutation(np.repeat(list(crowd), list(crowd.values())))
    shared = random.normal(size=(len(KINDS), *truth.shape))
    outputs = _dealt(random)
    people = [
        _person(random, KINDS[name], truth, mine, shared[list(KINDS).index(name)])
        for name, mine in zip(kinds, outputs, strict=True)
    ]
    columns = [np.array(column) for column in zip(*people, strict=True)]
    return Study(kinds, truth, outputs, *columns)


def _truth(random: Generator) -> Floats:
    """Systems differ, items are harder or easier, and each output has its own luck."""
    systems = np.tile(SYSTEM_QUALITY, ITEMS)
    items = np.repeat(random.normal(0, 0.4, ITEMS), SYSTEMS)
    own = random.normal(0, 0.4, ITEMS * SYSTEMS)
    criteria = random.normal(0, 0.3, (ITEMS * SYSTEMS, CRITERIA))
    return np.clip((systems + items + own)[:, None] + criteria, LOW, HIGH)


def _dealt(random: Generator) -> Integers:
    """The outputs of each person's HITs: every output to three people, nobody twice."""
    deals = [random.permutation(ITEMS * SYSTEMS) for _turn in range(ANNOTATORS_PER_HIT)]
    return np.concatenate(deals).reshape(PEOPLE, HITS)


def _person(
    random: Generator, kind: Kind, truth: Floats, outputs: Integers, shared: Floats
) -> tuple[Any, ...]:
    ratings = _ratings(random, kind, truth[outputs], shared[outputs])
    degraded = np.full((GOLD, CRITERIA), DEGRADED)
    gold = _ratings(random, kind, degraded, random.normal(size=degraded.shape))
    again = random.choice(HITS, RETESTS, replace=False)
    retests = _ratings(random, kind, truth[outputs[again]], shared[outputs[again]])
    return (
        ratings,
        int((gold[:, 0] <= GOLD_PASSES).sum()),
        int((random.random(INSTRUCTIONS) < kind.obeys).sum()),
        int((retests == ratings[again]).sum()),
        float(np.log(kind.seconds) + random.normal(0, 0.35)),
    )


def _ratings(random: Generator, kind: Kind, quality: Floats, shared: Floats) -> Integers:
    """Whole scores (n, CRITERIA) of outputs in the order in which they are rated."""
    scores = kind.level + kind.slope * (quality - 3) + kind.shared * shared
    scores = scores + random.normal(0, kind.noise, quality.shape)
    whole = np.clip(np.rint(scores), LOW, HIGH).astype(np.int64)
    whole[0] = whole[0, 0] if kind.repeats else whole[0]
    repeated = random.random(len(whole)) < kind.repeats
    for place in np.flatnonzero(repeated[1:]) + 1:
        whole[place] = whole[place - 1]
    return whole
