"""Tests of pairwise tests between systems against SciPy and statsmodels, and of their letters."""

import numpy as np
import pytest
from scipy import stats

from analysis.statistics.estimates import NotEstimableError
from analysis.statistics.paired_systems import compact_letters, holm, paired_p


@pytest.mark.parametrize("seed", range(3))
def test_paired_p_is_scipys(seed):
    first, second = np.random.default_rng(seed).normal(0, 1, (2, 20 + seed))
    assert paired_p(first - second) == pytest.approx(stats.ttest_rel(first, second).pvalue)


def test_differences_without_variance():
    assert paired_p([0.0] * 6) == 1
    assert paired_p([0.1 + 0.2, 0.3, 0.3, 0.3, 0.3, 0.3]) == 2**-5
    exact = stats.permutation_test(
        ([0.3] * 6,), np.mean, permutation_type="samples", alternative="two-sided"
    )
    assert exact.pvalue == 2**-5
    with pytest.raises(NotEstimableError, match="Fewer than 5 items"):
        paired_p([1, 2, 3, 4])


@pytest.mark.parametrize("seed", range(3))
def test_holm_is_statsmodels(seed):
    from statsmodels.stats.multitest import multipletests

    values = np.random.default_rng(seed).random(12) ** 4
    expected = multipletests(values, method="holm")[1]
    assert holm(values) == pytest.approx(expected)
    gaps = np.insert(values, [0, 5], np.nan)
    assert holm(gaps)[[0, 6]] == pytest.approx([np.nan, np.nan], nan_ok=True)
    assert np.delete(holm(gaps), [0, 6]) == pytest.approx(expected)


@pytest.mark.parametrize("seed", range(20))
def test_systems_share_a_letter_unless_they_differ(seed):
    chance = np.random.default_rng(seed)
    count = 2 + seed % 9
    different = np.triu(chance.random((count, count)) < 0.5, 1)
    letters = compact_letters(different)
    for first in range(count):
        for second in range(first + 1, count):
            shared = set(letters[first]) & set(letters[second])
            assert bool(shared) is not bool(different[first, second])
    assert all(letters)
    # No letter's systems are all within another's.
    sets = {
        name: {place for place, text in enumerate(letters) if name in text}
        for name in set("".join(letters))
    }
    assert not any(one < other for one in sets.values() for other in sets.values())


def test_letters_by_hand():
    different = np.zeros((4, 4), dtype=bool)
    different[0, 2] = different[0, 3] = different[1, 3] = True
    assert compact_letters(different) == ["a", "ab", "bc", "c"]
    assert compact_letters(np.zeros((3, 3), dtype=bool)) == ["a", "a", "a"]
    assert compact_letters(np.zeros((0, 0), dtype=bool)) == []
    everyone = compact_letters(np.triu(np.ones((30, 30), dtype=bool), 1))
    assert (everyone[0], everyone[26], everyone[29]) == ("a", "aa", "ad")
