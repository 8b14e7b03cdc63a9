"""Expected results of a design: the power to distinguish two systems, and the widths of intervals,
computed with the report's own functions."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np
from scipy import sparse

from analysis.comparison.among_people import alpha_figures
from analysis.comparison.catalogue import SAME
from analysis.comparison.preferences import Verdicts, system_preferences, verdicts_of
from analysis.comparison.replicates import Replicates
from analysis.comparison.result_parts import SystemPair, SystemResult
from analysis.comparison.results import PEOPLE
from analysis.comparison.systems.corrected import corrected_by_judge
from analysis.comparison.systems.means import system_means
from analysis.comparison.systems.paired_tests import SIGNIFICANT, tests_between_systems
from analysis.data.facts import Facts
from analysis.data.frame import Frame
from analysis.data.units import Units, make_units
from analysis.power.design import Design, Effects, shifts_of
from analysis.power.studies import Studies, draw_studies, frame_of
from analysis.statistics.estimates import Estimate
from analysis.statistics.paired_systems import holms, paired_ps
from analysis.statistics.results import Floats

STUDIES, FEWEST_STUDIES = 2000, 200
PRINTED = 60  # studies with intervals, which vary little between studies
MOST_RATINGS = 200_000_000  # ratings in all studies of a design; larger designs have fewer studies
AT_ONCE = 1_000_000  # ratings simulated at a time
LAYOUTS = 100  # fewest random choices of who rates what, which matter if there are few people


@dataclass(frozen=True)
class Expected:
    """The mean of a statistic over simulated studies, and its Monte Carlo standard error."""

    value: float
    error: float


@dataclass(frozen=True)
class Expectation:
    """Expected results of a design. `chance` is the power: the probability that the first and the
    last system differ significantly after Holm's correction. `widths` are the mean widths of 95 %
    intervals, by name."""

    items: int
    annotators: int
    studies: int
    chance: Expected
    widths: dict[str, Expected]


def expect(
    design: Design,
    effects: Effects,
    distance: float,
    *,
    studies: int = STUDIES,
    printed: int = PRINTED,
    seed: int = 0,
) -> Expectation:
    """Simulate the design with the first and the last system `distance` apart, and return the
    expected results. Fewer studies are simulated for a large design. Raises TooFarError if the
    distance is too large for the criterion's scale."""
    shifts = shifts_of(design, effects, distance)
    ratings = design.items * design.hits_per_item * design.per_page * design.annotators
    count = max(FEWEST_STUDIES, min(studies, MOST_RATINGS // max(1, ratings)))
    count, chance = min(count, studies), np.random.default_rng(seed)
    differ: list[Floats] = []
    widths: list[dict[str, float]] = []
    while (done := sum(map(len, differ))) < count:
        part = max(1, min(AT_ONCE // max(1, ratings), -(-count // LAYOUTS), count - done))
        drawn = draw_studies(design, effects, shifts, part, chance)
        differ.append(told_apart(design, drawn))
        widths += [
            widths_in(frame_of(design, drawn, number), design.facts)
            for number in range(min(part, printed - len(widths)))
        ]
    share = float(np.concatenate(differ).mean())
    return Expectation(
        design.items,
        design.annotators,
        count,
        Expected(share, float(np.sqrt(share * (1 - share) / count))),
        dict(_means(widths)),
    )


def _means(widths: Sequence[dict[str, float]]) -> Iterator[tuple[str, Expected]]:
    for name in dict.fromkeys(name for each in widths for name in each):
        values = np.array([each[name] for each in widths if name in each])
        error = values.std(ddof=1) / np.sqrt(len(values)) if len(values) > 1 else 0.0
        yield name, Expected(float(values.mean()), float(error))


def told_apart(design: Design, studies: Studies) -> Floats:
    """Return, for each study, 1 if the first and the last system differ significantly, and 0
    otherwise. Holm's correction covers all pairs, as in `tests_between_systems`."""
    of_pair = _of_verdicts(studies) if design.facts.preference else _of_means(design, studies)
    pairs = list(combinations(range(design.systems), 2))
    p_values = np.stack([paired_ps(of_pair(*pair)) for pair in pairs], axis=1)
    return (holms(p_values)[:, pairs.index((0, design.systems - 1))] < SIGNIFICANT).astype(float)


def _of_means(design: Design, studies: Studies) -> Callable[[int, int], Floats]:
    layout, size = studies.layout, design.items * design.systems
    values = studies.people.mean(3).reshape(len(studies.people), -1)
    cell = (layout.item[:, None] * design.systems + layout.systems).ravel()
    units = np.bincount(cell, minlength=size)
    spread = sparse.csr_array((1 / units[cell], (cell, np.arange(len(cell)))), (size, len(cell)))
    means = (spread @ values.T).T.reshape(-1, design.items, design.systems)
    there = (units > 0).reshape(design.items, design.systems)

    def of_pair(first: int, second: int) -> Floats:
        both = there[:, first] & there[:, second]
        return np.asarray(means[:, both, first] - means[:, both, second], dtype=np.float64)

    return of_pair


def _of_verdicts(studies: Studies) -> Callable[[int, int], Floats]:
    net, systems = studies.people[:, :, 0].mean(2), studies.layout.systems

    def of_pair(first: int, second: int) -> Floats:
        return np.asarray(net[:, (systems == (first, second)).all(1)], dtype=np.float64)

    return of_pair


def compared(
    frame: Frame, facts: Facts, *, draws: int = 1
) -> tuple[Units, Replicates, Sequence[SystemResult], Sequence[SystemPair]]:
    """Return the units, the replicates, and a report's results about the systems and each pair of
    systems according to people. If `draws` is 0, the systems' means have no intervals."""
    units = make_units(frame, facts)
    replicates = Replicates.make(
        units.items, len(units.systems), draws=draws, seed=0, pairs=facts.preference
    )
    groups: dict[str | None, Verdicts] | None = None
    if facts.preference:
        groups = {None: verdicts_of(units, None)}
        systems = system_preferences(units, groups, replicates)
    else:
        systems = system_means(units, replicates)
    always = {PEOPLE: (1, 1)}  # a planned study asks about every output
    pairs = tests_between_systems(units, systems, groups, [], always)[PEOPLE].pairs
    return units, replicates, systems, pairs


def widths_in(frame: Frame, facts: Facts) -> dict[str, float]:
    """Return the widths of a report's intervals by name. Intervals that do not exist for these
    ratings are left out. `mean` is for a system's mean (for preferences, its win rate), and
    `difference` for the difference between the first and the last system. `alpha` is for agreement
    between people, and `judge` for a mean corrected with a judge."""
    units, replicates, systems, pairs = compared(frame, facts)
    last = f"s{len(systems) - 1}"
    estimates: dict[str, list[Estimate]] = {
        "mean": [system.people for system in systems],
        "difference": [
            pair.estimate for pair in pairs if {pair.first, pair.second} == {"s0", last}
        ],
        "judge": [
            figure.corrected
            for judge in corrected_by_judge(units, list(units.judges), {}).values()
            for figure in judge.figures
            if not figure.second
        ],
    }
    counts = np.bincount(units.people.unit, minlength=len(units))
    if (counts > 1).any():
        alpha = alpha_figures(units, replicates)
        items = replicates.items_of(units.cell[counts > 1])
        estimates["alpha"] = [
            replicates.estimate(alpha, n=len(units), reason=SAME, scale="agreement", items=items)
        ]
    wide = {name: [_width(each) for each in some] for name, some in estimates.items()}
    return {
        name: float(np.mean(there))
        for name, some in wide.items()
        if (there := [width for width in some if width is not None])
    }


def _width(estimate: Estimate) -> float | None:
    if estimate.low is None or estimate.high is None:
        return None
    return estimate.high - estimate.low
