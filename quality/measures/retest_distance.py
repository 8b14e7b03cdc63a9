"""How far apart a person's two answers to one HIT are, against two answers at random."""

from collections.abc import Mapping

import numpy as np
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from analysis.statistics.results import quotient
from quality.evidence.arrays import Evidence
from quality.evidence.leaving_out import jackknifed, sums_without_each
from quality.figures import Figure
from quality.measures import Measure


class RetestReliability(Measure):
    """1 less the mean distance of the two answers over that of two answers of the batch at random,
    as Krippendorff's alpha has it (2018, chapter 12); the mean over questions."""

    name = "reliability"
    title = _("Retest reliability")
    basis = ngettext_lazy("%(number)s retest", "%(number)s retests", "n")
    meaning = _(
        "How near the second answer is to the first: 1 is the same, 0 as far apart as two answers "
        "of the batch at random."
    )
    unit = "coefficient"
    order = 32

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        retests = evidence.retests
        chance = np.array([rated.chance for rated in evidence.criteria] or [0.0])
        labels = np.array([rated.is_label for rated in evidence.criteria] or [False])
        apart = (retests.before - retests.again) ** 2
        apart = np.where(labels[retests.criterion], (apart > 0).astype(float), apart)
        score = 1 - quotient(apart, chance[retests.criterion], least=1e-12)
        figures = {}
        for person in np.unique(retests.person[~np.isnan(score)]).tolist():
            rows = np.flatnonzero((retests.person == person) & ~np.isnan(score))
            of_retests = np.unique(retests.retest[rows])
            terms = np.column_stack([np.ones(len(rows)), score[rows]])
            sums = sums_without_each(terms, retests.retest[rows], of_retests)
            means = quotient(sums[:, 1], sums[:, 0])
            figures[person] = jackknifed(means, "agreement", n=len(of_retests))
        return figures


MEASURE = RetestReliability()
