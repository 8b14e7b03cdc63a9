"""How much of a scale a person uses."""

from collections.abc import Mapping

import numpy as np
from django.utils.translation import gettext_lazy as _

from analysis.data.frame import Codes
from analysis.statistics.results import Floats, quotient
from quality.evidence.arrays import Evidence, Rated
from quality.evidence.leaving_out import (
    jackknifed,
    mean_of_criteria,
    sums_without_each,
    works_of_ratings,
)
from quality.figures import Figure
from quality.measures import IN_HITS, Measure

MOST_CLASSES = 11  # a finer scale is cut into this number of parts of equal width


class Entropy(Measure):
    """Shannon's entropy (1948) of a person's answers over that of a scale used evenly; the mean
    over criteria. 0 for always the same answer, 1 for each as often as any other."""

    name = "entropy"
    title = _("Variety of answers")
    basis = IN_HITS
    meaning = _(
        "Entropy of the answers as a share of the greatest possible: 0 is always the same answer, "
        "1 each as often as any other."
    )
    unit = "coefficient"
    order = 41

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        classes = [_classes(rated) for rated in evidence.criteria]
        return {person: _of(evidence, classes, person) for person in range(len(evidence.people))}


def _classes(rated: Rated) -> tuple[Codes, int]:
    """Return the class of each rating, and how many there are on the scale."""
    low, high = rated.facts.low, rated.facts.high
    if rated.is_label or low is None or high is None:
        values, code = rated.labels
        return code, len(values)
    width = high - low
    if width < MOST_CLASSES and (rated.value == np.round(rated.value)).all():
        return np.rint(rated.value - low).astype(np.intp), int(width) + 1
    parts = np.floor((rated.value - low) / width * MOST_CLASSES).astype(np.intp)
    return np.clip(parts, 0, MOST_CLASSES - 1), MOST_CLASSES


def _of(evidence: Evidence, classes: list[tuple[Codes, int]], person: int) -> Figure:
    rows = [(rated, evidence.rows_of(rated, person)) for rated in evidence.criteria]
    works = works_of_ratings(rows)
    if not len(works):
        return Figure(None, 0)
    values = [
        _share(sums_without_each(_one_hot(code[own], number), rated.work[own], works))
        for (rated, own), (code, number) in zip(rows, classes, strict=True)
        if len(own) and number > 1
    ]
    figure = jackknifed(mean_of_criteria(values), "positive", n=len(works))
    high = None if figure.high is None else min(1.0, figure.high)
    return Figure(figure.value, figure.n, figure.low, high)


def _one_hot(code: Codes, number: int) -> Floats:
    return (code[:, None] == np.arange(number)).astype(float)


def _share(counts: Floats) -> Floats:
    """Entropy of each row of counts, as a share of that of equal counts."""
    shares = quotient(counts, counts.sum(1, keepdims=True))
    logs = np.log(shares, out=np.zeros_like(shares), where=shares > 0)
    return -(shares * logs).sum(1) / np.log(counts.shape[1])


MEASURE = Entropy()
