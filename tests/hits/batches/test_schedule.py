"""Tests of the claims that are gold HITs and retests, over many seeds and shares."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hits.queue.schedule import STRETCH, Purpose, Shares, purpose_of_claim

shares_of_batches = st.builds(
    Shares,
    gold_percent=st.integers(0, 25),
    retest_percent=st.integers(0, 25),
    first_checks=st.integers(0, 10),
    retest_distance=st.integers(1, 60),
)
seeds = st.integers(0, 10**9)


def purposes(seed: int, shares: Shares, count: int) -> list[str]:
    return [
        purpose_of_claim(seed=seed, number=number, shares=shares) for number in range(1, count + 1)
    ]


@given(seeds, shares_of_batches, st.integers(1, 500))
def test_a_claim_is_for_the_same_purpose_each_time_it_is_asked(seed, shares, number):
    asked = {purpose_of_claim(seed=seed, number=number, shares=shares) for _again in range(3)}
    assert len(asked) == 1


@given(seeds, shares_of_batches, st.integers(1, 12))
def test_the_shares_hold_within_one_over_any_number_of_stretches(seed, shares, stretches):
    claims = stretches * STRETCH
    dealt = Counter(purposes(seed, shares, shares.first_checks + claims)[shares.first_checks :])
    assert abs(dealt[Purpose.GOLD] - claims * shares.gold_percent / 100) <= 1
    # Those too early are main.
    assert dealt[Purpose.RETEST] <= claims * shares.retest_percent / 100 + 1


@given(seeds, shares_of_batches)
def test_first_checks_are_gold_and_no_retest_comes_too_early(seed, shares):
    dealt = purposes(seed, shares, 100)
    assert set(dealt[: shares.first_checks]) <= {Purpose.GOLD}
    early = dealt[: shares.retest_distance + 1]
    assert Purpose.RETEST not in early


@given(seeds, st.integers(1, 300))
def test_without_shares_every_claim_is_main(seed, number):
    assert purpose_of_claim(seed=seed, number=number, shares=Shares()) == Purpose.MAIN


def test_checks_cannot_be_foreseen():
    """Neither the distances between checks nor their positions in a stretch may be constant."""
    shares, distances, places = Shares(gold_percent=10, retest_percent=5), Counter(), Counter()
    for seed in range(200):
        at = [
            number
            for number, purpose in enumerate(purposes(seed, shares, 100))
            if purpose != Purpose.MAIN
        ]
        distances.update(later - earlier for earlier, later in pairwise(at))
        places.update(number % STRETCH for number in at)
    assert len(places) == STRETCH
    assert len(distances) > STRETCH
    assert max(distances.values()) < sum(distances.values()) / 4


@pytest.mark.parametrize(("gold", "retest"), [(10, 5), (50, 0), (25, 25), (1, 0)])
def test_every_annotator_s_share_is_the_batch_s(gold, retest):
    shares = Shares(gold_percent=gold, retest_percent=retest, retest_distance=0)
    dealt = Counter()
    for seed in range(100):
        dealt.update(purposes(seed, shares, 100))
    assert dealt[Purpose.GOLD] == gold * 100
    assert dealt[Purpose.RETEST] == pytest.approx(retest * 100, abs=100)
