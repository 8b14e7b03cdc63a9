"""A judge's proportion of positives, corrected for its errors. Not on a page yet."""

from dataclasses import dataclass

import numpy as np

from analysis.statistics.estimates import NotEstimableError

NORMAL_95 = 1.959963984540054


@dataclass(frozen=True)
class Share:
    """`hits` of `total`: the counts that a sensitivity or a specificity is estimated from, or a
    proportion."""

    hits: int
    total: int

    def __post_init__(self) -> None:
        if not 0 <= self.hits <= self.total:
            raise ValueError(f"{self.hits} of {self.total} is not a share.")


@dataclass(frozen=True)
class CorrectedProportion:
    """A judge's proportion corrected for its errors, with a 95 % interval; `outside` if it was cut
    to 0 or 1."""

    value: float
    low: float
    high: float
    apparent: float
    sensitivity: float
    specificity: float
    outside: bool


def rogan_gladen(positive: Share, *, sensitivity: Share, specificity: Share) -> CorrectedProportion:
    """The true proportion of positives, where the judge found `positive.hits` among
    `positive.total` outputs.

    `sensitivity` counts the outputs that people call positive, and the judge's `hits` among them;
    `specificity` the outputs that people call negative, and the judge's `hits` among them. Both
    come from outputs other than those of `positive`. Value: (apparent + specificity - 1) /
    (sensitivity + specificity - 1), cut to 0..1 (Rogan and Gladen 1978). Interval: Lang and
    Reiczigel 2014, which allows for the chance in all three counts; it is not centred on the value,
    and is widened (but for the cut to 0..1) to hold it.

    Pitfall: sensitivity must hold for the outputs corrected, not those of an easier set.
    NotEstimableError if a count is empty, or the judge is not better than chance: then any
    proportion fits.
    """
    counts = {"positive": positive, "sensitivity": sensitivity, "specificity": specificity}
    for name, count in counts.items():
        if not count.total:
            raise NotEstimableError(f"There is no output to count the {name} share from.")
    apparent, detected, cleared = (count.hits / count.total for count in counts.values())
    gain = detected + cleared - 1
    if gain <= 0:
        raise NotEstimableError(
            f"With sensitivity {detected:.2f} and specificity {cleared:.2f} the judge is no better "
            "than chance, so its proportion cannot be corrected."
        )
    raw = (apparent + cleared - 1) / gain
    value = min(1.0, max(0.0, raw))
    low, high = _lang_reiczigel(positive, sensitivity, specificity)
    return CorrectedProportion(
        value=value,
        low=min(value, low),
        high=max(value, high),
        apparent=apparent,
        sensitivity=detected,
        specificity=cleared,
        outside=value != raw,
    )


def _lang_reiczigel(positive: Share, sensitivity: Share, specificity: Share) -> tuple[float, float]:
    """Shares drawn toward a half (by z squared, 2 and 2 outputs), a shift of the centre, and the
    delta method."""
    square = NORMAL_95**2
    tested = positive.total + square
    apparent = (positive.hits + square / 2) / tested
    ill, well = sensitivity.total + 2, specificity.total + 2
    detected, cleared = (sensitivity.hits + 1) / ill, (specificity.hits + 1) / well
    gain = detected + cleared - 1
    if gain <= 0:
        return 0.0, 1.0
    centre = min(1.0, max(0.0, (apparent + cleared - 1) / gain))
    noise_detected, noise_cleared = detected * (1 - detected) / ill, cleared * (1 - cleared) / well
    shift = 2 * square * (centre * noise_detected - (1 - centre) * noise_cleared)
    variance = (
        apparent * (1 - apparent) / tested
        + centre**2 * noise_detected
        + (1 - centre) ** 2 * noise_cleared
    )
    reach = NORMAL_95 * np.sqrt(variance) / gain
    return float(max(0.0, centre + shift - reach)), float(min(1.0, centre + shift + reach))
