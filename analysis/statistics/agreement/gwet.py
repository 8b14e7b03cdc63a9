"""Agreement of many raters on categories: Gwet's AC1 and AC2, and the share of agreeing pairs.

Ratings are given as counts (units, K): the number of raters who chose each category. Units can have
different numbers of raters. The categories are in the order of their values.
"""

from typing import Literal

import numpy as np

from analysis.statistics.results import Floats, quotient

Weighting = Literal["none", "linear", "quadratic", "ordinal"]


def agreement_weights(values: Floats, weighting: Weighting) -> Floats:
    """Return how much each pair of the categories `values` (K,) agrees, from 0 to 1, as an array
    (K, K).

    "none" counts only equal categories as agreement. "linear" and "quadratic" use the distance
    between values; the two extremes of the scale get 0. "ordinal" uses only ranks: agreement falls
    with the number of pairs of categories in the range from one category to the other. Source: Gwet
    2014, "Handbook of Inter-Rater Reliability", 4th edition. Pitfall: pass the whole scale,
    including unused values, because the extremes and the number of categories change the result.
    """
    if weighting == "none" or len(values) < 2:
        return np.eye(len(values))
    if weighting == "ordinal":
        rank = np.arange(len(values))
        steps = np.abs(rank[:, None] - rank[None, :])
        between = steps * (steps + 1) / 2
        return 1 - between / between.max()
    distance = np.abs(values[:, None] - values[None, :]) / (values.max() - values.min())
    return 1 - distance ** (2 if weighting == "quadratic" else 1)


def pairwise_agreement(counts: Floats, resamples: Floats | None = None) -> Floats:
    """Return the share of agreeing pairs of raters within a unit, averaged over units. The counts
    (units, K) give an array (draws,).

    `resamples` (draws, units) counts each unit in each resample; by default there is one draw, the
    whole sample. Units with one rating have no pair and are left out. The result is NaN if no unit
    has two ratings. Source: Fleiss 1971.
    """
    return _observed(counts, np.eye(counts.shape[1]), _resamples(counts, resamples))


def gwet_ac(
    counts: Floats,
    resamples: Floats | None = None,
    *,
    weighting: Weighting = "none",
    values: Floats | None = None,
) -> Floats:
    """Return Gwet's AC1 (weighting "none") or AC2 for counts (units, K), as an array (draws,).
    Ratings can be missing.

    See `pairwise_agreement` for `resamples` and `agreement_weights` for `values` (K,). Source: Gwet
    2008 and 2014. Unlike kappa, the coefficient remains high if nearly all ratings are in one
    category, and is 1 if all ratings are in one category. The result is NaN if no unit has two
    ratings, or if the scale has only one category. Pitfall: K is the whole scale; unused categories
    change the chance term.
    """
    drawn, categories = _resamples(counts, resamples), counts.shape[1]
    places = np.arange(float(categories)) if values is None else values
    weights = agreement_weights(places, weighting)
    share = _prevalence(counts, drawn)
    spread = (share * (1 - share)).sum(1)
    chance = (
        weights.sum() * spread / (categories * (categories - 1))
        if categories > 1
        else np.full(len(drawn), np.nan)
    )
    # If the chance agreement is 1, apart from rounding errors, there is no coefficient.
    return quotient(_observed(counts, weights, drawn) - chance, 1 - chance, least=1e-12)


def _resamples(counts: Floats, resamples: Floats | None) -> Floats:
    return np.ones((1, len(counts))) if resamples is None else resamples


def _observed(counts: Floats, weights: Floats, resamples: Floats) -> Floats:
    """Return the weighted agreement of the pairs within a unit, averaged over the units that have a
    pair."""
    raters = counts.sum(1)
    agreeing = (counts * (counts @ weights - 1)).sum(1)
    pairs = raters * (raters - 1)
    paired = (raters > 1).astype(float)
    share = np.divide(agreeing, pairs, out=np.zeros(len(counts)), where=raters > 1)
    return quotient(resamples @ share, resamples @ paired)


def _prevalence(counts: Floats, resamples: Floats) -> Floats:
    """Return each category's mean share over the rated units, as an array (draws, K)."""
    raters = counts.sum(1, keepdims=True)
    share = counts / np.maximum(raters, 1)
    return quotient(resamples @ share, (resamples @ (raters > 0).astype(float)))
