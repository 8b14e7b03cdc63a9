"""How often a person submits below the batch's least time, after the page asked."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from quality.evidence.arrays import Evidence
from quality.evidence.counting import share_of_works
from quality.figures import Figure
from quality.measures import IN_HITS, Measure


class Hurried(Measure):
    """Absolute: it needs no other annotator to compare with."""

    name = "hurried"
    title = _("Below the least time")
    basis = IN_HITS
    meaning = _(
        "The share of HITs submitted below the batch’s least time, although the page asked."
    )
    unit = "share"
    order = 12

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        return share_of_works(evidence, evidence.works.counts.get("hurried"))


MEASURE = Hurried()
