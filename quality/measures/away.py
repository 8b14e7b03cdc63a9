"""How often a person leaves the page while they write."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from quality.evidence.arrays import Evidence
from quality.evidence.counting import share_of_works
from quality.figures import Figure
from quality.measures import Measure


class Away(Measure):
    """Evidence and never a flag: there are good reasons for it, and the texts are not looked at."""

    name = "away"
    title = _("Left the page while writing")
    basis = ngettext_lazy("%(number)s HIT with text", "%(number)s HITs with text", "n")
    meaning = _(
        "The share of HITs with text during which the person switched to another tab or window. "
        "The page says that this is counted."
    )
    unit = "share"
    order = 71

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        return share_of_works(evidence, evidence.works.counts.get("times_away"))


MEASURE = Away()
