"""Head-to-head results: win matrix and strengths of systems from verdicts on pairs and rankings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from analysis.comparison.catalogue import NO_JUDGE, NO_RATINGS, because
from analysis.comparison.preferences import Verdicts, systems_of
from analysis.comparison.replicates import Replicates
from analysis.comparison.result_parts import Standing, Strengths
from analysis.comparison.results import PEOPLE, ComparisonSettings
from analysis.data.frame import Codes
from analysis.data.units import Units
from analysis.statistics.estimates import Estimate, NotEstimableError
from analysis.statistics.preferences.plackett_luce import (
    Rankings,
    plackett_luce,
    rankings_of,
    resampled_plackett_luce,
)
from analysis.statistics.preferences.tied_pairs import davidson, resampled_davidson
from analysis.statistics.results import Floats, quotient

NEVER_MET = "not estimable: the two never met"
NO_FINITE = "not estimable: no finite estimate"


@dataclass(frozen=True)
class Ranked:
    """N rankings of K systems. `ranks` (N, K) is NaN for systems that were not ranked. `item` has
    the item of each ranking."""

    ranks: Floats
    item: Codes


def ranked_pairs(verdicts: Verdicts, systems: int) -> Ranked:
    """Return verdicts as rankings of two systems, the winner first, with a shared rank for ties."""
    ranks = np.full((len(verdicts.verdict), systems), np.nan)
    rows = np.arange(len(ranks))
    ranks[rows, verdicts.system] = 1 + (verdicts.verdict < 0)
    ranks[rows, verdicts.other] = 1 + (verdicts.verdict > 0)
    return Ranked(ranks, verdicts.cell)


def ranked_places(units: Units, judge: str | None) -> Ranked:
    """Return the rankings by people or by one judge. A ranking has the ranks that a rater gave to
    the outputs of a HIT.

    If a rater ranked a HIT several times, the mean of these ranks is used.
    """
    if judge is None:
        unit, rater, value = units.people.unit, units.people.rater, units.people.value
    else:
        values = units.of_judge(judge)
        unit = np.flatnonzero(~np.isnan(values))
        rater, value = np.zeros(len(unit), dtype=np.intp), values[unit]
    hit = units.frame.hit.code[units.row[unit]]
    keys = rater * len(units.frame.hit.names) + hit
    _keys, first, row = np.unique(keys, return_index=True, return_inverse=True)
    column = np.argsort(np.argsort(units.systems))  # place in alphabetical order
    ranks = np.full((len(first), len(units.systems)), np.nan)
    ranks[row, column[units.cell[unit] % len(units.systems)]] = value
    return Ranked(ranks, units.item[unit[first]])


def strengths(
    ranked: Ranked, names: Sequence[str], replicates: Replicates, empty: str
) -> Strengths:
    """Return the systems' win matrix and their strengths in the Davidson and Plackett-Luce models.
    `replicates` leave out only items."""
    count = len(names)
    if not len(ranked.ranks):
        none = Estimate(None, 0, reason=empty)
        standings = tuple(Standing(name, none, none, (none,) * count) for name in names)
        return Strengths(0, standings, none)
    rankings = rankings_of(ranked.ranks)
    counts = replicates.sums(ranked.item, _one_hot(rankings))
    wins, ties = _tables(rankings, counts, count)
    met = (~np.isnan(ranked.ranks)).sum(0)
    pairs, tie = _with_ties(wins, ties, names, replicates, met)
    luce = _luce(ranked, rankings, counts, names, replicates, met)
    shares = _shares(ranked, wins, ties, replicates)
    return Strengths(
        rankings=len(ranked.ranks),
        systems=tuple(
            Standing(name, pairs[index], luce[index], shares[index])
            for index, name in enumerate(names)
        ),
        tie=tie,
    )


def _one_hot(rankings: Rankings) -> sparse.csr_array:
    count = len(rankings.pattern)
    return sparse.csr_array(
        (np.ones(count), (np.arange(count), rankings.pattern)), shape=(count, len(rankings.chosen))
    )


def _tables(rankings: Rankings, counts: Floats, count: int) -> tuple[Floats, Floats]:
    """Return two arrays (D, K, K) from rankings split into pairs. The first counts the wins of the
    row's system over the column's system, and the second counts their ties."""
    above = rankings.above.reshape(-1, count, count)
    below = above.transpose(0, 2, 1)
    won, tied = above * (1 - below), above * below
    wins, ties = (
        (counts @ table.reshape(len(table), count * count)).reshape(-1, count, count)
        for table in (won, tied)
    )
    return wins, ties


def _with_ties(
    wins: Floats, ties: Floats, names: Sequence[str], replicates: Replicates, met: Codes
) -> tuple[list[Estimate], Estimate]:
    there = np.flatnonzero(met)
    named = [names[index] for index in there.tolist()]
    grid = np.ix_(np.arange(len(wins)), there, there)
    total = int(wins[0].sum() + ties[0].sum() / 2)
    try:
        sample = davidson(wins[0][np.ix_(there, there)], ties[0][np.ix_(there, there)], named)
    except NotEstimableError as error:
        reason = because(error)
        return _none(met, reason), Estimate(None, total, reason=reason)
    figures, tie = resampled_davidson(wins[grid], ties[grid])
    figures[0], tie[0] = sample.strengths, sample.tie
    return _spread(figures, there, met, replicates), replicates.estimate(
        tie, n=total, reason=NO_FINITE, scale="positive"
    )


def _luce(
    ranked: Ranked,
    rankings: Rankings,
    counts: Floats,
    names: Sequence[str],
    replicates: Replicates,
    met: Codes,
) -> list[Estimate]:
    there = np.flatnonzero(met)
    try:
        sample = plackett_luce(ranked.ranks[:, there], [names[index] for index in there.tolist()])
    except NotEstimableError as error:
        return _none(met, because(error))
    of_those_met = rankings_of(ranked.ranks[:, there]) if len(there) < len(names) else rankings
    figures = resampled_plackett_luce(of_those_met, counts)
    figures[0] = sample
    return _spread(figures, there, met, replicates)


def _none(met: Codes, reason: str) -> list[Estimate]:
    return [Estimate(None, int(count), reason=reason) for count in met]


def _spread(figures: Floats, there: Codes, met: Codes, replicates: Replicates) -> list[Estimate]:
    """Return the Estimate of every system. A system that was never ranked has no value."""
    column = {int(index): place for place, index in enumerate(there)}
    return [
        replicates.estimate(figures[:, column[index]], n=int(count), reason=NO_FINITE)
        if index in column
        else Estimate(None, 0, reason=NEVER_MET)
        for index, count in enumerate(met)
    ]


def _shares(
    ranked: Ranked, wins: Floats, ties: Floats, replicates: Replicates
) -> list[tuple[Estimate, ...]]:
    """Return the share of wins of each row's system against each column's. A tie is half a win."""
    halves = wins + ties / 2
    meetings = wins + wins.transpose(0, 2, 1) + ties
    shares = quotient(halves, meetings)
    there = ~np.isnan(ranked.ranks)
    return [
        tuple(
            replicates.estimate(
                shares[:, row, column],
                n=int(meetings[0, row, column]),
                reason=NEVER_MET,
                scale="share",
                items=replicates.items_of(ranked.item[there[:, row] & there[:, column]]),
            )
            for column in range(wins.shape[1])
        )
        for row in range(wins.shape[1])
    ]


def criterion_strengths(
    units: Units,
    groups: Mapping[str | None, Verdicts] | None,
    judges: Sequence[str],
    settings: ComparisonSettings,
) -> dict[str, Strengths]:
    """Return the strengths by rater, with people under `PEOPLE`. The result is empty if the
    criterion has neither preferences nor rankings."""
    if groups is None and not units.facts.ranking:
        return {}
    names = sorted(units.systems) if groups is None else systems_of(units)
    replicates = Replicates.make(
        units.items, 1, draws=settings.draws, seed=settings.seed, pairs=True
    )
    by_rater = {}
    for rater in (None, *judges):
        ranked = (
            ranked_places(units, rater)
            if groups is None
            else ranked_pairs(groups[rater], len(names))
        )
        empty = NO_RATINGS if rater is None else NO_JUDGE
        by_rater[rater or PEOPLE] = strengths(ranked, names, replicates, empty)
    return by_rater
