"""How long a person takes for a HIT."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from django.utils.translation import gettext_lazy as _

from analysis.statistics.results import Floats
from quality.evidence.arrays import Evidence
from quality.figures import Figure
from quality.measures import IN_HITS, Measure

MEDIAN_OF = 3  # HITs, for a middle half to be drawn


class ActiveTime(Measure):
    """The median of a person's HITs, with the interval by order statistics (Conover 1999, section
    3.2) and the middle half."""

    name = "time"
    title = _("Active time a HIT")
    basis = IN_HITS
    meaning = _(
        "The median over HITs: seconds in use where the browser noted them, else from taking to "
        "submitting."
    )
    unit = "seconds"
    order = 10

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        seconds = evidence.works.seconds
        return {
            person: _median(seconds[evidence.works_of(person)])
            for person in range(len(evidence.people))
        }


def _median(seconds: Floats) -> Figure:
    if not len(seconds):
        return Figure(None, 0)
    low, high = median_interval(seconds)
    quarters = np.percentile(seconds, [25, 75]) if len(seconds) >= MEDIAN_OF else None
    more = {} if quarters is None else {"middle": [round(float(end), 2) for end in quarters]}
    return Figure(float(np.median(seconds)), len(seconds), low, high, more)


def median_interval(values: Floats) -> tuple[float | None, float | None]:
    """Two order statistics between which the median lies with 95 % confidence; None for an end that
    too few values have."""
    from scipy import stats

    test = stats.quantile_test(values, q=np.median(values), p=0.5)
    interval: Any = test.confidence_interval(0.95)
    low, high = float(interval.low), float(interval.high)
    return (None if np.isnan(low) else low), (None if np.isnan(high) else high)


MEASURE = ActiveTime()
