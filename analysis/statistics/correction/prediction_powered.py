"""People's mean, estimated from few human ratings and many ratings by a judge, and corrected for
the judge's errors."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import stats

from analysis.statistics.estimates import Estimate, NotEstimableError
from analysis.statistics.results import Floats

FEWEST_RATED = 10  # items; with fewer, there is no interval
LEAST_SPREAD = 1e-12  # smaller differences between scores are rounding errors of sums


@dataclass(frozen=True)
class PredictionPowered:
    """An estimate of people's mean over all `judged` items, although people rated only some of
    these items. `alone` uses people's ratings; `corrected` also uses the judge's scores. Neither
    has an interval if people rated fewer than `FEWEST_RATED` items.

    `power` is lambda, the weight given to the judge, which is 0 if the judge does not help.
    `needed` is how many items people alone would have to rate for an equally wide interval. It is
    None if there is no interval.
    """

    alone: Estimate
    corrected: Estimate
    power: float
    rated: int
    judged: int
    needed: float | None


def prediction_powered(
    people: ArrayLike, judge_there: ArrayLike, judge: ArrayLike, stratum: ArrayLike | None = None
) -> PredictionPowered:
    """Return the PPI++ estimate of a mean from one score per item. Items are independent, and
    everything about an item (its outputs, a difference of systems) is in its one score.

    `judge` has the judge's score of each of N items. `people` has people's scores of the items that
    people rated, and NaN for the other items. `judge_there` has the judge's scores of the same
    outputs as people's, or NaN. `stratum` numbers groups of items, each with its own sampling share
    n/N; an item that people rated counts N/n times. With these weights the estimate is

    mean(people) + lambda (mean(judge) - mean(judge_there))

    where mean(judge) is over all items. Lambda minimises the variance, within 0 to 1. The variance
    is the sum of the squared influences of the items, times n / df. df is n - strata, minus one if
    lambda is above 0; the interval is Student's. Source: Angelopoulos, Duchi and Zrnic 2023
    (PPI++); the weights are those of Horvitz and Thompson 1952.

    Pitfalls: within a stratum the rated items must be a random sample. Raises NotEstimableError if
    a stratum has fewer than two rated items.
    """
    human, there, machine = (
        np.asarray(scores, dtype=np.float64) for scores in (people, judge_there, judge)
    )
    group = np.zeros(len(machine), np.intp) if stratum is None else np.asarray(stratum, np.intp)
    if not human.shape == there.shape == machine.shape == group.shape:
        raise ValueError("Every item needs people's and the judge's score and its stratum.")
    rated = ~np.isnan(human)
    if not np.isfinite(machine).all() or not np.isfinite(there[rated]).all():
        raise ValueError("Leave out items that the judge did not score. Do not give NaN.")
    _groups, group = np.unique(group, return_inverse=True)
    if len(machine) == 0 or np.bincount(group[rated], minlength=group.max() + 1).min() < 2:
        raise NotEstimableError("People rated fewer than two items of a batch.")
    alone, own = _mean(human, rated, group)
    of_judge, influence = _mean(there, rated, group)
    influence -= (machine - machine.mean()) / len(machine)
    square = float(influence @ influence)
    power = 0.0 if square * len(machine) < LEAST_SPREAD else float(own @ influence) / square
    power = min(1.0, max(0.0, power))
    value = alone + power * float(machine.mean() - of_judge)
    count, freedom = int(rated.sum()), int(rated.sum()) - int(group.max()) - 1
    before = _interval(alone, own, count, freedom)
    after = _interval(value, own - power * influence, count, freedom - (power > 0))
    return PredictionPowered(
        before, after, power, count, len(machine), _needed(before, after, count)
    )


def _mean(
    values: Floats, rated: NDArray[np.bool_], group: NDArray[np.intp]
) -> tuple[float, Floats]:
    """Return the weighted mean of the rated items' values, and each item's influence on it."""
    size, there = np.bincount(group), group[rated]
    count = np.bincount(there, minlength=len(size))
    means = np.bincount(there, values[rated], minlength=len(size)) / count
    mean = float(size @ means) / len(group)
    influence = (means[group] - mean) / len(group)
    influence[rated] += (size / count)[there] * (values[rated] - means[there]) / len(group)
    return mean, influence


def _interval(value: float, influence: Floats, count: int, freedom: int) -> Estimate:
    if count < FEWEST_RATED or freedom < 1:
        return Estimate(value, count)
    error = np.sqrt(float(influence @ influence) * count / freedom)
    reach = float(stats.t.ppf(0.975, freedom) * error)
    return Estimate(value, count, value - reach, value + reach)


def _needed(alone: Estimate, corrected: Estimate, count: int) -> float | None:
    """Return how many items people alone must rate for an interval as wide as the corrected one.
    Return None if this is unknown."""
    if corrected.low is None or corrected.high is None or alone.low is None or alone.high is None:
        return None
    width = corrected.high - corrected.low
    return count * ((alone.high - alone.low) / width) ** 2 if width > LEAST_SPREAD else None
