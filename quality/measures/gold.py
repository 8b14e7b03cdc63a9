"""How much gold a person passes."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from quality.evidence.arrays import Evidence
from quality.figures import Figure
from quality.intervals import share_of
from quality.measures import Measure


class GoldPassed(Measure):
    name = "gold"
    title = _("Checks passed")
    basis = ngettext_lazy("%(number)s gold HIT", "%(number)s gold HITs", "n")
    meaning = _("The share of gold HITs whose known answers were all given (interval: Wilson).")
    unit = "share"
    order = 30

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        counts = zip(evidence.gold.passed.tolist(), evidence.gold.answered.tolist(), strict=True)
        return {
            person: share_of(passed, answered) for person, (passed, answered) in enumerate(counts)
        }


MEASURE = GoldPassed()
