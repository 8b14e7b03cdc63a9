"""Resampling what was sampled: items, with all their HITs together."""

from dataclasses import dataclass

import numpy as np

from analysis.statistics.results import Floats

AT_ONCE = 1 << 22  # numbers


def item_weights(items: int, *, draws: int, seed: int) -> Floats:
    """Return how often each item is in each resample, shape (1 + draws, items).

    Row 0 is the sample itself, so that point and draws come out of one call. Source: the cluster
    bootstrap, Davison and Hinkley 1997, section 3.8, with items as clusters.
    """
    chance = np.random.default_rng(seed)
    weights = np.ones((1 + draws, items))
    step = max(
        1, AT_ONCE // max(1, items)
    )  # the counts come as integers: not all of them beside the weights
    for start in range(1, 1 + draws if items else 0, step):
        part = weights[start : start + step]
        part[:] = chance.multinomial(items, np.full(items, 1 / items), size=len(part))
    return weights


@dataclass(frozen=True)
class Resamples:
    """Return how often each item (draws, items) and each system (draws, systems) is in each
    draw."""

    items: Floats
    systems: Floats


def the_sample(human: Floats) -> Resamples:
    """Return the one draw where every item and system of `human` (items, systems) appears once."""
    items, systems = human.shape
    return Resamples(np.ones((1, items)), np.ones((1, systems)))
