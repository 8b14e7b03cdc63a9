"""People's mean, estimated from few human ratings and many of a judge: corrected for the judge's
errors."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from analysis.statistics.estimates import NotEstimableError
from analysis.statistics.results import Floats

NORMAL_95 = 1.959963984540054


@dataclass(frozen=True)
class PredictionPoweredMean:
    """The mean of people's ratings with a 95 % interval, from `labelled` items with both and
    `unlabelled` of the judge.

    `power` is lambda, the weight given to the judge: 0 where it does not help. `effective_labels`
    is how many human ratings would have given the same interval without a judge.
    """

    value: float
    low: float
    high: float
    power: float
    labelled: int
    unlabelled: int
    effective_labels: float


def prediction_powered_mean(
    human: ArrayLike, judge: ArrayLike, unlabelled: ArrayLike = ()
) -> PredictionPoweredMean:
    """PPI++ estimate of the mean of `human`, helped by the judge's scores of further items.

    `human` and `judge` are the n scores of the items that both rated, `unlabelled` the judge's N
    scores of items that people did not rate. mean(human) + lambda (mean(unlabelled) - mean(judge)),
    with the lambda of least variance, cov(human, judge) / ((1 + n / N) var(judge)); its interval is
    the normal one. With N = 0, or a judge who gives one score, it is the classical mean. Source:
    Angelopoulos, Bates et al. 2023 (PPI); Angelopoulos, Duchi and Zrnic 2023 (PPI++). Lambda is not
    cut at 1, so the judge's scale may differ from people's.

    Pitfalls: the rated items must be a random sample of all; n under some 30 makes the normal
    interval too short; items must be independent, so give one score per item. NotEstimableError for
    fewer than two rated items.
    """
    people, machine, extra = (
        np.asarray(scores, dtype=np.float64) for scores in (human, judge, unlabelled)
    )
    if people.shape != machine.shape:
        raise ValueError(
            "People's and the judge's scores of the rated items must be of one length."
        )
    if not all(np.isfinite(scores).all() for scores in (people, machine, extra)):
        raise ValueError("A missing score must be left out, not given as NaN.")
    few, many = len(people), len(extra)
    if few < 2:
        raise NotEstimableError("An interval needs two items that people rated.")
    power = _tuned_power(people, machine, extra)
    value, variance = people.mean(), (people - power * machine).var(ddof=1) / few
    if power:
        value += power * (extra.mean() - machine.mean())
        variance += power**2 * np.concatenate([machine, extra]).var(ddof=1) / many
    reach = NORMAL_95 * np.sqrt(variance)
    classical = people.var(ddof=1)
    return PredictionPoweredMean(
        value=float(value),
        low=float(value - reach),
        high=float(value + reach),
        power=power,
        labelled=few,
        unlabelled=many,
        effective_labels=float(classical / variance) if variance > 0 else float(few),
    )


def _tuned_power(people: Floats, machine: Floats, extra: Floats) -> float:
    if not len(extra):
        return 0.0
    spread = np.concatenate([machine, extra]).var(ddof=1)
    if spread <= 0:
        return 0.0
    return float(np.cov(people, machine)[0, 1] / ((1 + len(machine) / len(extra)) * spread))
