"""The rule that decides which of an annotator's claims are checks, and the credits for checks.

Claims are planned in blocks of twenty. Over any number of blocks, the number of checks differs from
its exact share by less than one. The position of a check in its block is random, so that no one can
foresee it. Claiming a check uses a credit. The credit is restored if the check ends without an
answer.
"""

import random
from collections.abc import Collection
from dataclasses import dataclass

from hits.models import HIT, Assignment, Batch, CheckCredit
from hits.money.escrow import refund_each

STRETCH = 20
Purpose = HIT.Purpose


@dataclass(frozen=True)
class Shares:
    """The shares of checks in a batch, in per cent of an annotator's claims.

    `first_checks` is the number of gold HITs at the start. `retest_distance` is the minimum number
    of HITs between the first answer and the retest.
    """

    gold_percent: int = 0
    retest_percent: int = 0
    first_checks: int = 0
    retest_distance: int = 20


def purpose_of_claim(*, seed: int, number: int, shares: Shares) -> HIT.Purpose:
    """Return the purpose of an annotator's claim: main, gold or retest. `number` is the number of
    the claim, from 1, and `seed` is the annotator's order seed."""
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
    # Earlier in the batch, no HIT is far enough back to be repeated.
    if place in places[gold:] and number > shares.retest_distance + 1:
        return Purpose.RETEST
    return Purpose.MAIN


def _due(seed: int, stretch: int, purpose: HIT.Purpose, percent: int) -> int:
    """Return the number of claims for `purpose` in the block `stretch`. It is the number due by the
    end of the block minus the number due before. Each annotator starts at a random offset, which
    spreads the rounding."""
    offset = random.Random(f"{seed}:checks:{purpose.value}").randrange(100)

    def until(stretches: int) -> int:
        return (stretches * STRETCH * percent + offset) // 100

    return until(stretch + 1) - until(stretch)


def is_check(assignment: Assignment) -> bool:
    return assignment.hit.purpose != HIT.Purpose.MAIN


def put_back(*, batch: Batch, assignment_ids: Collection[int]) -> None:
    """Restore a credit for each of these checks, which ended without an answer. If the batch is
    closed, refund their escrow instead. The caller must have locked `batch`.

    Call this in the transaction that ended the checks, so that it happens only once.
    """
    if batch.state == Batch.State.CLOSED:
        refund_each(batch=batch, assignment_ids=assignment_ids)
    else:
        CheckCredit.objects.bulk_create(CheckCredit(batch=batch) for _check in assignment_ids)


def take_one(*, batch_id: int) -> bool:
    """Use one check credit of the batch. Return False if no credit is left."""
    free = CheckCredit.objects.filter(batch=batch_id)
    credit = free.select_for_update(skip_locked=True).first()
    if credit is None:
        return False
    credit.delete()
    return True


def withdraw_credits(*, batch_id: int) -> int:
    """Delete the credits of unclaimed checks when the batch closes, and return their number."""
    return CheckCredit.objects.filter(batch=batch_id).delete()[0]
