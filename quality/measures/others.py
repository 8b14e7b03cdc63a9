"""Measures of agreement with other people's answers to the same HITs."""

from collections.abc import Mapping

import numpy as np
from django.utils.translation import gettext_lazy as _

from analysis.data.frame import Codes
from analysis.statistics.estimates import NotEstimableError
from analysis.statistics.results import Floats, quotient
from analysis.statistics.sparse import Ratings
from quality.evidence.arrays import Evidence, Rated
from quality.evidence.statistics import (
    difference,
    jackknifed,
    mean_of_criteria,
    rated_with_others,
    sums_without_each,
    thirds,
    works_of_ratings,
)
from quality.figures import Figure
from quality.measures import IN_HITS, Measure


class Agreement(Measure):
    """Cohen's kappa between the person and the other raters, averaged over criteria. For numbers,
    kappa has quadratic weights. Each unit counts once, whatever its number of other raters.

    Cohen 1960 and 1968. A person who always gives the same answer gets 0.
    """

    name = "agreement"
    title = _("Agreement with other people")
    basis = IN_HITS
    meaning = _(
        "Kappa with the other people on the same HITs, with quadratic weights for scores. 1 "
        "means always the same answer, and 0 means agreement by chance."
    )
    unit = "coefficient"
    order = 20

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        return {person: _agreement_of(evidence, person) for person in range(len(evidence.people))}


def _agreement_of(evidence: Evidence, person: int) -> Figure:
    rows = rated_with_others(evidence, person)
    works = works_of_ratings(rows)
    if not len(works):
        return Figure(None, 0)
    values = [
        _kappa(rated, sums_without_each(_terms(rated, own), rated.work[own], works))
        for rated, own in rows
        if len(own)
    ]
    return jackknifed(mean_of_criteria(values), "agreement", n=len(works))


def _terms(rated: Rated, rows: Codes) -> Floats:
    """Return one row per rating with the values whose column sums `_kappa` needs."""
    others, value = rated.others, rated.value[rows]
    if rated.is_label:
        labels, code = rated.labels
        own = (code[rows, None] == np.arange(len(labels))).astype(float)
        same = 1 - rated.distance[rows]
        return np.column_stack([np.ones_like(value), same, own, others.shares[rows]])
    mean, square = others.mean[rows], others.square[rows]
    return np.column_stack([np.ones_like(value), value, mean, value**2, square, value * mean])


def _kappa(rated: Rated, sums: Floats) -> Floats:
    number = sums[:, 0]
    if rated.is_label:
        half = (sums.shape[1] - 2) // 2
        own, others = sums[:, 2 : 2 + half], sums[:, 2 + half :]
        chance = quotient((own * others).sum(1), number**2)
        return quotient(quotient(sums[:, 1], number) - chance, 1 - chance, least=1e-12)
    own, mean, own_square, square, product = sums[:, 1:].T
    apart = quotient(own_square - 2 * product + square, number)
    chance = quotient(own_square + square, number) - quotient(2 * own * mean, number**2)
    return 1 - quotient(apart, chance, least=1e-12)


class Correlation(Measure):
    """Pearson's correlation of the person's ratings with the mean of the other raters, averaged
    over numeric criteria. Unlike agreement, it does not depend on the person's severity."""

    name = "correlation"
    title = _("Correlation with other people")
    basis = IN_HITS
    meaning = _(
        "Pearson’s correlation with the mean of the other people. Someone who is always stricter "
        "can still reach 1."
    )
    unit = "coefficient"
    order = 21

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        return {person: _correlation_of(evidence, person) for person in range(len(evidence.people))}


def _correlation_of(evidence: Evidence, person: int) -> Figure:
    rows = [pair for pair in rated_with_others(evidence, person) if not pair[0].is_label]
    works = works_of_ratings(rows)
    if not len(works):
        return Figure(None, 0)
    values = []
    for rated, own in rows:
        # Centre the values first, so that no precision is lost in differences of sums of squares.
        first = rated.value[own] - rated.value[own].mean() if len(own) else rated.value[own]
        second = rated.others.mean[own] - rated.others.mean[own].mean() if len(own) else first
        terms = [np.ones_like(first), first, second, first**2, second**2, first * second]
        values.append(_pearson(sums_without_each(np.column_stack(terms), rated.work[own], works)))
    return jackknifed(mean_of_criteria(values), "correlation", n=len(works))


def _pearson(sums: Floats) -> Floats:
    number, first, second, first_square, second_square, product = sums.T
    spread = (number * first_square - first**2) * (number * second_square - second**2)
    size = np.sqrt(np.maximum(spread, 0))
    return quotient(number * product - first * second, size, least=1e-9)


class Drift(Measure):
    """Agreement in the last third of each sitting minus agreement in the first third. The agreement
    of a HIT is 1 minus the ratio of two distances. The first is its mean distance to other people's
    ratings, and the second is the mean distance of two random ratings."""

    name = "drift"
    title = _("Change in agreement")
    basis = IN_HITS
    meaning = _(
        "Agreement in the last third of each session minus agreement in the first third. Below 0, "
        "agreement declines. A pause of half an hour starts a new session."
    )
    unit = "difference"
    order = 50

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        score = scores(evidence)
        return {person: _drift(evidence, score, person) for person in range(len(evidence.people))}


def scores(evidence: Evidence) -> Floats:
    """Return the agreement with other people for each HIT in `Works` (W,), or NaN if no one else
    rated its units."""
    size = len(evidence.works.person)
    total, number = np.zeros(size), np.zeros(size)
    for rated in evidence.criteria:
        near = 1 - quotient(rated.distance, np.full(len(rated.value), rated.chance), least=1e-12)
        there = ~np.isnan(near)
        total += np.bincount(rated.work[there], near[there], minlength=size)
        number += np.bincount(rated.work[there], minlength=size)
    return quotient(total, number)


def _drift(evidence: Evidence, score: Floats, person: int) -> Figure:
    first, last = (rows[~np.isnan(score[rows])] for rows in thirds(evidence, person))
    number = len(first) + len(last)
    ends = difference(score[last], score[first])
    return Figure(None, number) if ends is None else Figure(ends[0], number, *ends[1:])


class LabelAccuracy(Measure):
    """The expected share of correct labels in the model of Dawid and Skene (1979). It is the mean
    probability of the person's labels. The interval is from the jackknife over HITs, without
    fitting the model again."""

    name = "labels"
    title = _("Correct labels (Dawid–Skene)")
    basis = IN_HITS
    meaning = _(
        "The mean probability that the person’s label is right, by Dawid and Skene’s model of all "
        "answers, including the person’s own."
    )
    unit = "share"
    order = 62

    def figures(self, evidence: Evidence) -> Mapping[int, Figure]:
        chances = [(rated, _chance_of_each(rated)) for rated in evidence.criteria if rated.is_label]
        by_criterion = [(rated, chance) for rated, chance in chances if chance is not None]
        if not by_criterion:
            return {}
        return {
            person: _accuracy(evidence, by_criterion, person)
            for person in range(len(evidence.people))
        }


def _chance_of_each(rated: Rated) -> Floats | None:
    """Return the probability of each rating in the model (R,), or NaN for excluded ratings. Return
    None if the model cannot be estimated, for example because no unit has two included ratings."""
    # Imported here, because it imports SciPy, which pages do not need.
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


def _accuracy(evidence: Evidence, by_criterion: list[tuple[Rated, Floats]], person: int) -> Figure:
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
