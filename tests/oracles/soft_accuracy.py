"""An oracle for soft pairwise accuracy that handles all pairs of systems at once."""

import numpy as np


def p_values(scores: np.ndarray, there: np.ndarray, *, draws: int, seed: int) -> np.ndarray:
    """Return the (K, K) p-values of random sign flips. Ties count half, and systems without a
    shared item get NaN. `scores` and `there` have the shape (items, K)."""
    items, systems = scores.shape
    first, second = np.triu_indices(systems, 1)
    shared = there[:, first] & there[:, second]
    gaps = np.where(shared, scores[:, first] - scores[:, second], 0)
    signs = np.random.default_rng(seed).choice(np.array([-1.0, 1.0]), size=(draws, items))
    rise = np.round(signs @ gaps - gaps.sum(0), 9)
    counted = (rise > 0).sum(0) + (rise >= 0).sum(0)  # equal ones once, greater ones twice
    share = np.where(shared.any(0), counted / (2 * draws), np.nan)
    square = np.full((systems, systems), np.nan)
    square[first, second], square[second, first] = share, 1 - share
    return square
