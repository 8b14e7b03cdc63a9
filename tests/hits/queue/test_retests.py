"""Tests of retests: which HITs are repeated, how they are shown, and after how many others."""

import pytest

from hits.models import Assignment, Batch, Enrolment
from surveys.versions.storing import load_version
from tests import world
from tests.hits.batches.test_designs import RUBRIC
from tests.hits.queue.test_gold import rate_all, sound, with_gold

pytestmark = pytest.mark.django_db


def retested(**terms) -> Batch:
    """Return a live batch with retests and without gold."""
    return with_gold(**({"gold_percent": 0, "gold": 0, "retest_percent": 40, "items": 45} | terms))


def begin(annotator, batch) -> None:
    """Claim a HIT, then set a fixed order seed, which determines the claims that are retests."""
    world.claim(annotator, batch)
    Enrolment.objects.filter(annotator=annotator, batch=batch).update(order_seed=1)


def test_a_retest_shows_what_the_person_did_at_least_twenty_hits_before():
    batch, ann = retested(), world.annotator()
    begin(ann, batch)
    for _turn in range(45):
        world.rate(ann, batch)
    mine = list(Assignment.objects.filter(annotator=ann).select_related("hit").order_by("sequence"))
    again = [each for each in mine if each.hit.purpose == "retest"]
    assert len(again) >= 4
    assert len({each.hit.output_ids[0] for each in again}) == len(again)
    mains = [each for each in mine if each.hit.purpose == "main"]
    for retest in again:
        (before,) = [each for each in mains if each.hit.output_ids == retest.hit.output_ids]
        between = [each for each in mains if before.sequence < each.sequence < retest.sequence]
        assert len(between) >= 20
    sound()


def test_a_retest_swaps_the_sides():
    owner = world.project()
    data = world.dataset(owner, items=20)
    rubric = load_version(source=RUBRIC.format(per_page=2), project=owner)
    batch = world.live_batch(owner, data, rubric=rubric, retest_percent=50, retest_distance=1)
    begin(world.annotator(), batch)
    for _turn in range(20):
        world.rate(world.annotator(), batch, {"a.quality": "1", "b.quality": "2"})
    shown = {}
    rows = Assignment.objects.order_by("sequence").values_list(
        "hit__purpose", "hit__output_ids", "shown_order"
    )
    for purpose, outputs, order in rows:
        shown.setdefault(tuple(outputs), []).append((purpose, order))
    twice = [pair for pair in shown.values() if len(pair) == 2]
    assert len(twice) >= 3
    assert all(
        [main, again] in ([("main", "ab"), ("retest", "ba")], [("main", "ba"), ("retest", "ab")])
        for main, again in twice
    )
    sound()


def test_two_people_are_asked_the_same_hit_again_by_one_row():
    batch = retested(annotators_per_hit=2, items=8, retest_distance=1, retest_percent=50)
    for name in ("ann", "ben"):
        begin(world.person(name), batch)
        rate_all(world.person(name), batch)
    again = batch.hits.filter(purpose="retest")
    assert Assignment.objects.filter(hit__in=again).count() > again.count() > 0
    sound()
