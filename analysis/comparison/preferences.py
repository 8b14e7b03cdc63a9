"""Preferences between two outputs: win rates, Bradley-Terry strengths and effects of the
presentation order."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from analysis.comparison.catalogue import NO_JUDGE, NO_RATINGS, because
from analysis.comparison.replicates import Replicates
from analysis.comparison.result_parts import Gold, Orders, SystemResult
from analysis.data.frame import Codes
from analysis.data.units import Units, verdicts
from analysis.statistics.agreement.kappa import nominal_kappa, nominal_terms
from analysis.statistics.estimates import Estimate, NotEstimableError
from analysis.statistics.preferences.bradley_terry import bradley_terry, resampled_strengths
from analysis.statistics.preferences.pairs import against_gold, order_agreement
from analysis.statistics.results import Floats, quotient

NO_ORDER = "not estimable: the order shown is not known"
ALL_TIES = "not estimable: every verdict was a tie"
ONE_ORDER = "not estimable: no pair was judged in both orders"
ONE_EACH = "not estimable: no pair has two verdicts in one order"
NO_SINGLE = "not estimable: no pair with both orders has a single most frequent human verdict"
SHOWN_FIRST, SHOWN_SECOND = 1, 2


@dataclass(frozen=True)
class Verdicts:
    """The original verdicts of one rater group: 1 for output a, -1 for output b, 0 for a tie.
    `position` is the position of output a on the page."""

    unit: Codes
    cell: Codes
    system: Codes
    other: Codes
    verdict: Floats
    position: NDArray[np.int8]


def verdicts_of(units: Units, judge: str | None) -> Verdicts:
    frame = units.frame
    rows = ~frame.judge if judge is None else frame.by_judge(judge)
    unit = units.unit_of[rows]
    names = systems_of(units)
    number = {name: index for index, name in enumerate(names)}
    return Verdicts(
        unit=unit,
        cell=units.cell[unit],
        system=np.array(
            [number[frame.system.names[code]] for code in frame.system.code[rows]], dtype=np.intp
        ),
        other=np.array(
            [number[frame.other.names[code]] for code in frame.other.code[rows]], dtype=np.intp
        ),
        verdict=verdicts(frame)[rows],
        position=frame.position[rows],
    )


def systems_of(units: Units) -> list[str]:
    """Return the names of the systems in `units` in alphabetical order."""
    frame = units.frame
    a = {frame.system.names[code] for code in np.unique(frame.system.code)}
    return sorted(a | {frame.other.names[code] for code in np.unique(frame.other.code)})


def orders(verdicts: Verdicts, replicates: Replicates, empty: str) -> Orders:
    """Return the share of ties, the share of verdicts for the output shown first, and the
    consistency of verdicts when the order is reversed. If no verdict has a known order, only the
    share of ties can be estimated."""
    count = len(verdicts.verdict)
    ties = replicates.estimate(
        replicates.shares(verdicts.cell, (verdicts.verdict == 0).astype(float)),
        n=count,
        reason=empty,
        scale="share",
        items=replicates.items_of(verdicts.cell),
    )
    ordered = verdicts.position > 0
    if not ordered.any():
        none = Estimate(None, 0, reason=NO_ORDER if count else empty)
        return Orders(count, ties, none, none, none)
    verdict, cell = verdicts.verdict[ordered], verdicts.cell[ordered]
    a_first = verdicts.position[ordered] == SHOWN_FIRST
    decided = verdict != 0
    to_first = (verdict * np.where(a_first, 1, -1) == 1).astype(float)
    first = replicates.shares(cell[decided], to_first[decided])
    agreement = order_agreement(verdicts.unit[ordered], verdict.astype(int), a_first)
    unit_cell = np.zeros(int(verdicts.unit.max()) + 1, dtype=np.intp)
    unit_cell[verdicts.unit] = verdicts.cell
    across, within = (
        _over_units(unit_cell[agreement.ids], values, replicates, reason)
        for values, reason in ((agreement.across, ONE_ORDER), (agreement.within, ONE_EACH))
    )
    return Orders(
        count,
        ties,
        replicates.estimate(
            first,
            n=int(decided.sum()),
            reason=ALL_TIES,
            scale="share",
            items=replicates.items_of(cell[decided]),
        ),
        across,
        within,
    )


def _over_units(cell: Codes, values: Floats, replicates: Replicates, reason: str) -> Estimate:
    there = ~np.isnan(values)
    return replicates.mean(cell[there], values[there], reason=reason, scale="share")


def gold(judge: Verdicts, people: Verdicts, units: int, replicates: Replicates) -> Gold:
    """Compare the judge's verdicts in each order with people's most frequent verdict on each pair.

    Each order is counted separately, over the pairs judged in that order. A verdict that is missing
    in one order does not affect the other.
    """
    majority, undecided = _majority(people, units)
    in_order, in_reverse = (
        _single(judge, units, position) for position in (SHOWN_FIRST, SHOWN_SECOND)
    )
    plain, turned = (~np.isnan(side) for side in (in_order, in_reverse))
    decided, both = ~np.isnan(majority), plain & turned
    none = Estimate(None, 0, reason=NO_SINGLE if (plain | turned).any() else NO_ORDER)
    cells = np.zeros(units, dtype=np.intp)
    cells[people.unit], cells[judge.unit] = people.cell, judge.cell
    sides = [
        _order_side(majority, side, decided & there, cells, replicates, none)
        for side, there in ((in_order, plain), (in_reverse, turned))
    ]
    counts, right, kappas = zip(*sides, strict=True)
    usable = np.flatnonzero(both & decided)
    across = (
        against_gold(majority[usable], in_order[usable], in_reverse[usable])
        if len(usable)
        else None
    )
    return Gold(
        pairs=len(usable),
        right_in_order=right[0],
        right_in_reverse=right[1],
        right_in_both=across.both if across else 0,
        same=across.same if across else 0,
        accuracy=sum(right) / sum(counts) if sum(counts) else None,
        kappa_in_order=kappas[0],
        kappa_in_reverse=kappas[1],
        undecided=int((undecided & (plain | turned)).sum()),
        one_order=int((plain ^ turned).sum()),
        reason="" if sum(counts) else none.reason,
        pairs_in_order=counts[0],
        pairs_in_reverse=counts[1],
    )


def _order_side(
    majority: Floats,
    judged: Floats,
    usable: NDArray[np.bool_],
    cells: Codes,
    replicates: Replicates,
    none: Estimate,
) -> tuple[int, int, Estimate]:
    """Return the number of compared pairs, the number of right verdicts, and kappa, all for one
    presentation order. If no pairs are `usable`, return `none` as kappa."""
    if not usable.any():
        return 0, 0, none
    majority, judged, cell = majority[usable], judged[usable], cells[usable]
    kappa = replicates.estimate(
        nominal_kappa(replicates.sums(cell, nominal_terms(majority, judged))),
        n=len(judged),
        reason="not estimable: only one verdict was ever given",
        scale="agreement",
        items=replicates.items_of(cell),
    )
    return len(judged), int((majority == judged).sum()), kappa


def _majority(people: Verdicts, units: int) -> tuple[Floats, NDArray[np.bool_]]:
    """Return people's most frequent verdict per unit, and a mask of the units with tied votes. The
    verdict is NaN if votes are tied or missing."""
    votes = np.zeros((units, 3))
    np.add.at(votes, (people.unit, people.verdict.astype(int) + 1), 1)
    most = votes.max(1)
    single = ((votes == most[:, None]).sum(1) == 1) & (most > 0)
    return np.where(single, votes.argmax(1) - 1.0, np.nan), (most > 0) & ~single


def _single(judge: Verdicts, units: int, position: int) -> Floats:
    """Return the judge's verdict per unit in one order. NaN means that the judge gave no verdict.
    If the judge's samples differ, the verdict is the sign of the sum of their verdicts."""
    rows = judge.position == position
    total = np.bincount(judge.unit[rows], judge.verdict[rows], minlength=units)
    seen = np.bincount(judge.unit[rows], minlength=units) > 0
    return np.where(seen, np.sign(total), np.nan)


