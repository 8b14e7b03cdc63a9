"""Comparison of a judge with people, and of each person with the other people. All statistics of
the main table are computed for every replicate."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial

import numpy as np

from analysis.comparison.catalogue import (
    NO_OVERLAP,
    NOTHING_VARIES,
    STATISTICS,
    TWO_SYSTEMS,
    shown_statistics,
)
from analysis.comparison.replicates import FEWEST_ITEMS, Replicates
from analysis.comparison.results import ComparisonSettings, Figure
from analysis.data.facts import Facts
from analysis.data.frame import Codes
from analysis.data.units import UnitRatings, Units
from analysis.statistics.agreement.kappa import (
    nominal_kappa,
    nominal_terms,
    quadratic_kappa,
    quadratic_terms,
)
from analysis.statistics.closeness.levels import correlate_levels, means_by_system
from analysis.statistics.closeness.system_intervals import FEWEST_SYSTEMS as SYSTEMS_WITH_INTERVAL
from analysis.statistics.closeness.system_intervals import system_intervals
from analysis.statistics.estimates import Estimate
from analysis.statistics.jackknife import Coefficient, Interval, fisher_interval
from analysis.statistics.results import Floats, quotient

# Over two points, a correlation is always 1 or -1.
FEWEST_SYSTEMS = FEWEST_OUTPUTS = 3
FEWEST_UNITS = 2  # units that an annotator shares with the others and the judge
# Statistics that are means, over units, of a function of the error (the rater's value minus the
# others').
ERROR_MEANS: Mapping[str, Callable[[Floats], Floats]] = {"mae": np.abs, "bias": np.positive}


@dataclass(frozen=True)
class Closeness:
    """The statistics of one rater. `figures` has an array for each statistic, with one value per
    replicate; the first value is that of the whole sample. `counts` has each statistic's n. `units`
    is the number of rated units, which belong to `items` items. For correlations within items,
    `constant` is the number of items with equal scores on at least one side, and `used` that of the
    others."""

    figures: Mapping[str, Floats]
    counts: Mapping[str, int]
    units: int
    items: int
    used: int = 0
    constant: int = 0
    system_intervals: Mapping[str, Interval] = field(default_factory=dict)


def closeness(
    units: Units,
    own: Floats,
    aim: Floats,
    pairs: UnitRatings,
    replicates: Replicates,
    settings: ComparisonSettings,
) -> Closeness:
    """Return all statistics that compare one rater's values `own` (U,) with `aim` (U,), the
    people's mean ratings. A person's own ratings are not part of `aim`.

    Statistics that compare single ratings use `pairs`: these people's ratings of the units that
    have both an `own` and an `aim` value.
    """
    there = ~np.isnan(own + aim)
    statistics, counts = _rating_by_rating(units, own, pairs, replicates)
    shared, items = int(there.sum()), replicates.items_of(units.cell[there])
    if units.facts.level == "nominal" or not shared:
        return Closeness(statistics, counts, shared, items)
    error = own[there] - aim[there]
    cell = units.cell[there]
    columns = [mean_of(error).astype(float) for mean_of in ERROR_MEANS.values()]
    sums = replicates.sums(cell, np.stack([*columns, np.ones_like(error)], axis=1))
    statistics |= {
        name: quotient(sums[:, index], sums[:, -1]) for index, name in enumerate(ERROR_MEANS)
    }
    human, judge = (units.matrix(np.where(there, side, np.nan)) for side in (aim, own))
    levels = correlate_levels(
        human,
        judge,
        replicates.resamples,
        constant=settings.constant,
        stuart=settings.tau == "c",
        outputs=FEWEST_OUTPUTS,
        cell_group=replicates.cell_group.reshape(human.shape) if replicates.drawn else None,
    )
    used, constant = int(levels.used[0]), int(levels.constant[0])
    cells = ~np.isnan(human)
    counts |= dict.fromkeys(ERROR_MEANS, shared)
    rows = used if settings.constant == "skip" else used + constant
    for level, each, n in (
        ("input", levels.per_input, rows),
        ("pooled", levels.pooled, int(cells.sum())),
        ("system", levels.system, int(cells.any(0).sum())),
    ):
        tau = each.tau_b if settings.tau == "b" else each.tau_c
        names = [f"{name}_{level}" for name in ("pearson", "spearman", "kendall")]
        statistics |= dict(zip(names, (each.pearson, each.spearman, tau), strict=True))
        counts |= dict.fromkeys(names, n)
    if counts["pearson_system"] < FEWEST_SYSTEMS:
        nothing = np.full(len(replicates), np.nan)
        statistics |= {name: nothing for name in statistics if name.endswith("_system")}
    intervals = {} if replicates.drawn else _over_systems(human, judge, replicates, items)
    return Closeness(statistics, counts, shared, items, used, constant, intervals)


def _over_systems(
    human: Floats, judge: Floats, replicates: Replicates, items: int
) -> dict[str, Interval]:
    if not replicates.resampled or items < FEWEST_ITEMS:
        return {}
    means = means_by_system(human, judge, replicates.resamples)
    intervals = system_intervals(*means, items=items, draws=replicates.draws, seed=replicates.seed)
    return {f"{name}_system": interval for name, interval in intervals.items()}


def _rating_by_rating(
    units: Units, own: Floats, pairs: UnitRatings, replicates: Replicates
) -> tuple[dict[str, Floats], dict[str, int]]:
    own_values = own[pairs.unit]
    if not len(own_values):
        return {}, {}
    if units.facts.level == "nominal":
        terms = nominal_terms(pairs.value, own_values)
        kappa = nominal_kappa
    else:
        terms = quadratic_terms(pairs.value, own_values, float(pairs.value.mean()))
        kappa = quadratic_kappa
    equal = own_values == pairs.value
    # A failure in a neighbouring turn is near. “None” is near only to “none”.
    fails = (own_values > 0) & (pairs.value > 0)
    near = equal | (fails & (np.abs(own_values - pairs.value) <= 1))
    counted = np.stack([np.ones_like(own_values), equal, near], axis=1)
    sums = replicates.sums(units.cell[pairs.unit], np.hstack([counted, terms]))
    statistics = {"exact": quotient(sums[:, 1], sums[:, 0]), "kappa": kappa(sums[:, 3:])}
    if units.facts.turns:
        statistics["near_turn"] = quotient(sums[:, 2], sums[:, 0])
    return statistics, dict.fromkeys(statistics, len(own_values))


def against_people(
    units: Units, judge: Floats, replicates: Replicates, settings: ComparisonSettings
) -> Closeness:
    pairs = _where(units.people, ~np.isnan(judge)[units.people.unit])
    return closeness(units, judge, units.people_means(), pairs, replicates, settings)


@dataclass(frozen=True)
class LeftOutPerson:
    """Statistics of an annotator and of the judge, each compared with the other annotators.
    `shared` (U,) marks the units that the annotator, the judge and at least one other annotator
    rated. `cell` (U,) is the index of each unit's cell, that is, its item and system."""

    human: Closeness
    judge: Closeness
    shared: Codes
    cell: Codes


