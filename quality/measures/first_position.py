"""How often a person prefers the output that stood first."""

from collections.abc import Mapping

import numpy as np
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy

from analysis.data.facts import PREFERS_A, TIE
from quality.evidence.arrays import Evidence, Rated
from quality.figures import Figure
from quality.intervals import share_of
from quality.measures import Measure

FIRST, SECOND = 1, 2  # where output a stood


class FirstPosition(Measure):
    """Of a person's preferences that are no ties, the share for the output shown first. The order
    is drawn, so it should be near a half."""

    name = "first"
    title = _("First-position preference")
    basis = ngettext_lazy("%(number)s preference", "%(number)s preferences", "n")
    meaning = _(
        "Of preferences that are not ties, the share for the first output. The order was random, "
        "so it should be near 50 %."
    )
    unit = "share"
    order = 42

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        size = len(evidence.people)
        first, all_of = np.zeros(size, dtype=np.intp), np.zeros(size, dtype=np.intp)
        for rated in evidence.criteria:
            if rated.facts.preference:
                decided, for_first = _preferences(rated)
                first += np.bincount(rated.person[decided & for_first], minlength=size)
                all_of += np.bincount(rated.person[decided], minlength=size)
        pairs = zip(first.tolist(), all_of.tolist(), strict=True)
        return {person: share_of(part, whole) for person, (part, whole) in enumerate(pairs)}


def _preferences(rated: Rated) -> tuple[np.ndarray, np.ndarray]:
    """Return which preferences are decided and of a known order, and which are for the first
    position."""
    placed = (rated.position == FIRST) | (rated.position == SECOND)
    prefers_a = rated.value == PREFERS_A
    return placed & (rated.value != TIE), prefers_a == (rated.position == FIRST)


MEASURE = FirstPosition()