def system_preferences(
    units: Units, groups: Mapping[str | None, Verdicts], replicates: Replicates
) -> tuple[SystemResult, ...]:
    """Return a row per system with win rates (a tie is half a win) and Bradley-Terry strengths,
    according to people and to each judge."""
    names = systems_of(units)
    by_judge = {
        judge: _rates(verdicts, names, replicates, NO_JUDGE if judge else NO_RATINGS)
        for judge, verdicts in groups.items()
    }
    return tuple(
        SystemResult(
            system=name,
            people=by_judge[None][0][index],
            judges={
                judge: rates[index]
                for judge, (rates, _strengths) in by_judge.items()
                if judge is not None
            },
            people_strength=by_judge[None][1][index],
            judge_strengths={
                judge: strengths[index]
                for judge, (_rates, strengths) in by_judge.items()
                if judge is not None
            },
        )
        for index, name in enumerate(names)
    )


def _rates(
    verdicts: Verdicts, names: list[str], replicates: Replicates, empty: str
) -> tuple[list[Estimate], list[Estimate]]:
    size = len(names)
    table = _half_wins(verdicts, size)

    def win_rates(sums: Floats) -> Floats:
        wins = sums.reshape(len(sums), size, size)
        return quotient(wins.sum(2), wins.sum(2) + wins.sum(1))

    rates = replicates.of_sums(verdicts.cell, table, win_rates)
    wins = np.asarray(table.sum(0), dtype=np.float64).reshape(size, size)
    meetings = (wins.sum(1) + wins.sum(0)).astype(int)
    both = (verdicts.system, verdicts.other)
    items = [
        replicates.items_of(verdicts.cell[(both[0] == index) | (both[1] == index)])
        for index in range(size)
    ]
    shares = [
        replicates.estimate(
            rates[:, index], n=int(meetings[index]), reason=empty, scale="share", items=items[index]
        )
        for index in range(size)
    ]
    return shares, _strengths(verdicts, table, wins, names, replicates, empty)


