"""How close a judge is to people, and each person to the others: every statistic of the main table,
with draws."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from analysis.comparison.catalogue import NO_OVERLAP, NOTHING_VARIES, STATISTICS, shown_statistics
from analysis.comparison.resampling import Draws
from analysis.comparison.results import ComparisonSettings, Figure
from analysis.data.frame import Codes, Level
from analysis.data.units import UnitRatings, Units
from analysis.statistics.kappa import nominal_kappa, nominal_terms, quadratic_kappa, quadratic_terms
from analysis.statistics.levels import Levels, correlate_levels
from analysis.statistics.results import Estimate, Floats, quotient

FEWEST_UNITS = 2  # that an annotator shares with the others and the judge
# Statistics that are a mean over units of something that follows from the error, the rater's value
# less the others'.
ERROR_MEANS: Mapping[str, Callable[[Floats], Floats]] = {"mae": np.abs, "bias": np.positive}


@dataclass(frozen=True)
class Closeness:
    """Draws (D,) of each statistic, draw 0 the sample, and what it rests on; `units` are shared."""

    draws: Mapping[str, Floats]
    counts: Mapping[str, int]
    units: int
    used: int = 0
    constant: int = 0


def closeness(
    units: Units,
    own: Floats,
    aim: Floats,
    pairs: UnitRatings,
    draws: Draws,
    settings: ComparisonSettings,
) -> Closeness:
    """All statistics of `own` (U,), one rater's values, against `aim` (U,), the mean of the others.

    Agreement beyond means is taken rating by rating: `pairs` holds the others' ratings, all of
    units in which both `own` and `aim` have a value.
    """
    there = ~np.isnan(own + aim)
    statistics, counts = _rating_by_rating(units, own, pairs, draws)
    shared = int(there.sum())
    if units.facts.level == "nominal" or not shared:
        return Closeness(statistics, counts, shared)
    error = own[there] - aim[there]
    cell = units.cell[there]
    columns = [mean_of(error).astype(float) for mean_of in ERROR_MEANS.values()]
    sums = draws.sums(cell, np.stack([*columns, np.ones_like(error)], axis=1))
    statistics |= {
        name: quotient(sums[:, index], sums[:, -1]) for index, name in enumerate(ERROR_MEANS)
    }
    human, judge = (units.matrix(np.where(there, side, np.nan)) for side in (aim, own))
    levels = correlate_levels(
        human, judge, draws.resamples, constant=settings.constant, stuart=settings.tau == "c"
    )
    used, constant = int(levels.used[0]), int(levels.constant[0])
    cells = ~np.isnan(human)
    counts |= dict.fromkeys(ERROR_MEANS, shared)
    for level, n in (
        ("input", used if settings.constant == "skip" else used + constant),
        ("pooled", int(cells.sum())),
        ("system", int(cells.any(0).sum())),
    ):
        statistics |= _of_level(levels, level, settings)
        counts |= {f"{name}_{level}": n for name in ("pearson", "spearman", "kendall")}
    return Closeness(statistics, counts, shared, used, constant)


def _rating_by_rating(
    units: Units, own: Floats, pairs: UnitRatings, draws: Draws
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
    equal = np.stack([np.ones_like(own_values), own_values == pairs.value], axis=1)
    sums = draws.sums(units.cell[pairs.unit], np.hstack([equal, terms]))
    statistics = {"exact": quotient(sums[:, 1], sums[:, 0]), "kappa": kappa(sums[:, 2:])}
    return statistics, dict.fromkeys(statistics, len(own_values))


def _of_level(levels: Levels, level: str, settings: ComparisonSettings) -> dict[str, Floats]:
    correlations = {"input": levels.per_input, "pooled": levels.pooled, "system": levels.system}[
        level
    ]
    tau = correlations.tau_b if settings.tau == "b" else correlations.tau_c
    return {
        f"pearson_{level}": correlations.pearson,
        f"spearman_{level}": correlations.spearman,
        f"kendall_{level}": tau,
    }


def against_people(
    units: Units, judge: Floats, draws: Draws, settings: ComparisonSettings
) -> Closeness:
    """The judge against all people."""
    pairs = _where(units.people, ~np.isnan(judge)[units.people.unit])
    return closeness(units, judge, units.people_means(), pairs, draws, settings)


class LeftOutRows:
    """Every annotator (or place) against the others, and judges against those same others."""

    def __init__(
        self,
        units: Units,
        people: UnitRatings,
        names: tuple[str, ...],
        draws: Draws,
        settings: ComparisonSettings,
    ) -> None:
        self.units, self.people, self.names, self.draws, self.settings = (
            units,
            people,
            names,
            draws,
            settings,
        )
        self._known: dict[tuple[int, bytes], Closeness] = {}

    def rows(self, judge: Floats) -> list[tuple[Closeness, Closeness]]:
        """For each annotator who shares units with the others and the judge: (the annotator, the
        judge)."""
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
            human = self._human(rater, shared, own, aim, pairs)
            comparisons.append(
                (human, closeness(self.units, judge, aim, pairs, self.draws, self.settings))
            )
        return comparisons

    def _human(
        self, rater: int, shared: Codes, own: Floats, aim: Floats, pairs: UnitRatings
    ) -> Closeness:
        # Judges that rated the same units share the human row.
        key = (rater, shared.tobytes())
        if key not in self._known:
            self._known[key] = closeness(self.units, own, aim, pairs, self.draws, self.settings)
        return self._known[key]


def _where(ratings: UnitRatings, rows: Codes) -> UnitRatings:
    return UnitRatings(ratings.unit[rows], ratings.rater[rows], ratings.value[rows])


def figures(
    direct: Closeness,
    rows: list[tuple[Closeness, Closeness]],
    draws: Draws,
    level: Level,
    why_no_human: str,
) -> tuple[Figure, ...]:
    """The main table's figures for one judge."""
    return tuple(
        _figure(name, direct, rows, draws, why_no_human) for name in shown_statistics(level)
    )


