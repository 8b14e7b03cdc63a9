"""Tests of the designs for pages with several outputs: which outputs appear together, and in which
balanced order."""

from collections import Counter
from itertools import combinations, pairwise, permutations
from math import comb

import pytest

from core.errors import RateroomError
from hits.batches.cost_preview import cost_preview
from hits.batches.designs import balanced_sets, order_rows
from hits.batches.previewing import draft_hits
from hits.batches.publishing import publish_batch
from hits.verification.verifying import verify
from surveys.versions.storing import load_version
from tests import world

RUBRIC = """\
name: rank-captions
title: Rank the captions
summary: Give every caption its place.
instructions: Judge what the captions say.
outputs: {{per_page: {per_page}, name: Caption}}
stimulus:
  - {{block: outputs, title: Caption}}
criteria:
  - {{key: quality, title: Quality, level: ordinal, best: highest}}
sections:
  - {{key: rank, kind: ranking, title: Which is best, criteria: [quality]}}
reply: {{format: section-lines}}
"""


def draft(systems: int, per_page: int, *, items: int = 5, reference: str = "", **terms):
    owner = world.project()
    data = world.dataset(owner, items=items, systems=tuple("ABCDEFGH"[:systems]))
    rubric = load_version(source=RUBRIC.format(per_page=per_page), project=owner)
    if reference:
        terms |= {"pairing": "reference"}
        terms["pairing_reference"] = data.systems.get(name=reference)
    return world.draft_batch(owner, data, rubric=rubric, **terms)


def spread(counts, among) -> int:
    """Return the difference between the highest and the lowest count of the keys in `among`."""
    uses = [counts[each] for each in among]
    return max(uses) - min(uses)


@pytest.mark.parametrize("systems", range(3, 13))
def test_every_beginning_of_the_balanced_order_is_within_its_bounds(systems):
    for size in range(2, systems):
        order = balanced_sets(systems, size)
        assert sorted(order) == list(combinations(range(systems), size))
        uses, pairs = Counter(), Counter()
        for members in order:
            uses.update(members)
            pairs.update(combinations(members, 2))
            assert spread(uses, range(systems)) <= 2
            assert spread(pairs, combinations(range(systems), 2)) <= (4 if size <= 4 else 7)
        assert spread(uses, range(systems)) == 0
        assert spread(pairs, combinations(range(systems), 2)) == 0


@pytest.mark.parametrize("size", range(1, 13))
def test_each_output_stands_at_each_place_equally_often_after_any_number_of_orders(size):
    rows = order_rows(size)
    letters = "abcdefghijkl"[:size]
    places = Counter()
    for row in rows:
        assert sorted(row) == list(letters)
        places.update(zip(row, range(size), strict=True))
        assert spread(places, [(letter, place) for letter in letters for place in range(size)]) <= 1
    followers = Counter(pair for row in rows for pair in pairwise(row))
    assert spread(followers, permutations(letters, 2)) == 0 if size > 1 else not followers


pytestmark = pytest.mark.django_db


def placed(batch) -> Counter:
    """Return how often each system of each set was shown at each position: {(set, system,
    position): count}."""
    systems = {hit.pk: [output.system.name for output in hit.outputs] for hit in batch.hits.all()}
    return Counter(
        ("".join(systems[hit]), systems[hit]["abcdefgh".index(letter)], place)
        for hit, order in batch.assignments.values_list("hit", "shown_order")
        for place, letter in enumerate(order, 1)
    )


@pytest.mark.parametrize("annotators", [1, 3])
@pytest.mark.parametrize(
    ("systems", "per_page", "terms", "sets"),
    [
        (4, 4, {}, 1),
        (4, 3, {}, 4),
        (5, 3, {"reference": "C"}, 6),
        (5, 3, {"pairing": "balanced", "pairs_per_item": 2}, 10),
        (4, 2, {"pairing": "balanced", "pairs_per_item": 3}, 6),
    ],
)
def test_each_place_is_taken_equally_often_in_every_set(systems, per_page, terms, sets, annotators):
    batch = world.publish(draft(systems, per_page, items=7, annotators_per_hit=annotators, **terms))
    made = {tuple(shown[1:]) for shown in world.shown_systems(batch)}
    assert len(made) == sets
    counts = placed(batch)
    for members in made:
        name = "".join(members)
        places = range(1, per_page + 1)
        assert spread(counts, [(name, each, place) for each in members for place in places]) <= 1


