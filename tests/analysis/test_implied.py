"""Tests of preferences implied by the scores of two outputs shown side by side."""

import pytest

from analysis.comparison.compare import compare
from analysis.data.implied import implied_preferences
from tests.analysis.frames import held as held_in

HEAD = "hit,item,system,criterion,target,rater,kind,position,value\n"


def frame(*rows: str):
    """Return a frame. Each row has hit, rater, kind, A's position, A's value and B's value."""
    lines = []
    for row in rows:
        hit, rater, kind, place, a, b = row.split()
        lines.append(f"{hit},i{hit},A,quality,a.quality,{rater},{kind},{place},{a}\n")
        lines.append(f"{hit},i{hit},B,quality,b.quality,{rater},{kind},{3 - int(place)},{b}\n")
    return held_in(HEAD + "".join(lines)).frame


def implied(*rows: str):
    held = frame(*rows)
    found = implied_preferences(held, held.facts["quality"])
    return sorted(
        zip(
            found.hit.texts(),
            found.rater.texts(),
            found.position.tolist(),
            found.value.tolist(),
            strict=True,
        )
    )


def test_the_better_score_is_the_preference_and_equal_scores_a_tie():
    assert implied("1 ann human 1 4 2", "2 ann human 2 1 3", "3 ann human 1 2 2") == [
        ("1", "ann", 1, 1.0),
        ("2", "ann", 2, 2.0),
        ("3", "ann", 1, 0.0),
    ]


def test_a_judge_in_both_orders_gives_two_verdicts_and_each_keeps_its_own_scores():
    assert implied("1 bot judge 1 4 2", "1 bot judge 2 1 5") == [
        ("1", "bot", 1, 1.0),
        ("1", "bot", 2, 2.0),
    ]


def test_samples_in_one_order_are_paired_one_by_one():
    assert implied("1 bot judge 1 4 2", "1 bot judge 1 1 3") == [
        ("1", "bot", 1, 1.0),
        ("1", "bot", 1, 2.0),
    ]


def test_where_the_low_end_is_best_the_lower_score_wins():
    from dataclasses import replace

    held = frame("1 ann human 1 4 2")
    found = implied_preferences(held, replace(held.facts["quality"], best="lowest"))
    assert found.value.tolist() == [2.0]
    assert implied_preferences(held, replace(held.facts["quality"], best="none")) is None


def test_single_outputs_imply_nothing():
    held = held_in(
        HEAD + "1,i,A,quality,quality,ann,human,1,3\n2,i,B,quality,quality,ann,human,1,3\n"
    ).frame
    assert implied_preferences(held, held.facts["quality"]) is None


def test_the_comparison_tells_what_the_order_did_to_scored_pairs():
    people = [
        f"{hit} ann human {1 + hit % 2} {5 if hit % 2 == 0 else 1} 3" for hit in range(8)
    ]  # always the first
    judge = [f"{hit} bot judge {place} {4} {2}" for hit in range(8) for place in (1, 2)]  # always A
    (one,) = compare(frame(*people, *judge)).criteria
    assert one.people.orders.first_share.value == pytest.approx(1.0)
    (judged,) = one.judges
    assert (judged.orders.first_share.value, judged.orders.consistency.value) == (
        pytest.approx(0.5),
        pytest.approx(1),
    )