@dataclass(frozen=True)
class LeftOutRows:
    """Comparisons of each annotator and of the judges with the other annotators. If there are many
    annotators, `people` and `names` are about places instead (see `left_out_groups`)."""

    units: Units
    people: UnitRatings
    names: tuple[str, ...]
    replicates: Replicates
    settings: ComparisonSettings
    _known: dict[tuple[int, bytes], Closeness] = field(default_factory=dict, init=False)

    def rows(self, judge: Floats) -> list[LeftOutPerson]:
        """Return the comparisons for each annotator who shares enough units with the other
        annotators and the judge."""
        comparisons = []
        for rater in range(len(self.names)):
            mine = self.people.rater == rater
            rest = _where(self.people, ~mine)
            own = np.full(len(self.units), np.nan)
            own[self.people.unit[mine]] = self.people.value[mine]
            aim = self.units.people_means(rest)
            shared = ~np.isnan(own + aim + judge)
            if shared.sum() < FEWEST_UNITS:
                continue
            aim = np.where(shared, aim, np.nan)
            pairs = _where(rest, shared[rest.unit])
            rest_of = (aim, pairs, self.replicates, self.settings)
            # Judges that rated the same units share the human row.
            key = (rater, shared.tobytes())
            if key not in self._known:
                self._known[key] = closeness(self.units, own, *rest_of)
            machine = closeness(self.units, judge, *rest_of)
            comparisons.append(LeftOutPerson(self._known[key], machine, shared, self.units.cell))
        return comparisons


