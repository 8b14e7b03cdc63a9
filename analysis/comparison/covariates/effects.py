"""Effects of covariates on a judge's ratings of one criterion, minus those on people's ratings."""

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from analysis.comparison.catalogue import FEWEST_ITEMS, FEWEST_UNITS, NO_MEAN
from analysis.comparison.covariates.catalogue import NO_MAKER, TOO_FEW, Effect
from analysis.comparison.replicates import FEWEST_ITEMS as FEWEST_WITH_INTERVAL
from analysis.comparison.replicates import Replicates
from analysis.data.units import Units
from analysis.statistics.closeness.within_items import effective_items, slope_within
from analysis.statistics.estimates import Estimate
from analysis.statistics.results import Floats

OfOutput = Callable[[str, str], float]


def effects(
    units: Units, judge: str, replicates: Replicates, makers: Mapping[str, str]
) -> tuple[Effect, ...]:
    """Return the effects of covariates on the judge's ratings, minus those on people's ratings.
    Length is a covariate if output lengths are known. The judge's own model family is a covariate
    if `makers` has the maker of a system."""
    covariates: dict[str, OfOutput | str] = {}
    if lengths := units.frame.lengths:
        covariates["length"] = lambda item, system: _doublings(lengths.get((item, system), 0))
    if any(system in makers for system in units.frame.system.names):
        covariates["own_family"] = _own_family(judge, makers)
    return tuple(
        Effect(name, Estimate(None, 0, reason=covariate))
        if isinstance(covariate, str)
        else _effect(name, units, judge, covariate, replicates)
        for name, covariate in covariates.items()
    )


def _doublings(length: float) -> float:
    return float(np.log2(length)) if length > 0 else np.nan


def _own_family(judge: str, makers: Mapping[str, str]) -> OfOutput | str:
    own = makers.get(judge)
    if own is None:
        return NO_MAKER
    return lambda _item, system: float(makers[system] == own) if system in makers else np.nan


def _effect(
    name: str, units: Units, judge: str, covariate: OfOutput, replicates: Replicates
) -> Effect:
    facts = units.facts
    if facts.turns or (facts.level == "nominal" and not facts.preference):
        return Effect(name, Estimate(None, 0, reason=NO_MEAN))
    beyond = units.of_judge(judge) - units.people_means()
    if facts.preference:
        beyond /= 2  # from verdicts (-1 to 1) to shares (0 to 1)
    elif facts.best == "lowest":
        beyond = -beyond
    x = _of_units(units, covariate)
    there = ~np.isnan(x + beyond)
    varies = there & (x != 0) if facts.preference else _varies(units, x, there)
    rows = np.flatnonzero(varies)
    present, item = np.unique(units.item[rows], return_inverse=True)
    items = len(present)
    if len(rows) < FEWEST_UNITS or items < FEWEST_ITEMS:
        return Effect(name, Estimate(None, len(rows), reason=TOO_FEW), items)
    within = None if facts.preference else item
    slopes = replicates.by_parts(
        units.cell[rows], lambda weight: slope_within(x[rows], beyond[rows], within, weight)
    )
    telling = int(effective_items(x[rows], item, centred=within is not None))
    telling = max(FEWEST_WITH_INTERVAL, telling)
    estimate = replicates.estimate(slopes, n=len(rows), reason=TOO_FEW, items=telling)
    return Effect(name, estimate, items)


def _varies(units: Units, x: Floats, there: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return a mask of the units whose items have outputs with different covariate values."""
    low, high = np.full(units.items, np.inf), np.full(units.items, -np.inf)
    np.minimum.at(low, units.item[there], x[there])
    np.maximum.at(high, units.item[there], x[there])
    return there & (high > low)[units.item]


def _of_units(units: Units, covariate: OfOutput) -> Floats:
    """Return the covariate of each unit's output. For a pair of outputs, this is the value of
    output a minus that of output b."""
    frame = units.frame
    items, systems, others = (
        np.array(column.names, dtype=object)[column.code[units.row]].tolist()
        for column in (frame.item, frame.system, frame.other)
    )
    return np.array(
        [
            covariate(item, system) - (covariate(item, other) if other else 0)
            for item, system, other in zip(items, systems, others, strict=True)
        ],
        dtype=float,
    )
