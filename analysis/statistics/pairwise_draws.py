"""`pairwise_accuracy` for a given epsilon over many resamples of items and systems at once."""

import numpy as np

from analysis.statistics.levels import Resamples
from analysis.statistics.pairwise_accuracy import ROUNDING
from analysis.statistics.results import Floats, quotient


def resampled_pairwise_accuracy(human: Floats, judge: Floats, resamples: Resamples, *, epsilon: float = 0.0) -> Floats:
    """Accuracy (draws,) within items, items weighted alike, for scores (items, systems) with NaN where missing.

    A system that is drawn more than once forms no pair with itself. Source as in `pairwise_accuracy`. NaN where no item
    has two outputs.
    """
    left, right = np.triu_indices(human.shape[1], 1)
    gaps = [scores[:, left] - scores[:, right] for scores in (human, judge)]
    there = ~np.isnan(gaps[0] + gaps[1])
    scale = np.abs(gaps[1][there]).max(initial=0)
    said = np.where(np.abs(gaps[1]) <= epsilon + ROUNDING * scale, 0, np.sign(gaps[1]))
    agree = (there & (np.sign(gaps[0]) == said)).astype(np.float64)
    ways, way = np.unique(resamples.systems, axis=0, return_inverse=True)
    together = (ways[:, left] * ways[:, right]).T
    share = quotient(agree @ together, there.astype(np.float64) @ together)
    held = ~np.isnan(share)
    times = resamples.items.T
    above = np.einsum("id,id->d", times, np.where(held, share, 0)[:, way])
    return quotient(above, np.einsum("id,id->d", times, held.astype(np.float64)[:, way]))