def _figure(
    name: str,
    direct: Closeness,
    rows: list[tuple[Closeness, Closeness]],
    draws: Draws,
    why_no_human: str,
) -> Figure:
    judge = _estimate(name, direct, draws)
    both = [
        (human.draws[name], machine.draws[name]) for human, machine in rows if name in human.draws
    ]
    both = [
        (human, machine) for human, machine in both if not np.isnan([human[0], machine[0]]).any()
    ]
    if not both:
        reason = why_no_human if not rows else NOTHING_VARIES
        none = Estimate(None, 0, reason=reason)
        return Figure(name, judge, none, none, none)
    human, machine = (_mean_of([pair[side] for pair in both]) for side in (0, 1))
    count = len(both)
    each = [float(pair[0][0]) for pair in both]
    return Figure(
        statistic=name,
        judge=judge,
        human=draws.estimate(human, n=count, reason=NOTHING_VARIES),
        left_out=draws.estimate(machine, n=count, reason=NOTHING_VARIES),
        difference=draws.estimate(machine - human, n=count, reason=NOTHING_VARIES),
        lowest=min(each),
        highest=max(each),
        within=_within(name, float(machine[0]), each),
    )


def _estimate(name: str, measured: Closeness, draws: Draws) -> Estimate:
    if not measured.units or name not in measured.draws:
        return Estimate(None, 0, reason=NO_OVERLAP)
    return draws.estimate(
        measured.draws[name], n=measured.counts[name], reason=STATISTICS[name].undefined
    )


def _mean_of(each: list[Floats]) -> Floats:
    """The mean over annotators in every draw, of those that the draw gives a figure."""
    stack = np.stack(each)
    there = ~np.isnan(stack)
    total = np.where(there, stack, 0).sum(0)
    return np.divide(total, there.sum(0), out=np.full(total.shape, np.nan), where=there.any(0))


def _within(name: str, judge: float, people: list[float]) -> bool | None:
    best = STATISTICS[name].best
    if best == "highest":
        return judge >= min(people)
    return judge <= max(people) if best == "lowest" else None
