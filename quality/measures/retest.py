"""How often a person gives the same answer when they meet a HIT again."""

from collections.abc import Mapping

import numpy as np
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from quality.evidence.arrays import Evidence
from quality.figures import Figure
from quality.intervals import share_of
from quality.measures import Measure


class SameAgain(Measure):
    name = "retest"
    title = _("Same answers in retests")
    basis = ngettext_lazy("%(number)s question", "%(number)s questions", "n")
    meaning = _("The share of questions answered in retests as the first time (interval: Wilson).")
    unit = "share"
    order = 31

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        retests, size = evidence.retests, len(evidence.people)
        same = np.bincount(retests.person[retests.before == retests.again], minlength=size)
        questions = np.bincount(retests.person, minlength=size)
        pairs = zip(same.tolist(), questions.tolist(), strict=True)
        return {person: share_of(part, whole) for person, (part, whole) in enumerate(pairs)}


MEASURE = SameAgain()