def test_all_outputs_meet_or_the_reference_is_on_every_page():
    assert sorted(world.shown_systems(world.publish(draft(4, 4, items=2)))) == [
        ("item-1", *"ABCD"),
        ("item-2", *"ABCD"),
    ]
    batch = world.publish(draft(4, 3, items=1, reference="B"))
    assert sorted(world.shown_systems(batch)) == [
        ("item-1", *members) for members in ("ABC", "ABD", "BCD")
    ]
    assert batch.hits_planned == batch.hits.count() == 3


def test_a_choice_of_sets_is_balanced_over_systems_and_pairs():
    batch = world.publish(draft(6, 3, items=9, pairing="balanced", pairs_per_item=3))
    shown = world.shown_systems(batch)
    assert len(shown) == len(set(shown)) == 27
    uses = Counter(system for _item, *systems in shown for system in systems)
    pairs = Counter(pair for _item, *systems in shown for pair in combinations(systems, 2))
    sets = Counter(tuple(systems) for _item, *systems in shown)
    assert spread(uses, "ABCDEF") <= 2
    assert spread(pairs, combinations("ABCDEF", 2)) <= 4
    assert spread(sets, combinations("ABCDEF", 3)) <= 1


def test_one_seed_makes_one_batch_of_hits_and_another_another():
    terms = {"pairing": "balanced", "pairs_per_item": 2, "items": 4}

    def made(seed):
        batch = world.publish(draft(6, 3, seed=seed, **terms))
        hits = {hit.pk: hit for hit in batch.hits.select_related("item")}
        return sorted(
            (
                hits[hit].item.external_id,
                [output.system.name for output in hits[hit].outputs],
                position,
                order,
            )
            for hit, position, order in batch.assignments.values_list(
                "hit", "position", "shown_order"
            )
        )

    assert made(7) == made(7)
    assert made(7) != made(8)


def test_the_preview_and_the_price_are_of_the_hits_that_are_made():
    batch = draft(5, 3, items=4, pairing="balanced", pairs_per_item=4)
    before = [(hit.item_id, hit.output_ids) for rank in range(5) for hit in draft_hits(batch, rank)]
    cost = cost_preview(batch).cost.hits
    made = world.publish(batch).hits.all()
    assert sorted(before) == sorted(made.values_list("item_id", "output_ids"))
    assert cost == len(before) == 16


def test_more_sets_than_there_are_make_each_once():
    batch = world.publish(draft(4, 3, items=2, pairing="balanced", pairs_per_item=9))
    assert batch.hits_planned == batch.hits.count() == 2 * comb(4, 3)


@pytest.mark.parametrize(
    ("terms", "refusal"),
    [
        ({"pairing": "random", "pairs_per_item": 1}, "but pairs need two. Choose “Random"),
        ({"systems": 2}, "Systems: This rubric shows 3 systems per page. You chose 2."),
    ],
)
def test_what_no_page_can_show_is_refused_before_any_money_moves(terms, refusal):
    batch = draft(terms.pop("systems", 4), 3, **terms)
    with pytest.raises(RateroomError, match=refusal):
        publish_batch(batch_id=batch.pk)


def test_too_many_sets_are_refused(monkeypatch):
    monkeypatch.setattr("hits.batches.designs.MOST_SETS", 3)
    with pytest.raises(RateroomError, match="there are 4 combinations. The maximum is 3"):
        publish_batch(batch_id=draft(4, 3).pk)


def test_the_check_of_a_database_names_a_place_that_is_taken_too_often():
    batch = world.publish(draft(3, 3, items=6))
    before = {finding.check.name: finding.count for finding in verify()}
    batch.assignments.update(shown_order="abc")
    after = {finding.check.name: finding.count for finding in verify()}
    assert (before["place_balance"], after) == (0, before | {"place_balance": 3})
