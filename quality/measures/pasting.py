"""How often a person pastes while they write."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from quality.evidence.arrays import Evidence
from quality.evidence.counting import share_of_works
from quality.figures import Figure
from quality.measures import Measure


class Pasting(Measure):
    """Evidence and never a flag: there are good reasons for it, and the texts are not looked at."""

    name = "pasting"
    title = _("Pasted while writing")
    basis = ngettext_lazy("%(number)s HIT with text", "%(number)s HITs with text", "n")
    meaning = _(
        "The share of HITs with text into which something was pasted. The page says that this is "
        "counted. We do not read what was pasted."
    )
    unit = "share"
    order = 70

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        return share_of_works(evidence, evidence.works.counts.get("pastes"))


MEASURE = Pasting()
