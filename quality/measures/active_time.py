"""How long a person takes for a HIT."""

from collections.abc import Mapping
from functools import lru_cache

import numpy as np
from django.utils.translation import gettext_lazy as _

from analysis.statistics.results import Floats
from quality.evidence.arrays import Evidence
from quality.figures import Figure
from quality.measures import IN_HITS, Measure

TAIL = 0.025  # beyond either end of an interval
MEDIAN_OF = 3  # HITs, for a middle half to be drawn


class ActiveTime(Measure):
    """The median of a person's HITs, with the interval by order statistics (Conover 1999, section
    3.2) and the middle half."""

    name = "time"
    title = _("Active time per HIT")
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
    """Return two order statistics between which the median lies with 95 % confidence; None for an
    end that too few values have."""
    low, high = _ranks(len(values))
    ordered = np.sort(values)
    return (
        float(ordered[low]) if low >= 0 else None,
        float(ordered[high]) if high < len(ordered) else None,
    )


@lru_cache(maxsize=4096)
def _ranks(number: int) -> tuple[int, int]:
    """Return the places of the two ends among sorted values, outside of them if they are too few.
    Cached: many people have the same number of HITs."""
    from scipy import stats

    halves = stats.binom(number, 0.5)
    return int(halves.ppf(TAIL)) - 1, int(halves.isf(TAIL))


MEASURE = ActiveTime()
