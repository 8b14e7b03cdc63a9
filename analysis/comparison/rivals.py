"""Comparison of two judges on the outputs that both of them and people rated. The result has both
judges' statistics, their difference with its interval, and the paired permutation test."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import combinations

import numpy as np

from analysis.comparison.catalogue import CLOSENESS, because
from analysis.comparison.closeness import Closeness, against_people, estimate, figure_interval
from analysis.comparison.replicates import Replicates
from analysis.comparison.results import ComparisonSettings, JudgePair
from analysis.data.frame import Codes
from analysis.data.units import Units
from analysis.statistics.closeness.comparing_judges import (
    JudgeComparison,
    compare_correlations,
    compare_judges,
)
from analysis.statistics.estimates import Estimate, NotEstimableError
from analysis.statistics.results import Floats

# Statistics with a permutation test. They follow the one that compares a judge with people.
TESTED = ("spearman_input", "spearman_system")
Test = Callable[[], JudgeComparison]


def judge_pairs(
    units: Units, judges: Sequence[str], replicates: Replicates, settings: ComparisonSettings
) -> tuple[JudgePair, ...]:
    """Return the comparisons of every two of the `judges` that have ratings."""
    rated = [name for name in judges if name in units.judges]
    rivals = Rivals(units, replicates, settings)
    return tuple(
        pair for first, second in combinations(rated, 2) for pair in rivals.pairs(first, second)
    )


@dataclass(frozen=True)
class Rivals:
    """Comparisons between the judges of one criterion, two at a time."""

    units: Units
    replicates: Replicates
    settings: ComparisonSettings
    _known: dict[tuple[str, bytes], Closeness] = field(default_factory=dict, init=False)

    def pairs(self, first: str, second: str) -> list[JudgePair]:
        aim = self.units.people_means()
        there = ~np.isnan(aim + self.units.judges[first] + self.units.judges[second])
        sides = [self._closeness(name, there) for name in (first, second)]
        tests = self._tests(aim, first, second, there)
        names = ("exact",) if self.units.facts.level == "nominal" else TESTED
        return [
            self._pair(first, second, name, sides, tests.get(name))
            for name in (CLOSENESS[self.units.facts.level], *names)
        ]

    def _closeness(self, judge: str, there: Codes) -> Closeness:
        # Each judge is processed once for the same units, even if it is in several pairs.
        key = (judge, there.tobytes())
        if key not in self._known:
            values = np.where(there, self.units.judges[judge], np.nan)
            self._known[key] = against_people(self.units, values, self.replicates, self.settings)
        return self._known[key]

    def _pair(
        self, first: str, second: str, name: str, sides: Sequence[Closeness], test: Test | None
    ) -> JudgePair:
        figures = [estimate(name, side, self.replicates) for side in sides]
        difference = self._difference(name, sides, figures)
        is_known = difference.value is not None
        p_value, reason = _tested(test) if test and is_known else (None, difference.reason)
        return JudgePair(first, second, name, p_value, reason, figures[0], figures[1], difference)

    def _difference(
        self, name: str, sides: Sequence[Closeness], figures: Sequence[Estimate]
    ) -> Estimate:
        """Return the first judge's statistic minus the second's, on the same units. If one of them
        has no value, return its reason."""
        for figure in figures:
            if figure.value is None:
                return Estimate(None, 0, reason=figure.reason)
        return figure_interval(
            name,
            sides[0].figures[name] - sides[1].figures[name],
            replicates=self.replicates,
            rests_on=sides[0],
            n=min(figure.n for figure in figures),
            difference=True,
        )

    def _tests(self, aim: Floats, first: str, second: str, there: Codes) -> Mapping[str, Test]:
        """Return the permutation tests by name of the statistic: exact agreement for labels,
        otherwise Spearman's rho."""
        if self.units.facts.level == "nominal":
            return {"exact": partial(self._agreement, first, second)}
        human, *machines = (
            self.units.matrix(np.where(there, values, np.nan))
            for values in (aim, self.units.judges[first], self.units.judges[second])
        )
        test = partial(
            compare_correlations,
            human,
            *machines,
            coefficient="spearman",
            draws=self.settings.flips,
            seed=self.settings.seed,
        )
        return {name: partial(test, level=name.removeprefix("spearman_")) for name in TESTED}

    def _agreement(self, first: str, second: str) -> JudgeComparison:
        """Test whether the shares of human ratings that agree with each judge differ. A permutation
        swaps the two judges' numbers of agreeing ratings on a unit."""
        counts = np.bincount(self.units.people.unit, minlength=len(self.units)).astype(float)
        agreeing = [self._agreeing(self.units.judges[name])[:, None] for name in (first, second)]
        return compare_judges(
            np.where(counts > 0, counts, np.nan)[:, None],
            *agreeing,
            statistic=lambda ratings, own: float(np.nansum(own) / np.nansum(ratings)),
            standardise=False,
            draws=self.settings.flips,
            seed=self.settings.seed,
        )

    def _agreeing(self, judge: Floats) -> Floats:
        """Return, for each unit, the number of human ratings that equal the judge's rating. NaN
        means that the judge did not rate the unit."""
        ratings = self.units.people
        equal = ratings.value == judge[ratings.unit]
        counts = np.bincount(ratings.unit, equal, minlength=len(self.units))
        return np.where(np.isnan(judge), np.nan, counts)


def _tested(test: Test) -> tuple[float | None, str]:
    try:
        return test().p_value, ""
    except NotEstimableError as error:
        return None, because(error)
