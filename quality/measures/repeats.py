"""Straight lines: the same answers HIT after HIT."""

from collections.abc import Mapping

import numpy as np
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext_lazy
from numpy.typing import NDArray

from quality.evidence.arrays import Evidence
from quality.figures import Figure
from quality.intervals import share_of
from quality.measures import Measure


class Repeats(Measure):
    """The share of HITs with the same answers to every question as the person's HIT before, and the
    longest row of such HITs."""

    name = "repeats"
    title = _("Repeated answers")
    basis = ngettext_lazy(
        "%(number)s HIT beside the one before", "%(number)s HITs beside the one before", "n"
    )
    meaning = _(
        "The share of HITs whose answers, to every question with a number, are those of the HIT "
        "before."
    )
    unit = "share"
    order = 40

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        answers = evidence.works.answers
        return {
            person: _of(answers[evidence.works_of(person)])
            for person in range(len(evidence.people))
        }


def _of(answers: NDArray[np.int64]) -> Figure:
    numbers = answers[answers != 0]
    same = numbers[1:] == numbers[:-1]
    # A row of HITs ends before each that differs.
    ends = np.flatnonzero(np.concatenate([[True], ~same, [True]]))
    longest = int(np.diff(ends).max()) if len(numbers) else 0
    return share_of(int(same.sum()), len(same), longest=longest)


MEASURE = Repeats()
