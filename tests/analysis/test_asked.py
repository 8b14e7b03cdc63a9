"""Tests of conditional criteria: how often they were asked, and that systems are tested only if
they were always asked."""

from dataclasses import replace

import pytest

from analysis.comparison.compare import compare
from analysis.comparison.results import PEOPLE, ComparisonSettings, from_json
from analysis.comparison.systems.asked import NOT_ALL_ASKED
from analysis.report.page.abstentions import gated
from core.errors import DocumentError
from tests.analysis.frames import HEAD, frame_of, held

ITEMS = range(8)
SYSTEMS = ("X", "Y")


def result(*, closed: set[tuple[str, int, str]], gate="cites"):
    lines = []
    for rater in ("ann", "bob", "judge"):
        kind = "judge" if rater == "judge" else "human"
        for item in ITEMS:
            for place, system in enumerate(SYSTEMS, 1):
                is_open = (rater, item, system) not in closed
                row = f"h{item}{system},i{item},{system},{{}},{rater},{kind},{{}},{place}"
                lines.append(row.format("cites", int(is_open)))
                if is_open:
                    lines.append(row.format("support", 1 + (item + place) % 3))
    frame = frame_of(*lines, head="hit,item,system,criterion,rater,kind,value,position")
    facts = dict(frame.facts)
    facts["support"] = replace(facts["support"], opened_by="Does it cite?", gate=gate)
    return compare(replace(frame, facts=facts), settings=ComparisonSettings(draws=0))


def support(comparison):
    return next(each for each in comparison.criteria if each.facts.key == "support")


def test_systems_are_not_tested_where_an_output_was_not_asked_about():
    comparison = result(closed={("ann", 1, "X"), ("ann", 2, "Y"), ("bob", 1, "X")})
    criterion = support(comparison)
    assert criterion.openings == {PEOPLE: (29, 32), "judge": (16, 16)}
    assert criterion.system_tests[PEOPLE].reason == NOT_ALL_ASKED
    assert (criterion.system_tests["judge"].reason, PEOPLE in criterion.meetings) == ("", False)
    # A unit that one of the two was not asked about is in no agreement; one nobody opened in none.
    assert (criterion.people.units, criterion.people.several) == (15, 14)
    assert criterion.judge("judge").shared == 15
    (sentence,) = gated(from_json(comparison.to_json()))
    assert "Asked: people 29 of 32 times, judge 16 of 16 times." in sentence
    assert "People's agreement on that answer: alpha" in sentence


def test_systems_are_tested_where_every_output_was():
    criterion = support(result(closed=set()))
    assert criterion.openings[PEOPLE] == (32, 32)
    assert criterion.system_tests[PEOPLE].reason != NOT_ALL_ASKED
    assert PEOPLE in criterion.meetings


def test_systems_are_not_tested_where_the_gate_itself_was_opened():
    lines = []
    for rater in ("ann", "bob"):
        for item in ITEMS:
            for place, system in enumerate(SYSTEMS, 1):
                cites = int(item > 1 or system == "X")
                row = f"h{item}{system},i{item},{system},{{}},{rater},human,{{}},{place}"
                lines.append(row.format("cites", cites))
                if cites:  # who opens the second section always opens the third
                    lines.append(row.format("backs", 1))
                    lines.append(row.format("fine", 1 + (item + place) % 3))
    frame = frame_of(*lines, head="hit,item,system,criterion,rater,kind,value,position")
    opened = {"backs": "cites", "fine": "backs"}
    facts = {
        key: replace(each, opened_by=opened.get(key, ""), gate=opened.get(key, ""))
        for key, each in frame.facts.items()
    }
    comparison = compare(replace(frame, facts=facts), settings=ComparisonSettings(draws=0))
    for criterion in comparison.criteria[1:]:
        assert criterion.openings == {PEOPLE: (28, 32)}
        assert criterion.system_tests[PEOPLE].reason == NOT_ALL_ASKED
        assert PEOPLE not in criterion.meetings


@pytest.mark.parametrize("gate", ["", "elsewhere"])
def test_systems_are_not_tested_where_the_gate_measures_nothing(gate):
    criterion = support(result(closed=set(), gate=gate))
    assert criterion.openings == {}
    assert criterion.system_tests[PEOPLE].reason == NOT_ALL_ASKED


OWN = [
    f"x{item},{system},{criterion},{rater},human,{value}"
    for item in range(4)
    for rater in ("ann", "bob")
    for system, criterion, value in (
        ("X", "cites", 1),
        ("X", "support", 1 + item),
        ("Y", "cites", int(item > 0)),
        ("Y", "support", 2 + item),
    )
    if item or system == "X" or criterion == "cites"
]


def own_file(*lines, **options):
    ratings = held("\n".join([HEAD, *OWN, *lines]), **options)
    result = compare(ratings.frame, settings=ComparisonSettings(draws=0), missing=ratings.missing)
    return support(result), dict(ratings.missing)


def test_a_file_of_ones_own_says_what_was_not_asked():
    criterion, missing = own_file("x0,Y,support,ann,human,not asked")
    assert (criterion.system_tests[PEOPLE].reason, missing) == (NOT_ALL_ASKED, {})
    criterion, missing = own_file("x0,Y,support,ann,human,", gates={"support": "cites"})
    assert (criterion.facts.gate, criterion.openings, missing) == ("cites", {PEOPLE: (14, 16)}, {})
    assert own_file("x0,Y,support,ann,human,")[1] == {"ann": 1}
    with pytest.raises(DocumentError, match="has no criterion depth"):
        own_file(gates={"support": "depth"})


def test_our_own_ratings_file_says_which_criterion_has_a_gate():
    head = "item,system,criterion,rater,kind,value,target"
    lines = [f"{line},{line.split(',')[2]}" for line in OWN]
    lines += ["x0,X,,ann,human,1,a.support.asked", "x0,Y,,ann,human,0,a.support.asked"]
    assert frame_of(*lines, head=head).facts["support"].opened_by == "an earlier question"
