"""Resampling of items, each with all its HITs together."""

from dataclasses import dataclass

import numpy as np

from analysis.statistics.results import Floats


@dataclass(frozen=True)
class Resamples:
    """How often each item (draws, items) and each system (draws, systems) is in each draw."""

    items: Floats
    systems: Floats


def the_sample(human: Floats) -> Resamples:
    """Return the one draw where every item and system of `human` (items, systems) appears once."""
    items, systems = human.shape
    return Resamples(np.ones((1, items)), np.ones((1, systems)))
