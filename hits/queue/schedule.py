"""The claims of an annotator that are checks: a pure function without look-ups.

Claims are dealt in stretches of twenty. Over any number of stretches each share holds within one,
and where a check stands inside its stretch is drawn, so that it cannot be foreseen.
"""

import random
from dataclasses import dataclass

from hits.models import HIT

STRETCH = 20
Purpose = HIT.Purpose


@dataclass(frozen=True)
class Shares:
    """The share of checks in a batch, in percent of all claims of an annotator.

    `first_checks`: the number of gold claims at the beginning. `retest_distance`: the least number
    of other HITs before a retest.
    """

    gold_percent: int = 0
    retest_percent: int = 0
    first_checks: int = 0
    retest_distance: int = 20


def purpose_of_claim(*, seed: int, number: int, shares: Shares) -> HIT.Purpose:
    """Return what the claim `number` (from 1) is for, of the annotator with the order seed `seed`:
    main, gold or retest."""
    if number <= shares.first_checks:
        return Purpose.GOLD
    if not shares.gold_percent and not shares.retest_percent:
        return Purpose.MAIN
    stretch, place = divmod(number - shares.first_checks - 1, STRETCH)
    gold = _due(seed, stretch, Purpose.GOLD, shares.gold_percent)
    retest = _due(seed, stretch, Purpose.RETEST, shares.retest_percent)
    places = random.Random(f"{seed}:checks:{stretch}").sample(range(STRETCH), gold + retest)
    if place in places[:gold]:
        return Purpose.GOLD
    # Before that no HIT lies far enough behind.
    if place in places[gold:] and number > shares.retest_distance + 1:
        return Purpose.RETEST
    return Purpose.MAIN


def _due(seed: int, stretch: int, purpose: HIT.Purpose, percent: int) -> int:
    """Return how many claims of the stretch are for `purpose`: what is due by its end less what was
    due before, from a beginning drawn for each annotator."""
    offset = random.Random(f"{seed}:checks:{purpose.value}").randrange(100)

    def until(stretches: int) -> int:
        return (stretches * STRETCH * percent + offset) // 100

    return until(stretch + 1) - until(stretch)
