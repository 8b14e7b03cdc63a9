"""Agreement between people: pairwise agreement, alpha, Gwet's coefficients and the ICC."""

from collections.abc import Callable
from functools import partial
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from analysis.comparison.catalogue import NO_RATINGS, ONE_RATING, SAME, UNEQUAL
from analysis.comparison.replicates import Replicates
from analysis.data.facts import Level
from analysis.data.frame import Codes
from analysis.data.units import UnitRatings, Units, verdicts
from analysis.statistics.agreement.alpha import (
    alpha_of_sums,
    alpha_terms,
    interval_alpha,
    interval_terms,
)
from analysis.statistics.agreement.gwet import Weighting, gwet_ac, pairwise_agreement
from analysis.statistics.agreement.icc import intraclass_correlations
from analysis.statistics.estimates import Estimate
from analysis.statistics.results import Floats

MOST_CATEGORIES = 101  # different values; with more, people seldom choose the same one
TOO_FINE = f"not estimable: the ratings have more than {MOST_CATEGORIES} different values"
GWET: dict[str, tuple[str, Weighting]] = {
    "nominal": ("gwet_ac1", "none"),
    "ordinal": ("gwet_ac2", "ordinal"),
    "interval": ("gwet_ac2", "quadratic"),
}
FORMS = {
    "icc_1": "one_way",
    "icc_1k": "one_way_mean",
    "icc_a1": "agreement",
    "icc_ak": "agreement_mean",
    "icc_c1": "consistency",
    "icc_ck": "consistency_mean",
}


def agreement(units: Units, replicates: Replicates) -> dict[str, Estimate]:
    """Return the coefficients of agreement between people that suit the level of measurement, by
    name. The n of a coefficient is the number of units with at least two ratings. If there are no
    such units, each estimate has a reason and no value."""
    ratings = units.people
    counts = np.bincount(ratings.unit, minlength=len(units))
    several = int((counts > 1).sum())
    if not several:
        reason = ONE_RATING if len(ratings.unit) else NO_RATINGS
        names = ["alpha", "pairwise", GWET[units.facts.level][0]] + (
            ["icc_1"] if units.facts.level != "nominal" else []
        )
        return {name: Estimate(None, 0, reason=reason) for name in names}
    # All coefficients use only items that have a unit with several ratings.
    paired = replicates.items_of(units.cell[counts > 1])
    estimate = partial(replicates.estimate, reason=SAME, scale="agreement", items=paired)
    estimates = {"alpha": estimate(alpha_figures(units, replicates), n=several)}
    if units.facts.sets:
        near = alpha_of(units.people, "sets", units.cell, replicates)
        estimates["alpha_masi"] = estimate(near, n=several)
    estimates |= _by_category(units, replicates, counts > 0, estimate, several)
    if units.facts.level == "nominal":
        return estimates
    return estimates | _intraclass(units, replicates, counts, estimate)


def alpha_figures(units: Units, replicates: Replicates) -> Floats:
    """Return Krippendorff's alpha for every replicate. The first value is for the whole sample."""
    return alpha_of(units.people, units.facts.level, units.cell, replicates)


def alpha_of(
    ratings: UnitRatings, level: Level | Literal["sets"], cell: Codes, replicates: Replicates
) -> Floats:
    if level == "interval":
        columns = interval_terms(ratings.unit, ratings.value, len(cell))
        return replicates.of_sums(cell, columns, interval_alpha)
    terms = alpha_terms(ratings.unit, ratings.value, len(cell))
    return replicates.of_sums(cell, terms.columns, partial(alpha_of_sums, terms=terms, level=level))


def _by_category(
    units: Units,
    replicates: Replicates,
    rated: NDArray[np.bool_],
    estimate: Callable[..., Estimate],
    several: int,
) -> dict[str, Estimate]:
    """Return pairwise agreement and Gwet's coefficient by name. Both are computed from the number
    of ratings per category and unit. If there are too many categories, both have a reason and no
    value."""
    name, weighting = GWET[units.facts.level]
    categories = _categories(units)
    if len(categories) > MOST_CATEGORIES:
        return dict.fromkeys(("pairwise", name), Estimate(None, several, reason=TOO_FINE))
    counts, cell = _counts(units, categories)[rated], units.cell[rated]
    share = replicates.by_parts(cell, lambda weights: pairwise_agreement(counts, weights))
    gwet = replicates.by_parts(
        cell, lambda weights: gwet_ac(counts, weights, weighting=weighting, values=categories)
    )
    return {
        "pairwise": estimate(share, n=several, reason=ONE_RATING, scale="share"),
        name: estimate(gwet, n=several),
    }


def _categories(units: Units) -> Floats:
    """Return all values of the scale if its ends are known and all ratings are whole numbers.
    Otherwise, return the values that occur."""
    frame = units.frame
    # The judges' single replies, because a mean of several replies is not a category.
    judged = (verdicts(frame) if units.facts.preference else frame.value)[frame.judge]
    seen = np.union1d(units.people.value, judged)
    low, high = units.facts.low, units.facts.high
    if low is None or high is None or np.any(seen != np.round(seen)):
        return np.unique(units.people.value) if np.any(seen != np.round(seen)) else seen
    # Long scales stop after the first value that exceeds the limit.
    whole = np.arange(low, min(high, low + MOST_CATEGORIES) + 1)
    return np.union1d(whole, seen)


def _counts(units: Units, categories: Floats) -> Floats:
    counts = np.zeros((len(units), len(categories)))
    np.add.at(counts, (units.people.unit, np.searchsorted(categories, units.people.value)), 1)
    return counts


def _intraclass(
    units: Units,
    replicates: Replicates,
    counts: NDArray[np.intp],
    estimate: Callable[..., Estimate],
) -> dict[str, Estimate]:
    """Return all six intraclass correlations, or only two of them if different people rated
    different units. If units have different numbers of ratings, return only `icc_1`, with a reason
    and no value."""
    ratings, rated = units.people, counts > 0
    most = int(counts.max())
    if not (counts[rated] == most).all():
        return {"icc_1": Estimate(None, int(rated.sum()), reason=UNEQUAL)}
    order = np.lexsort((ratings.rater, ratings.unit))
    table = ratings.value[order].reshape(-1, most)
    raters = ratings.rater[order].reshape(-1, most)
    crossed = bool((raters == raters[0]).all())
    names = tuple(FORMS) if crossed else ("icc_1", "icc_1k")

    def figures(weights: Floats) -> Floats:
        coefficients = intraclass_correlations(table, weights)
        return np.stack([getattr(coefficients, FORMS[name]) for name in names])

    by_form = replicates.by_parts(units.cell[rated], figures)
    return {
        name: estimate(values, n=len(table)) for name, values in zip(names, by_form, strict=True)
    }
