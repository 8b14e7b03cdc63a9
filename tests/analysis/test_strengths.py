"""Tests of head-to-head strengths from rankings and pairwise verdicts, and their intervals."""

from dataclasses import replace

import numpy as np
import pytest

from analysis.comparison.compare import compare
from analysis.comparison.results import PEOPLE, ComparisonSettings
from analysis.report.page.systems import win_tables
from analysis.report.paper.every_figure import as_csv
from analysis.statistics.preferences.plackett_luce import plackett_luce
from analysis.statistics.preferences.tied_pairs import davidson
from tests.analysis.frames import HEAD, frame_of, pairs

SETTINGS = ComparisonSettings(draws=50)


def ranking(rows, *, judge="j"):
    """Return a frame of rankings from (rater, item, ranks). The ranks of A, B and C are digits, or
    "-" if missing."""
    lines = [
        f"{item},{item},{system},best,{rater},{'judge' if rater == judge else 'human'},{place}"
        for rater, item, places in rows
        for system, place in zip("ABC", places, strict=True)
        if place != "-"
    ]
    frame = frame_of(*lines, head=f"hit,{HEAD}")
    facts = replace(frame.facts["best"], ranking=True, level="ordinal", best="lowest")
    return replace(frame, facts={"best": facts})


ROWS = [
    *(("ann", f"i{number}", places) for number, places in enumerate(["123", "213", "112", "321"])),
    *(("ben", f"i{number}", places) for number, places in enumerate(["132", "221", "123", "123"])),
    *(("ann", f"i{number}", places) for number, places in enumerate(["123", "312"], 4)),
    *(("j", f"i{number}", places) for number, places in enumerate(["123", "123", "213"])),
]


def table(rows) -> np.ndarray:
    return np.array([[float(place) for place in places] for _rater, _item, places in rows])


def test_people_and_judges_have_the_estimates_of_their_rankings():
    result = compare(ranking(ROWS), SETTINGS).criterion("best")
    people = result.strengths[PEOPLE]
    ranks = table([row for row in ROWS if row[0] != "j"])
    assert people.rankings == len(ranks) == 10
    wins = (ranks[:, :, None] < ranks[:, None, :]).sum(0).astype(float)
    ties = (ranks[:, :, None] == ranks[:, None, :]).sum(0) * (1 - np.eye(3))
    expected = davidson(wins, ties)
    assert [row.pairs.value for row in people.systems] == pytest.approx(expected.strengths)
    assert people.tie.value == pytest.approx(expected.tie)
    luce = plackett_luce(ranks)
    assert [row.rankings.value for row in people.systems] == pytest.approx(luce)
    shares = (wins + ties / 2) / (wins + wins.T + ties + np.eye(3))
    for row, standing in enumerate(people.systems):
        for column, share in enumerate(standing.shares):
            if row != column:
                assert share.value == pytest.approx(shares[row, column])
                assert share.low <= share.value <= share.high
    judge = result.strengths["j"]
    assert judge.rankings == 3
    assert {row.rankings.reason for row in judge.systems} == {judge.systems[0].rankings.reason}
    assert "never won" in judge.systems[2].rankings.reason


def test_an_interval_moves_by_items_and_never_by_raters():
    once = compare(ranking(ROWS), SETTINGS).criterion("best").strengths[PEOPLE]
    twice = [*ROWS, *((f"{rater}2", item, places) for rater, item, places in ROWS if rater != "j")]
    doubled = compare(ranking(twice), SETTINGS).criterion("best").strengths[PEOPLE]
    for one, two in zip(once.systems, doubled.systems, strict=True):
        assert two.pairs.value == pytest.approx(one.pairs.value)
        assert (two.pairs.low, two.pairs.high) == pytest.approx((one.pairs.low, one.pairs.high))
        assert two.rankings.low == pytest.approx(one.rankings.low)


def test_verdicts_on_pairs_are_rankings_of_two():
    lines = [
        f"i{number},A,B,best,{rater},human,ab,{verdict}"
        for rater in ("ann", "ben")
        for number, verdict in enumerate(["a", "a", "tie", "b", "a", "tie"])
    ]
    strengths = compare(pairs(*lines), SETTINGS).criterion("best").strengths[PEOPLE]
    first, second = strengths.systems
    assert first.shares[1].value == pytest.approx(8 / 12)
    assert first.pairs.value == pytest.approx(np.log(3) / 2)
    assert strengths.tie.value == pytest.approx(4 / np.sqrt(6 * 2))
    assert second.pairs.value == pytest.approx(-first.pairs.value)
    assert first.rankings.value == pytest.approx(np.log(8 / 4) / 2, abs=0.2)


def test_scores_have_none_and_tables_show_what_there_is():
    scored = compare(frame_of("i1,A,c,ann,human,3", "i1,B,c,ann,human,4"), SETTINGS)
    assert dict(scored.criterion("c").strengths) == {}
    assert win_tables(scored) == []
    result = compare(ranking(ROWS), SETTINGS)
    people, judge = win_tables(result)
    assert (people.rater, judge.rater, judge.rankings) == ("", "j", 3)
    assert [row.cells[index] for index, row in enumerate(people.rows)] == [None, None, None]
    assert {tint for row in judge.rows for cell in row.cells if cell for tint in [cell[1]]} == {
        *("wins-0", "wins-1", "wins-3", "wins-4")
    }
    lines = as_csv(result).splitlines()
    assert sum("Plackett-Luce log strength of" in line for line in lines) == 6
    assert sum("share won by A against B" in line for line in lines) == 2
