"""Random comparisons, with few or many ratings and with judges of several kinds."""

from dataclasses import replace

import numpy as np

from analysis.comparison.compare import compare
from analysis.comparison.results import Comparison, ComparisonSettings
from analysis.data.frame import Frame
from tests.analysis.frames import frame_of, pairs, scored

PEOPLE = ("ann", "ben", "cat", "dan")
JUDGES = ("j", "k")
SCALES = ((1, 3), (1, 5), (0, 100))
KINDS = ("close", "generous", "opposite", "random", "constant", "other scale")
UNSEEN = ((), (), ("references",), ("image?",), ("body", "references", "image?"))
Chance = np.random.Generator


def random_report(seed: int) -> Comparison:
    """Return a comparison of random ratings, determined by the seed."""
    chance = np.random.default_rng(seed)
    frame = _preferences(chance) if chance.random() < 0.25 else _scores(chance)
    margin = (None, 0.05, 0.1, 0.3)[chance.integers(4)]
    unseen = {name: UNSEEN[chance.integers(len(UNSEEN))] for name in JUDGES}
    return compare(frame, ComparisonSettings(draws=10, margin=margin), unseen=unseen)


def _scores(chance: Chance) -> Frame:
    """Return a frame with one to three criteria, one to four people and one or two judges."""
    items, systems = int(chance.choice([1, 2, 4, 6, 12, 25])), int(chance.integers(1, 5))
    people, judges = PEOPLE[: chance.integers(1, 5)], JUDGES[: chance.integers(1, 3)]
    lines, levels, best = list[str](), {}, {}
    for number in range(chance.integers(1, 4)):
        key = f"c{number}"
        levels[key] = str(chance.choice(["ordinal", "interval", "nominal"]))
        best[key] = str(chance.choice(["highest", "lowest", "none"]))
        values = _values(chance, items * systems, people, judges)
        lines += scored(values, systems=systems, criterion=key)
    if not lines:  # everything is missing
        return _scores(chance)
    frame = frame_of(*lines, levels={key: levels[key] for key in levels if _has(lines, key)})
    facts = {key: replace(facts, best=best[key]) for key, facts in frame.facts.items()}
    return replace(frame, facts=facts)


def _has(lines: list[str], key: str) -> bool:
    return any(f",{key}," in line for line in lines)


def _values(chance: Chance, size: int, people, judges) -> dict[str, list]:
    low, high = SCALES[chance.integers(len(SCALES))]
    truth = chance.uniform(low, high, size)
    if chance.random() < 0.1:
        truth[:] = low
    noise = (high - low) * chance.uniform(0, 0.4)

    def rated(centre: np.ndarray) -> np.ndarray:
        return np.clip(np.round(centre + chance.normal(0, noise, size)), low, high).astype(int)

    values = {name: rated(truth) for name in people}
    for name in judges:
        values[name] = {
            "close": rated(truth),
            "generous": rated(truth + (high - low) / 3),
            "opposite": rated(low + high - truth),
            "random": chance.integers(low, high + 1, size),
            "constant": np.full(size, low),
            "other scale": np.round(rated(truth) * 7.5),
        }[str(chance.choice(KINDS))]
    missing = chance.choice([0, 0, 0.2, 0.6])
    return {
        name: [None if chance.random() < missing else value for value in ratings.tolist()]
        for name, ratings in values.items()
    }


def _preferences(chance: Chance) -> Frame:
    """Return a frame of pairwise verdicts, by people in random order and by a judge in one or both
    orders."""
    items, people = int(chance.choice([2, 6, 20])), PEOPLE[: chance.integers(1, 4)]
    both_orders, first = chance.random() < 0.7, chance.uniform(0, 1)
    lines = []
    for item in range(items):
        for name in people:
            order, value = chance.choice(["ab", "ba"]), chance.choice(["a", "b", "tie"])
            lines.append(f"i{item},s0,s1,better,{name},human,{order},{value}")
        for order in ("ab", "ba")[: 2 if both_orders else 1]:
            value = order[0] if chance.random() < first else chance.choice(["a", "b", "tie"])
            lines.append(f"i{item},s0,s1,better,j,judge,{order},{value}")
    return pairs(*lines)
