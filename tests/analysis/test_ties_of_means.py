"""Tests that systems with equal means are tied, whatever ratings the means come from."""

from math import sqrt

import pytest

from analysis.comparison.compare import compare
from analysis.comparison.results import ComparisonSettings
from tests.analysis.frames import frame_of, scored

RATERS = ("anna", "bob", "cleo")


@pytest.mark.parametrize("items", range(4, 62, 3))
def test_equal_means_of_systems_tie(items):
    """Both first systems have the same mean from different ratings: one rater in three gives 1 for
    most outputs, or all three for a third. A judge orders the three systems."""
    last = items - 1
    ratings = {
        rater: [
            value
            for item in range(items)
            for value in (
                int(item < last and number == item % 3),
                int(3 * item < last),
                int(item < last),
            )
        ]
        for number, rater in enumerate(RATERS)
    }
    frame = frame_of(*scored(ratings | {"j": [1, 2, 3] * items}, systems=3))
    criterion = compare(frame, ComparisonSettings(draws=1)).criteria[0]
    # Two pairs of three are ordered alike, the third is a tie of people.
    tau = criterion.judges[0].figure("kendall_system").judge.value
    assert tau == pytest.approx(2 / sqrt(2 * 3))
