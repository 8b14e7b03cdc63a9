"""How often a person's labels are right, by a model that learns the right ones from all."""

from collections.abc import Mapping

import numpy as np
from django.utils.translation import gettext_lazy as _

from analysis.statistics.estimates import NotEstimableError
from analysis.statistics.results import Floats, quotient
from analysis.statistics.sparse import Ratings
from quality.evidence.arrays import Evidence, Rated
from quality.evidence.leaving_out import jackknifed, sums_without_each, works_of_ratings
from quality.figures import Figure
from quality.measures import IN_HITS, Measure


class LabelAccuracy(Measure):
    """The share of a person's labels that are right by Dawid and Skene's model (1979): the mean
    chance that the model gives to their labels. The interval is the jackknife's over HITs and takes
    the model as known."""

    name = "labels"
    title = _("Labels right (Dawid–Skene)")
    basis = IN_HITS
    meaning = _(
        "The mean chance that a person’s label is the right one, by Dawid and Skene’s model of all "
        "answers. The person’s own answers are among them."
    )
    unit = "share"
    order = 62

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        chances = [(rated, _chance_of_each(rated)) for rated in evidence.criteria if rated.is_label]
        by_criterion = [(rated, chance) for rated, chance in chances if chance is not None]
        if not by_criterion:
            return {}
        return {
            person: _of(evidence, by_criterion, person) for person in range(len(evidence.people))
        }


def _chance_of_each(rated: Rated) -> Floats | None:
    """Return the model's chance of each rating (R,); NaN for ratings that do not count, None
    where no unit has two that do."""
    # SciPy comes with it, and pages need none.
    from analysis.statistics.correction.dawid_skene import dawid_skene

    rows = np.flatnonzero(rated.counted)
    people, rater = np.unique(rated.person[rows], return_inverse=True)
    units, unit = np.unique(rated.unit[rows], return_inverse=True)
    unit, values = unit.reshape(-1), rated.value[rows]
    try:
        consensus = dawid_skene(Ratings(unit, rater.reshape(-1), values, units, people))
    except NotEstimableError:
        return None
    chance = np.full(len(rated.value), np.nan)
    chance[rows] = consensus.posteriors[unit, np.searchsorted(consensus.labels, values)]
    return chance


def _of(evidence: Evidence, by_criterion: list[tuple[Rated, Floats]], person: int) -> Figure:
    rows = []
    for rated, chance in by_criterion:
        own = evidence.rows_of(rated, person)
        rows.append((rated, own[~np.isnan(chance[own])], chance))
    works = works_of_ratings([(rated, own) for rated, own, _chance in rows])
    if not len(works):
        return Figure(None, 0)
    sums = np.zeros((1 + len(works), 2))
    for rated, own, chance in rows:
        terms = np.column_stack([np.ones(len(own)), chance[own]])
        sums += sums_without_each(terms, rated.work[own], works)
    return jackknifed(quotient(sums[:, 1], sums[:, 0]), "share", n=len(works))


MEASURE = LabelAccuracy()
