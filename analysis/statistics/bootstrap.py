"""Resampling the unit that was sampled: items. All HITs of an item are drawn together."""

import numpy as np
from numpy.typing import NDArray

from analysis.statistics.results import Floats


def item_weights(items: int, *, draws: int, seed: int) -> Floats:
    """How often each item stands in each resample, shape (1 + draws, items).

    Row 0 is the sample itself, so that point and draws come out of one call. Source: the cluster bootstrap, Davison
    and Hinkley 1997, section 3.8, with items as clusters.
    """
    chance = np.random.default_rng(seed)
    resamples = chance.multinomial(items, np.full(items, 1 / items), size=draws) if items else np.empty((draws, 0))
    return np.vstack([np.ones((1, items)), resamples])


def weighted_sums(weights: Floats, item_of: NDArray[np.intp], values: Floats) -> Floats:
    """`values` (units, …) added up per item and weighted: shape (draws, …)."""
    per_item = np.zeros((weights.shape[1], *values.shape[1:]))
    np.add.at(per_item, item_of, values)
    return np.tensordot(weights, per_item, axes=1)