def _where(ratings: UnitRatings, rows: Codes) -> UnitRatings:
    return UnitRatings(ratings.unit[rows], ratings.rater[rows], ratings.value[rows])


def figures(
    direct: Closeness,
    rows: list[LeftOutPerson],
    replicates: Replicates,
    facts: Facts,
    why_no_human: str,
) -> tuple[Figure, ...]:
    return tuple(
        _figure(name, direct, rows, replicates, why_no_human) for name in shown_statistics(facts)
    )


def _figure(
    name: str,
    direct: Closeness,
    rows: list[LeftOutPerson],
    replicates: Replicates,
    why_no_human: str,
) -> Figure:
    judge = estimate(name, direct, replicates)
    present = [row for row in rows if name in row.human.figures]
    both = [(row.human.figures[name], row.judge.figures[name]) for row in present]
    both = [pair for pair in both if not np.isnan([side[0] for side in pair]).any()]
    if not both:
        reason = why_no_human if not rows else NOTHING_VARIES
        none = Estimate(None, 0, reason=reason)
        return Figure(name, judge, none, none, none)
    human, machine = (mean_over_people([pair[side] for pair in both]) for side in (0, 1))
    each = [float(pair[0][0]) for pair in both]
    fewest = min((row.human for row in present), key=lambda left_out: left_out.items)
    of_others = partial(figure_interval, name, replicates=replicates, rests_on=fewest, n=len(both))
    return Figure(
        statistic=name,
        judge=judge,
        human=of_others(human),
        left_out=of_others(machine),
        difference=of_others(machine - human, difference=True),
        lowest=min(each),
        highest=max(each),
    )


def estimate(name: str, measured: Closeness, replicates: Replicates) -> Estimate:
    """Return the estimate of the statistic `name`, with its interval. `measured` is one rater
    compared with all people."""
    if not measured.units or name not in measured.figures:
        return Estimate(None, 0, reason=NO_OVERLAP)
    return figure_interval(
        name,
        measured.figures[name],
        replicates=replicates,
        rests_on=measured,
        n=measured.counts[name],
        reason=STATISTICS[name].undefined,
        is_direct=True,
    )


def figure_interval(
    name: str,
    figures: Floats,
    *,
    replicates: Replicates,
    rests_on: Closeness,
    n: int,
    reason: str = NOTHING_VARIES,
    difference: bool = False,
    is_direct: bool = False,
) -> Estimate:
    """Return the estimate of a statistic, or of the `difference` between two statistics, with an
    interval if there is a valid method. For a statistic over systems, an interval exists only if
    the judge is compared with all people (`is_direct`)."""
    if STATISTICS[name].at == "system":
        value = float(figures[0])
        if is_direct and not np.isnan(value):
            return Estimate(value, n, *(_over_systems_of(name, value, replicates, rests_on)))
        few = rests_on.counts[name] < FEWEST_SYSTEMS
        return replicates.point(value, n=n, reason=TWO_SYSTEMS if few else reason)
    scale = "free" if difference else STATISTICS[name].scale
    return replicates.estimate(figures, n=n, reason=reason, scale=scale, items=rests_on.items)


def _over_systems_of(
    name: str, value: float, replicates: Replicates, measured: Closeness
) -> Interval | tuple[None, None]:
    """Return the interval of a correlation over systems, or (None, None) if the correlation has no
    interval."""
    if not replicates.drawn:
        ends = measured.system_intervals.get(name)
        # Noise can pull the estimate out of its interval, so the interval is extended to include
        # it.
        return (min(ends[0], value), max(ends[1], value)) if ends else (None, None)
    if measured.counts[name] < SYSTEMS_WITH_INTERVAL:
        return None, None
    coefficient: Coefficient = name.removesuffix("_system")  # type: ignore[assignment]
    return fisher_interval(value, measured.counts[name], coefficient) or (None, None)


def mean_over_people(each: list[Floats]) -> Floats:
    """Return the mean over annotators for every replicate. Annotators without a value in a
    replicate are ignored in that replicate."""
    stack = np.stack(each)
    there = ~np.isnan(stack)
    total = np.where(there, stack, 0).sum(0)
    return np.divide(total, there.sum(0), out=np.full(total.shape, np.nan), where=there.any(0))
