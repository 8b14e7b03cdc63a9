"""Whether a person gives higher or lower numbers than the others."""

from collections.abc import Mapping

import numpy as np
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from analysis.data.frame import Codes
from analysis.statistics.estimates import NotEstimableError
from analysis.statistics.sparse import Ratings
from quality.evidence.arrays import Evidence, Rated
from quality.figures import Figure
from quality.intervals import Z_95
from quality.measures import Measure


class Severity(Measure):
    """A person's effect in a model with two random effects, units and people, over all criteria
    with numbers: see `analysis.statistics.rater_effects`. The values of a criterion are taken in
    its standard deviations."""

    name = "severity"
    title = _("Severity")
    basis = ngettext_lazy("%(number)s answer", "%(number)s answers", "n")
    meaning = _(
        "How far above (+) or below (−) the others’ the numbers are on the same HITs, in standard "
        "deviations, by two-way random effects."
    )
    unit = "difference"
    order = 60

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        # SciPy comes with it, and pages need none.
        from analysis.statistics.rater_effects import rater_effects

        ratings = _standardised([rated for rated in evidence.criteria if not rated.is_label])
        try:
            effects = rater_effects(ratings)
        except NotEstimableError:
            return {}
        numbers = np.bincount(ratings.rater)
        return {
            person: _figure(effects.severity[place], effects.error[place], numbers[place])
            for place, person in enumerate(ratings.raters.tolist())
        }


def _figure(effect: float, error: float, number: int) -> Figure:
    reach = Z_95 * float(error)
    return Figure(float(effect), int(number), float(effect) - reach, float(effect) + reach)


def _standardised(criteria: list[Rated]) -> Ratings:
    """Return the ratings that count of all criteria, as units apart."""
    unit: list[Codes] = [np.zeros(0, dtype=np.intp)]
    person: list[Codes] = [np.zeros(0, dtype=np.intp)]
    value = [np.zeros(0)]
    start = 0
    for rated in criteria:
        rows = np.flatnonzero(rated.counted)
        spread = rated.value[rows].std() if len(rows) else 0
        if spread > 0:
            unit.append(start + rated.unit[rows])
            person.append(rated.person[rows])
            value.append((rated.value[rows] - rated.value[rows].mean()) / spread)
            start += int(rated.unit.max()) + 1
    people, rater = np.unique(np.concatenate(person), return_inverse=True)
    units, code = np.unique(np.concatenate(unit), return_inverse=True)
    return Ratings(code.reshape(-1), rater.reshape(-1), np.concatenate(value), units, people)


MEASURE = Severity()
