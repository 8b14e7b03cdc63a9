"""Resampling the unit that was sampled: items. All HITs of an item are drawn together."""

import numpy as np
from numpy.typing import NDArray

from analysis.statistics.results import Floats

AT_ONCE = 1 << 22  # numbers


def item_weights(items: int, *, draws: int, seed: int) -> Floats:
    """How often each item stands in each resample, shape (1 + draws, items).

    Row 0 is the sample itself, so that point and draws come out of one call. Source: the cluster bootstrap, Davison
    and Hinkley 1997, section 3.8, with items as clusters.
    """
    chance = np.random.default_rng(seed)
    weights = np.ones((1 + draws, items))
    step = max(1, AT_ONCE // max(1, items))  # the counts come as integers: not all of them beside the weights
    for start in range(1, 1 + draws if items else 0, step):
        part = weights[start : start + step]
        part[:] = chance.multinomial(items, np.full(items, 1 / items), size=len(part))
    return weights


def weighted_sums(weights: Floats, item_of: NDArray[np.intp], values: Floats) -> Floats:
    """`values` (units, …) added up per item and weighted: shape (draws, …)."""
    per_item = np.zeros((weights.shape[1], *values.shape[1:]))
    np.add.at(per_item, item_of, values)
    return np.tensordot(weights, per_item, axes=1)
