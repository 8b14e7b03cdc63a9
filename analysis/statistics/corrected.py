"""What people would have said, from few human ratings and many of a judge: corrected for the judge's errors."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from analysis.statistics.errors import NotEstimableError
from analysis.statistics.results import Floats

NORMAL_95 = 1.959963984540054


@dataclass(frozen=True)
class PredictionPoweredMean:
    """The mean of people's ratings with a 95 % interval, from `labelled` items with both and `unlabelled` of the judge.

    `power` is lambda, the weight given to the judge: 0 where it does not help. `effective_labels` is how many human
    ratings would have given the same interval without a judge.
    """

    value: float
    low: float
    high: float
    power: float
    labelled: int
    unlabelled: int
    effective_labels: float


def prediction_powered_mean(human: ArrayLike, judge: ArrayLike, unlabelled: ArrayLike = ()) -> PredictionPoweredMean:
    """PPI++ estimate of the mean of `human`, helped by the judge's scores of further items.

    `human` and `judge` are the n scores of the items that both rated, `unlabelled` the judge's N scores of items that
    people did not rate. mean(human) + lambda (mean(unlabelled) - mean(judge)), with the lambda of least variance,
    cov(human, judge) / ((1 + n / N) var(judge)); its interval is the normal one. With N = 0, or a judge who gives one
    score, it is the classical mean. Source: Angelopoulos, Bates et al. 2023 (PPI); Angelopoulos, Duchi and Zrnic 2023
    (PPI++). Lambda is not cut at 1, so the judge's scale may differ from people's.

    Pitfalls: the rated items must be a random sample of all; n under some 30 makes the normal interval too short; items
    must be independent, so give one score per item. NotEstimableError for fewer than two rated items.
    """
    people, machine, extra = (np.asarray(scores, dtype=np.float64) for scores in (human, judge, unlabelled))
    if people.shape != machine.shape:
        raise ValueError("People's and the judge's scores of the rated items must be of one length.")
    if not all(np.isfinite(scores).all() for scores in (people, machine, extra)):
        raise ValueError("A missing score must be left out, not given as NaN.")
    few, many = len(people), len(extra)
    if few < 2:  # noqa: PLR2004
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


@dataclass(frozen=True)
class Share:
    """`hits` of `total`: the counts that a sensitivity or a specificity is estimated from, or a proportion."""

    hits: int
    total: int

    def __post_init__(self) -> None:
        if not 0 <= self.hits <= self.total:
            raise ValueError(f"{self.hits} of {self.total} is not a share.")


@dataclass(frozen=True)
class CorrectedProportion:
    """A judge's proportion corrected for its errors, with a 95 % interval; `outside` if it was cut to 0 or 1."""

    value: float
    low: float
    high: float
    apparent: float
    sensitivity: float
    specificity: float
    outside: bool


def rogan_gladen(positive: Share, *, sensitivity: Share, specificity: Share) -> CorrectedProportion:
    """The true proportion of positives, where the judge found `positive.hits` among `positive.total` outputs.

    `sensitivity` counts the outputs that people call positive, of which the judge found `hits`; `specificity` the
    outputs that people call negative, of which the judge cleared `hits`. Both come from outputs other than those of
    `positive`. Value: (apparent + specificity - 1) / (sensitivity + specificity - 1), cut to 0..1 (Rogan and Gladen
    1978). Interval: Lang and Reiczigel 2014, which allows for the chance in all three counts; it is not centred on the
    value, and is widened (but for the cut to 0..1) to hold it.

    Pitfall: sensitivity must hold for the outputs corrected, not those of an easier set. NotEstimableError where a
    count is empty, or the judge is no better than chance: then any proportion fits.
    """
    counts = {"positive": positive, "sensitivity": sensitivity, "specificity": specificity}
    for name, count in counts.items():
        if not count.total:
            raise NotEstimableError(f"There is no output to count the {name} share from.")
    apparent, found, cleared = (count.hits / count.total for count in counts.values())
    gain = found + cleared - 1
    if gain <= 0:
        raise NotEstimableError(
            f"With sensitivity {found:.2f} and specificity {cleared:.2f} the judge is no better than chance, so its "
            "proportion cannot be corrected."
        )
    raw = (apparent + cleared - 1) / gain
    value = min(1.0, max(0.0, raw))
    low, high = _lang_reiczigel(positive, sensitivity, specificity)
    return CorrectedProportion(
        value=value,
        low=min(value, low),
        high=max(value, high),
        apparent=apparent,
        sensitivity=found,
        specificity=cleared,
        outside=value != raw,
    )


def _lang_reiczigel(positive: Share, sensitivity: Share, specificity: Share) -> tuple[float, float]:
    """Shares drawn toward a half (by z squared, 2 and 2 outputs), a shift of the centre, and the delta method."""
    square = NORMAL_95**2
    tested = positive.total + square
    apparent = (positive.hits + square / 2) / tested
    ill, well = sensitivity.total + 2, specificity.total + 2
    found, cleared = (sensitivity.hits + 1) / ill, (specificity.hits + 1) / well
    gain = found + cleared - 1
    if gain <= 0:
        return 0.0, 1.0
    centre = min(1.0, max(0.0, (apparent + cleared - 1) / gain))
    noise_found, noise_cleared = found * (1 - found) / ill, cleared * (1 - cleared) / well
    shift = 2 * square * (centre * noise_found - (1 - centre) * noise_cleared)
    variance = apparent * (1 - apparent) / tested + centre**2 * noise_found + (1 - centre) ** 2 * noise_cleared
    reach = NORMAL_95 * np.sqrt(variance) / gain
    return float(max(0.0, centre + shift - reach)), float(min(1.0, centre + shift + reach))
