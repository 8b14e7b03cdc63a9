"""Tests of the order in which a batch hands out its HITs."""

import threading
from collections import Counter
from contextlib import suppress
from datetime import timedelta
from itertools import pairwise

import pytest
from django.utils import timezone

from hits.models import Assignment, Batch, Enrolment
from hits.queue import picking
from hits.queue.claiming import NothingLeft
from hits.queue.releasing import release_expired, return_assignment
from hits.review.decisions import reject_assignments
from tests import world
from tests.hits.queue.test_claims import let_expire
from tests.hits.queue.test_concurrency import in_threads

pytestmark = pytest.mark.django_db
SYSTEMS = ("Heron", "Moss", "Teal")
Order = Batch.OrderOfWork


def batch_of(items: int, **terms) -> Batch:
    owner = world.project()
    return world.live_batch(owner, world.dataset(owner, items=items, systems=SYSTEMS), **terms)


def rate_all(user, batch) -> list[Assignment]:
    """Rate HITs as `user` until none is left, and return the assignments."""
    done = []
    with suppress(NothingLeft):
        while True:
            done.append(world.rate(user, batch))
    return done


def items_of(done: list[Assignment]) -> list[int]:
    return [one.hit.item_id for one in done]


def in_one_piece(items: list[int]) -> bool:
    """Return whether the HITs of every item are consecutive."""
    changes = sum(one != other for one, other in pairwise(items))
    return changes == len(set(items)) - 1


def test_one_output_of_an_item_for_an_annotator_and_every_output_for_somebody():
    batch = batch_of(6, order_of_work=Order.ONE_PER_ITEM)
    people = [world.person(f"annotator-{number}") for number in range(3)]
    met: Counter[int] = Counter()
    for user in people:
        done = rate_all(user, batch)
        assert len(set(items_of(done))) == len(done) == 6
        met.update(one.hit_id for one in done)
    assert met == Counter(batch.hits.values_list("pk", flat=True))


def test_one_output_of_an_item_also_after_giving_one_back():
    batch, ann = batch_of(1, order_of_work=Order.ONE_PER_ITEM), world.annotator()
    return_assignment(annotator=ann, assignment_id=world.claim(ann, batch).pk)
    with pytest.raises(NothingLeft, match="items that you have rated"):
        world.claim(ann, batch)


@pytest.mark.parametrize("annotators", [1, 2])
def test_all_outputs_of_an_item_in_one_sitting(annotators):
    batch = batch_of(5, order_of_work=Order.ITEM_TOGETHER, annotators_per_hit=annotators)
    users = [world.person(f"annotator-{number}") for number in range(annotators)]
    for user in users:
        items = items_of(rate_all(user, batch))
        assert (len(items), in_one_piece(items)) == (15, True)


def test_people_side_by_side_each_rate_whole_items():
    batch = batch_of(6, order_of_work=Order.ITEM_TOGETHER)
    ann, ben = world.annotator(), world.second_annotator()
    done: dict[str, list[Assignment]] = {"ann": [], "ben": []}
    for _turn in range(9):
        for user in (ann, ben):
            done[user.username].append(world.rate(user, batch))
    for own in done.values():
        assert in_one_piece(items_of(own))
        assert set(Counter(items_of(own)).values()) == {3}
    assert not set(items_of(done["ann"])) & set(items_of(done["ben"]))


def test_an_abandoned_item_is_finished_by_somebody_else_in_the_end():
    batch = batch_of(1, order_of_work=Order.ITEM_TOGETHER)
    ann, ben = world.annotator(), world.second_annotator()
    world.rate(ann, batch)
    with pytest.raises(NothingLeft, match="someone else is rating"):
        world.claim(ben, batch)
    Assignment.objects.filter(annotator=ann).update(
        accepted_at="2026-01-01T00:00Z",
        submitted_at="2026-01-01T00:10Z",
        deadline_at="2026-01-01T00:30Z",
    )
    assert len(rate_all(ben, batch)) == 2


