"""Measures of passed gold HITs, and of the consistency of a person's answers."""

from collections.abc import Mapping

import numpy as np
from django.utils.translation import gettext_lazy as _
from numpy.typing import NDArray

from analysis.statistics.results import quotient
from quality.evidence.arrays import Evidence
from quality.evidence.statistics import jackknifed, sums_without_each
from quality.figures import Figure, share_of
from quality.measures import IN_ANSWERS, IN_HITS, Measure


class GoldPassed(Measure):
    name = "gold"
    title = _("Checks passed")
    basis = IN_HITS
    meaning = _("The share of gold HITs with all answers right (Wilson interval).")
    unit = "share"
    order = 30

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        counts = zip(evidence.gold.passed.tolist(), evidence.gold.answered.tolist(), strict=True)
        return {
            person: share_of(passed, answered) for person, (passed, answered) in enumerate(counts)
        }


class SameAgain(Measure):
    name = "retest"
    title = _("Same answers in retests")
    basis = IN_ANSWERS
    meaning = _("The share of retest questions with the same answer as before (Wilson interval).")
    unit = "share"
    order = 31

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        retests, size = evidence.retests, len(evidence.people)
        same = np.bincount(retests.person[retests.before == retests.again], minlength=size)
        questions = np.bincount(retests.person, minlength=size)
        pairs = zip(same.tolist(), questions.tolist(), strict=True)
        return {person: share_of(part, whole) for person, (part, whole) in enumerate(pairs)}


class RetestReliability(Measure):
    """The consistency of a person's answers in retests, averaged over questions: 1 minus the ratio
    of two mean distances. The first is the distance between the two answers in a retest. The second
    is the distance between two random answers of the batch. See Krippendorff's alpha (2018, chapter
    12)."""

    name = "reliability"
    title = _("Retest reliability")
    basis = IN_HITS
    meaning = _(
        "How close the second answer is to the first. 1 means the same answer. 0 means as far "
        "apart as two random answers of the batch."
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


class Repeats(Measure):
    """The share of HITs with the same answers as the person's previous HIT, and the longest run of
    such HITs."""

    name = "repeats"
    title = _("Repeated answers")
    basis = IN_HITS
    meaning = _(
        "The share of HITs that repeat the previous HIT’s answers to all questions with a number."
    )
    unit = "share"
    order = 40

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        answers = evidence.works.answers
        return {
            person: _repeats_of(answers[evidence.works_of(person)])
            for person in range(len(evidence.people))
        }


def _repeats_of(answers: NDArray[np.int64]) -> Figure:
    numbers = answers[answers != 0]
    same = numbers[1:] == numbers[:-1]
    # A run of equal answers ends before each HIT whose answers differ from the last ones.
    ends = np.flatnonzero(np.concatenate([[True], ~same, [True]]))
    longest = int(np.diff(ends).max()) if len(numbers) else 0
    return share_of(int(same.sum()), len(same), longest=longest)
