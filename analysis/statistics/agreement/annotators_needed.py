"""How many annotators' mean is as reliable as wanted. Not on a page yet."""

import numpy as np


def annotators_needed(single: float, wanted: float) -> float:
    """How many raters' mean has the reliability `wanted`, by `spearman_brown` turned round; not
    rounded up.

    Infinite where a single rating has no reliability, so that no number helps. Both are below 1.
    """
    return wanted * (1 - single) / (single * (1 - wanted)) if single > 0 else np.inf
