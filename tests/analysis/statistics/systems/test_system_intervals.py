"""Tests of intervals of correlations over fixed systems: Fieller's formula in plain loops, and
simulated coverage."""

import numpy as np
import pytest
from scipy import stats

from analysis.statistics.closeness.system_intervals import system_intervals
from benchmarks.coverage_systems import TRUE, left_out, study


def intervals(seen, judged, **more):
    options = {"items": len(seen), "draws": 200, "seed": 3} | more
    return system_intervals(left_out(seen), left_out(judged), **options)


def test_pearsons_interval_is_fiellers_in_plain_loops():
    chance = np.random.default_rng(8)
    _true, seen, judged = study(chance, 12, 25, 0.3, "good")

    def sums(rows):
        first, second = (side[rows].mean(0) for side in (seen, judged))
        first, second = first - first.mean(), second - second.mean()
        return np.array([first @ first, second @ second, first @ second])

    whole = sums(np.arange(25))
    without = np.array([sums(np.delete(np.arange(25), item)) for item in range(25)])
    bias = 24 * (without.mean(0) - whole)

    def off(three, r):
        a, b, c = three - bias
        return c - r * np.sqrt(max(a, 0) * max(b, 0))

    held = []
    for r in np.sin(np.linspace(-np.pi / 2, np.pi / 2, 401)):
        values = np.array([off(three, r) for three in without])
        error = np.sqrt(24 / 25 * ((values - values.mean()) ** 2).sum())
        if abs(off(whole, r)) <= stats.t.ppf(0.975, 24) * error:
            held.append(r)
    found = intervals(seen, judged)
    assert found["pearson"] == pytest.approx((min(held), max(held)))
    assert -1 <= found["spearman"][0] < found["spearman"][1] <= 1


@pytest.mark.parametrize("judge", ["right", "good", "blind"])
@pytest.mark.parametrize("spread", [0.5, 0.1])
def test_wide_and_near_systems_are_held(judge, spread):
    """If systems are similar, noise pulls the plain correlation towards 0, and its interval never
    contains 1."""
    chance = np.random.default_rng(5)
    held = dict.fromkeys(TRUE, 0)
    for _study in range(60):
        true, seen, judged = study(chance, 10, 30, spread, judge)
        for name, (low, high) in intervals(seen, judged).items():
            held[name] += low - 1e-9 <= TRUE[name](*true) <= high + 1e-9
    assert min(held.values()) >= 60 * 0.85


def test_there_is_none_for_nine_systems_for_gaps_and_for_what_never_varies():
    chance = np.random.default_rng(5)
    _true, seen, judged = study(chance, 10, 30, 0.5, "good")
    assert set(intervals(seen, judged)) == {"pearson", "spearman", "kendall"}
    assert set(intervals(seen, judged, draws=0)) == {"pearson"}
    assert intervals(seen[:, :9], judged[:, :9]) == {}
    gaps = seen.copy()
    gaps[:, 4] = np.nan
    assert intervals(gaps, judged) == {}
    assert intervals(np.ones((30, 10)), judged) == {}


def test_it_repeats_with_its_seed():
    _true, seen, judged = study(np.random.default_rng(5), 10, 30, 0.5, "good")
    assert intervals(seen, judged) == intervals(seen, judged)
    assert intervals(seen, judged) != intervals(seen, judged, seed=4)
