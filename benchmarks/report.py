"""Benchmark of the comparison of a large batch, compared with a plain loop that calls libraries.

There are 100,080 ratings: 6 criteria, 556 items, 6 systems, and 3 people and 2 judges for every
output. Five criteria have a scale of 1 to 5, and one has a scale of 1 to 100. Each replicate of the
loop leaves out one item, and calls SciPy, scikit-learn and krippendorff, as a script would. One
replicate is timed for one criterion of each scale, and the time is multiplied by the numbers of
replicates and criteria.

The loop computes less. It has no intervals for pairwise accuracy, Gwet's coefficient, intraclass
correlations and systems' means, and no permutation test between judges.
"""

import time

import analysis  # noqa: F401 - first of all: it settles how many threads NumPy takes

# isort: split
import numpy as np

from analysis.comparison.catalogue import MOST_GROUPS
from analysis.comparison.compare import compare
from analysis.comparison.results import ComparisonSettings
from analysis.data.facts import Facts
from analysis.data.frame import Frame, Labels
from benchmarks.results import Measure
from benchmarks.servers import Bench

ITEMS, SYSTEMS, PEOPLE, JUDGES = 556, 6, 3, 2
TOPS = {"clarity": 5, "coverage": 5, "fluency": 5, "accuracy": 5, "relevance": 5, "quality": 100}
SEED = 11


def ratings(items: int = ITEMS) -> np.ndarray:
    """Return simulated ratings, shape (criteria, raters, items, systems): an output's true value
    plus noise, rounded to the scale."""
    chance = np.random.default_rng(SEED)
    shape = (items, SYSTEMS)
    found = []
    for top in TOPS.values():
        truth = chance.normal(0.5, 0.2, shape) + np.linspace(-0.15, 0.15, SYSTEMS)
        seen = truth + chance.normal(0, 0.15, (PEOPLE + JUDGES, *shape))
        found.append(np.clip(np.round(1 + seen * (top - 1)), 1, top))
    return np.stack(found)


def frame_of(values: np.ndarray) -> Frame:
    """Return the simulated ratings as a `Frame`, with one row per rating."""
    criterion, rater, item, system = (axis.ravel() for axis in np.indices(values.shape))
    keys = tuple(TOPS)
    items = values.shape[2]
    hits = items * SYSTEMS
    return Frame(
        hit=Labels(item * SYSTEMS + system, tuple(f"hit {number}" for number in range(hits))),
        item=Labels(item, tuple(f"item {number}" for number in range(items))),
        system=Labels(system, tuple(f"system {number}" for number in range(SYSTEMS))),
        other=Labels(np.zeros(values.size, dtype=np.intp), ("",)),
        criterion=Labels(criterion, keys),
        target=Labels(criterion, keys),
        rater=Labels(rater, tuple(f"rater {number}" for number in range(PEOPLE + JUDGES))),
        judge=rater >= PEOPLE,
        position=np.ones(values.size, dtype=np.int8),
        value=values.ravel(),
        facts={key: Facts(key, key.title(), "ordinal") for key in keys},
    )


def _closeness(sample: np.ndarray) -> None:
    """Compare each judge with all people. Then compare each person, and each judge, with all people
    but that person. The results are discarded."""
    people = sample[:PEOPLE]
    for judge in sample[PEOPLE:]:
        _figures(people, judge)
    for place in range(PEOPLE):
        rest = np.delete(people, place, axis=0)
        _figures(rest, people[place])
        for judge in sample[PEOPLE:]:
            _figures(rest, judge)


def _figures(people: np.ndarray, one: np.ndarray) -> None:
    from sklearn.metrics import cohen_kappa_score

    aim = people.mean(0)
    _correlations(aim.ravel(), one.ravel())
    _correlations(aim.mean(0), one.mean(0))
    for row, other in zip(aim, one, strict=True):
        _correlations(row, other)
    np.abs(aim - one).mean(), (one - aim).mean(), (people == one).mean()
    cohen_kappa_score(people.ravel(), np.tile(one.ravel(), len(people)), weights="quadratic")


def _correlations(first: np.ndarray, second: np.ndarray) -> None:
    from scipy import stats

    if np.ptp(first) and np.ptp(second):
        stats.pearsonr(first, second)
        stats.spearmanr(first, second)
        stats.kendalltau(first, second)


def _alpha(people: np.ndarray) -> None:
    import krippendorff

    krippendorff.alpha(people.reshape(len(people), -1), level_of_measurement="ordinal")


def loop_seconds(values: np.ndarray, draws: int) -> float:
    """Return the seconds that the loop would take for all criteria and `draws` replicates. They are
    estimated from one replicate for one criterion of each scale."""
    total = 0.0
    for key in ("clarity", "quality"):
        sample = np.delete(values[list(TOPS).index(key)], 0, axis=1)
        start = time.perf_counter()
        _closeness(sample)
        _alpha(sample[:PEOPLE])
        criteria = sum(top == TOPS[key] for top in TOPS.values())
        total += criteria * (time.perf_counter() - start) * draws
    return total


# Items, and draws of the comparison.
SCALES = {"full": (ITEMS, 1000), "quick": (60, 100), "tiny": (12, 5)}


def measure(_bench: Bench, scale: str) -> list[Measure]:
    """Return the time of the comparison as a ratio to the loop's time. No server is needed."""
    items, draws = SCALES[scale]
    values = ratings(items)
    frame = frame_of(values)
    start = time.perf_counter()
    compare(frame, ComparisonSettings(draws=draws))
    took = time.perf_counter() - start
    total = loop_seconds(values, min(items, MOST_GROUPS))
    name = f"report of {len(frame):,} ratings, {draws:,} draws"
    return [Measure(name, took, total, "s", took / total)]