def _half_wins(verdicts: Verdicts, size: int) -> sparse.csr_array:
    """Return a sparse array with a row per verdict and a column per (winner, loser). A win is 1 in
    its column, and a tie is a half in each of the two columns."""
    rows = np.arange(len(verdicts.verdict))
    share = (1 + verdicts.verdict) / 2
    a_wins = verdicts.system * size + verdicts.other
    b_wins = verdicts.other * size + verdicts.system
    return sparse.csr_array(
        (np.concatenate([share, 1 - share]), (np.tile(rows, 2), np.concatenate([a_wins, b_wins]))),
        shape=(len(rows), size * size),
    )


def _strengths(
    verdicts: Verdicts,
    table: sparse.csr_array,
    wins: Floats,
    names: list[str],
    replicates: Replicates,
    empty: str,
) -> list[Estimate]:
    if not len(verdicts.verdict):
        return [Estimate(None, 0, reason=empty)] * len(names)
    meetings = (wins.sum(1) + wins.sum(0)).astype(int)
    there = np.flatnonzero(meetings)
    met = [names[index] for index in there.tolist()]
    try:
        sample = bradley_terry(wins[np.ix_(there, there)], met)
    except NotEstimableError as error:
        return [Estimate(None, int(count), reason=because(error)) for count in meetings]
    size = len(names)
    columns = (there[:, None] * size + there[None, :]).ravel()
    figures = replicates.of_sums(
        verdicts.cell,
        table[:, columns],
        lambda sums: resampled_strengths(sums.reshape(-1, len(met), len(met))),
    )
    figures[0] = sample
    index_of = {name: index for index, name in enumerate(met)}
    return [
        replicates.estimate(figures[:, index_of[name]], n=int(meetings[index]), reason=empty)
        if name in index_of
        else Estimate(None, 0, reason=empty)
        for index, name in enumerate(names)
    ]
