"""Which claims of an annotator are checks: a pure function without queries.

Claims are planned in stretches of twenty. Over any number of stretches, each share is exact within
one claim. The place of a check in its stretch is random, so that no one can foresee it.
"""

import random
from dataclasses import dataclass

from hits.models import HIT

STRETCH = 20
Purpose = HIT.Purpose


@dataclass(frozen=True)
class Shares:
    """The shares of checks in a batch, in percent of all claims of an annotator.

    `first_checks`: the number of gold claims at the beginning. `retest_distance`: the lowest number
    of other HITs before a retest.
    """

    gold_percent: int = 0
    retest_percent: int = 0
    first_checks: int = 0
    retest_distance: int = 20


def purpose_of_claim(*, seed: int, number: int, shares: Shares) -> HIT.Purpose:
    """Return the purpose of the claim `number` (from 1) of the annotator with this order seed:
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
    # Before that, no HIT is far enough back.
    if place in places[gold:] and number > shares.retest_distance + 1:
        return Purpose.RETEST
    return Purpose.MAIN


def _due(seed: int, stretch: int, purpose: HIT.Purpose, percent: int) -> int:
    """Return the number of claims in the stretch for `purpose`: those due by its end minus those
    due before, from a random start for each annotator."""
    offset = random.Random(f"{seed}:checks:{purpose.value}").randrange(100)

    def until(stretches: int) -> int:
        return (stretches * STRETCH * percent + offset) // 100

    return until(stretch + 1) - until(stretch)