def test_a_sitting_whose_time_was_extended_is_not_abandoned():
    batch = batch_of(1, order_of_work=Order.ITEM_TOGETHER)
    ann, ben = world.annotator(), world.second_annotator()
    world.rate(ann, batch)
    claimed = world.claim(ann, batch)
    long_ago = timezone.now() - timedelta(hours=2)
    Assignment.objects.filter(annotator=ann, state="submitted").update(
        accepted_at=long_ago, submitted_at=long_ago
    )
    Assignment.objects.filter(pk=claimed.pk).update(accepted_at=long_ago, extended=4)
    with pytest.raises(NothingLeft, match="someone else is rating"):
        world.claim(ben, batch)


def test_finishing_started_hits_first_follows_one_random_order():
    batch = batch_of(4, progress=Batch.Progress.FINISH, annotators_per_hit=2)
    ann, ben = world.annotator(), world.second_annotator()
    order = list(batch.hits.order_by("position").values_list("pk", flat=True))
    first = [world.rate(ann, batch).hit_id for _turn in range(5)]
    other = [world.rate(ben, batch).hit_id for _turn in range(5)]
    assert first == other == order[:5]
    assert Assignment.objects.filter(batch=batch, state="free", hit__in=order[:5]).count() == 0


def test_a_claim_takes_the_first_free_assignment_from_its_drawn_point():
    batch, ann = batch_of(10), world.annotator()
    for _turn in range(30):
        free = list(
            batch.assignments.filter(state="free")
            .order_by("position", "pk")
            .values_list("position", "pk")
        )
        claimed = world.claim(ann, batch)
        ahead = [pk for position, pk in free if position >= claimed.drawn_point]
        assert claimed.pk == (ahead[0] if ahead else free[0][1])
        world.rate(ann, batch)


def test_the_tail_is_handed_out_whole_and_reopened_assignments_too(monkeypatch):
    """The limits NEAR and CANDIDATES are so low that most claims first meet HITs that the person
    has already had."""
    monkeypatch.setattr(picking, "NEAR", 2)
    monkeypatch.setattr(picking, "CANDIDATES", 3)
    batch, ann, ben = batch_of(8, annotators_per_hit=3), world.annotator(), world.second_annotator()
    mine, noted = [], []
    for _turn in range(20):
        mine.append(world.rate(ann, batch).hit_id)
        noted += Enrolment.objects.get(annotator=ann).candidates
    assert noted != []
    let_expire(world.claim(ben, batch))
    release_expired()
    mine += [one.hit_id for one in rate_all(ann, batch)]
    assert sorted(mine) == sorted(batch.hits.values_list("pk", flat=True))
    with pytest.raises(NothingLeft) as nothing:
        world.claim(ann, batch)
    assert nothing.value.code == "all_done_by_you"


def test_a_assignment_written_down_and_taken_by_another_is_passed_over(monkeypatch):
    monkeypatch.setattr(picking, "NEAR", 1)
    batch, ann, ben = batch_of(4, annotators_per_hit=2), world.annotator(), world.second_annotator()
    while not (
        noted := Enrolment.objects.get(annotator=ann).candidates if world.rate(ann, batch) else []
    ):
        pass
    assert len(noted) > 1
    rate_all(ben, batch)
    left = batch.hits.count() - Assignment.objects.filter(annotator=ann, state="submitted").count()
    assert len(rate_all(ann, batch)) == left


def test_a_rejected_assignment_is_found_by_who_had_nothing_left():
    batch, ann, ben = batch_of(2), world.annotator(), world.second_annotator()
    done = rate_all(ann, batch)
    assert rate_all(ben, batch) == []
    reject_assignments(batch=batch, ids=[done[0].pk], reason="All the same.", by=None)
    assert rate_all(ann, batch) == []
    assert [one.hit_id for one in rate_all(ben, batch)] == [done[0].hit_id]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("order", [Order.ONE_PER_ITEM, Order.ITEM_TOGETHER])
def test_eight_people_at_once_keep_the_order(order):
    batch = batch_of(8, order_of_work=order, annotators_per_hit=2)
    people = [world.person(f"annotator-{number}") for number in range(8)]
    done: dict[int, list[int]] = {}
    lock = threading.Lock()

    def work(number):
        own = items_of(rate_all(people[number], batch))
        with lock:
            done[number] = own

    assert in_threads(8, work) == []
    if order == Order.ONE_PER_ITEM:
        assert all(len(set(own)) == len(own) for own in done.values())
    else:
        assert all(in_one_piece(own) and set(Counter(own).values()) <= {3} for own in done.values())
        assert sum(map(len, done.values())) == 48
