"""Judge against judge on the same outputs: the paired permutation test of how well each follows
people."""

from collections.abc import Callable
from functools import partial

import numpy as np

from analysis.comparison.catalogue import because
from analysis.comparison.results import ComparisonSettings, JudgePair
from analysis.data.units import Units
from analysis.statistics.closeness.comparing_judges import (
    JudgeComparison,
    Level,
    compare_correlations,
    compare_judges,
)
from analysis.statistics.estimates import NotEstimableError
from analysis.statistics.results import Floats, quotient

LEVELS: dict[str, Level] = {"spearman_input": "input", "spearman_system": "system"}


def rivals(units: Units, first: str, second: str, settings: ComparisonSettings) -> list[JudgePair]:
    """Spearman's rho per input and by system; for nominal criteria exact agreement."""
    first_values, second_values = units.judges[first], units.judges[second]
    if units.facts.level == "nominal":
        return [
            _judge_pair(
                first,
                second,
                "exact",
                lambda: _agreement(units, first_values, second_values, settings),
            )
        ]
    aim = units.people_means()
    there = ~np.isnan(aim + first_values + second_values)
    human, first_matrix, second_matrix = (
        units.matrix(np.where(there, values, np.nan))
        for values in (aim, first_values, second_values)
    )
    test = partial(
        compare_correlations,
        human,
        first_matrix,
        second_matrix,
        coefficient="spearman",
        draws=settings.flips,
        seed=settings.seed,
    )
    return [
        _judge_pair(first, second, name, partial(test, level=level))
        for name, level in LEVELS.items()
    ]


def _judge_pair(
    first: str, second: str, statistic: str, test: Callable[[], JudgeComparison]
) -> JudgePair:
    try:
        comparison = test()
    except NotEstimableError as error:
        return JudgePair(first, second, statistic, None, None, None, 0, because(error))
    return JudgePair(
        first,
        second,
        statistic,
        comparison.first,
        comparison.second,
        comparison.p_value,
        comparison.cells,
    )


def _agreement(
    units: Units, first: Floats, second: Floats, settings: ComparisonSettings
) -> JudgeComparison:
    """Each judge's share of agreeing human ratings, unit by unit; a swap of two judges swaps their
    shares."""
    shares = [_share_agreeing(units, judge)[:, None] for judge in (first, second)]
    return compare_judges(
        np.zeros_like(shares[0]),
        *shares,
        statistic=lambda _human, agreeing: float(np.nanmean(agreeing)),
        standardise=False,
        draws=settings.flips,
        seed=settings.seed,
    )


def _share_agreeing(units: Units, judge: Floats) -> Floats:
    ratings = units.people
    equal = np.bincount(
        ratings.unit, ratings.value == judge[ratings.unit], minlength=len(units)
    ).astype(np.float64)
    counts = np.bincount(ratings.unit, minlength=len(units)).astype(np.float64)
    return np.where(np.isnan(judge), np.nan, quotient(equal, counts))
