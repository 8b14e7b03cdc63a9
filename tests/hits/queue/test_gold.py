"""Tests of gold HITs in the queue: which claims are gold, that no one can tell, and their cost."""

import random
from decimal import Decimal

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from analysis.data.ratings import batch_frame
from hits.batches.cost_preview import cost_preview, offers
from hits.batches.drafting import change_draft
from hits.batches.open_list import open_batch
from hits.batches.pilots import duplicate_batch
from hits.batches.publishing import NotPublishable, close_batch, pause_batch, promised
from hits.broken import suspend
from hits.exports.choice import ExportChoice
from hits.exports.streams import export_pieces
from hits.models import Assignment, Batch, CheckCredit, Enrolment, GoldKey
from hits.money.escrow import batch_money
from hits.queue.claiming import NothingLeft, enrol, prefetch_assignment
from hits.queue.picking import POINTS
from hits.queue.prefetched import free_prefetched
from hits.queue.releasing import expire, release_expired, return_assignment
from hits.queue.schedule import Shares, purpose_of_claim
from hits.queue.submitting import AssignmentLost, may_submit_late, submit_assignment
from hits.review.decisions import approve_assignments, overturn_rejections, reject_assignments
from hits.verification import verify
from tests import world
from tests.hits.queue.test_cycle import cycle, statements

pytestmark = pytest.mark.django_db
RULES = [{"question": "coherence", "accepted": [1]}]


def draft_with_gold(*, items=30, gold=5, systems=("Heron",), **terms) -> Batch:
    """Return a draft in which the last `gold` items are gold, each with the outputs of one page."""
    owner = world.project()
    data = world.dataset(owner, items=items, systems=systems)
    batch = world.draft_batch(owner, data, **({"gold_percent": 20} | terms))
    for item in data.items.order_by("-pk")[:gold]:
        outputs = item.outputs.order_by("system__name")[
            : batch.rubric_version.spec.outputs.per_page
        ]
        GoldKey.objects.create(
            batch=batch, item=item, output_ids=[output.pk for output in outputs], rules=RULES
        )
    return batch


def with_gold(**terms) -> Batch:
    return world.publish(draft_with_gold(**terms))


def purposes(batch: Batch, annotator=None) -> list[str]:
    mine = Assignment.objects.filter(batch=batch, annotator=annotator or world.annotator())
    return list(mine.order_by("sequence").values_list("hit__purpose", flat=True))


def rate_all(annotator, batch, most=200) -> int:
    for turn in range(most):
        try:
            world.rate(annotator, batch)
        except NothingLeft:
            return turn
    return most


def sound() -> None:
    """Assert that `manage.py verify` finds no problem except media without files."""
    broken = {finding.check.name for finding in verify() if finding.broken}
    assert broken - {"media_there"} == set()


def scheduled(batch: Batch, enrolment: Enrolment, count: int) -> list[str]:
    shares = Shares(
        batch.gold_percent, batch.retest_percent, batch.first_checks, batch.retest_distance
    )
    return [
        purpose_of_claim(seed=enrolment.order_seed, number=number, shares=shares)
        for number in range(1, count + 1)
    ]


def test_claims_are_gold_where_the_schedule_says_so_and_gold_is_apart():
    batch, ann = with_gold(), world.annotator()
    assert batch.hits.filter(purpose="gold").count() == 5
    assert not Assignment.objects.filter(hit__purpose="gold").exists()
    gold_items = set(batch.gold_keys.values_list("item", flat=True))
    assert not batch.hits.filter(purpose="main", item__in=gold_items).exists()
    for _turn in range(20):
        world.rate(ann, batch)
    assert purposes(batch) == scheduled(batch, Enrolment.objects.get(), 20)
    assert purposes(batch).count("gold") == 4
    sound()


def test_the_first_claims_are_gold_where_the_batch_begins_with_it():
    batch = with_gold(gold_percent=0, first_checks=2, most_annotators=3)
    assert batch.checks_planned == 6
    for _turn in range(4):
        world.rate(world.annotator(), batch)
    assert purposes(batch) == ["gold", "gold", "main", "main"]
    sound()


def test_gold_at_the_drawn_point_is_found():
    batch, ann = with_gold(gold=1, first_checks=1, most_annotators=1), world.annotator()
    enrolment = enrol(annotator=ann, batch=batch, consent_given=True)
    point = random.Random(f"{enrolment.order_seed}:0").randrange(POINTS)
    batch.hits.filter(purpose="gold").update(position=point)
    assert world.claim(ann, batch).hit.purpose == "gold"


def test_a_person_meets_each_gold_once_and_goes_on_with_main_after():
    batch = with_gold(items=45, gold=2, gold_percent=50)
    assert rate_all(world.annotator(), batch) == 45
    assert purposes(batch).count("gold") == 2
    sound()


def test_a_batch_without_gold_cannot_promise_any():
    with pytest.raises(NotPublishable, match="has no known answers"):
        world.publish(draft_with_gold(gold=0))


def test_gold_goes_with_its_dataset():
    batch = draft_with_gold(gold=1)
    GoldKey.objects.filter(batch=batch).update(output_ids=[1, 2])
    with pytest.raises(NotPublishable, match="do not match this batch’s dataset"):
        world.publish(batch)
    change_draft(batch_id=batch.pk, changes={"dataset": world.dataset(batch.project)})
    assert not batch.gold_keys.exists()


def test_escrow_holds_the_checks_and_claims_are_main_once_they_are_spent():
    batch = draft_with_gold(items=25, gold=20, gold_percent=20)
    batch.annotators_per_hit = 2
    batch.save(update_fields=["annotators_per_hit"])
    cost = cost_preview(batch).cost
    # 5 items × 2 annotators; 10 × 0.2 ÷ 0.8, rounded up.
    assert (cost.assignments, cost.checks) == (10, 3)
    assert cost.total == 13 * Decimal("0.06")
    batch = world.publish(batch)
    assert batch_money(batch).escrowed == cost.total == promised(batch)
    CheckCredit.objects.filter(pk=CheckCredit.objects.latest("pk").pk).delete()
    CheckCredit.objects.create(batch=batch)
    for name in ("ann", "ben"):
        rate_all(world.person(name), batch)
    for enrolment in Enrolment.objects.all():
        assert enrolment.submitted == enrolment.claims
    assert Assignment.objects.filter(hit__purpose="gold").count() <= 3
    assert Assignment.objects.filter(hit__purpose="main", state="submitted").count() == 10
    sound()


def test_nothing_left_to_pay_for_a_check_makes_the_claim_main():
    batch = with_gold(gold_percent=0, first_checks=1, most_annotators=1)
    world.rate(world.annotator(), batch)
    world.rate(world.second_annotator(), batch)
    assert purposes(batch) == ["gold"]
    assert purposes(batch, world.second_annotator()) == ["main"]


def test_no_check_is_handed_out_when_the_main_work_is_done():
    batch = with_gold(items=7, gold=5, gold_percent=50)
    rate_all(world.annotator(), batch)
    rate_all(world.second_annotator(), batch)
    assert purposes(batch, world.second_annotator()) == []
    sound()


def first_gold(**terms):
    """Return a batch and its first claim, which is gold."""
    batch = with_gold(**({"gold_percent": 0, "first_checks": 1, "most_annotators": 2} | terms))
    claimed = world.claim(world.annotator(), batch)
    assert claimed.hit.purpose == "gold"
    return batch, claimed


@pytest.mark.parametrize("end", ["return", "expire"])
def test_a_check_that_ends_is_not_reopened_and_pays_for_another(end):
    batch, claimed = first_gold()
    if end == "return":
        return_assignment(annotator=world.annotator(), assignment_id=claimed.pk)
    else:
        expire(assignment=claimed)
    assert list(claimed.hit.assignments.values_list("pk", flat=True)) == [claimed.pk]
    assert CheckCredit.objects.filter(batch=batch).count() == 2
    assert world.claim(world.annotator(), batch).hit.purpose == "main"
    sound()


def test_late_answers_to_a_check_are_kept_while_it_is_still_paid_for():
    batch, claimed = first_gold()
    expire(assignment=claimed)
    assert may_submit_late(annotator=world.annotator(), assignment_id=claimed.pk)
    assert world.submit(claimed, world.GOOD).state == "submitted"
    sound()
    CheckCredit.objects.filter(batch=batch).delete()
    Batch.objects.filter(pk=batch.pk).update(checks_planned=1)


def test_late_answers_to_a_check_are_lost_once_its_money_is_spent():
    batch, claimed = first_gold(most_annotators=1)
    expire(assignment=claimed)
    assert world.claim(world.second_annotator(), batch).hit.purpose == "gold"
    assert not may_submit_late(annotator=world.annotator(), assignment_id=claimed.pk)
    with pytest.raises(AssignmentLost):
        submit_assignment(annotator=world.annotator(), assignment_id=claimed.pk, raw=world.GOOD)
    sound()


def test_a_check_is_paid_rejected_and_overturned_as_any_answer():
    batch, claimed = first_gold()
    world.submit(claimed, world.GOOD)
    reject_assignments(batch=batch, ids=[claimed.pk], reason="All the same.", by=None)
    assert CheckCredit.objects.filter(batch=batch).count() == 2
    sound()
    overturn_rejections(batch=batch, ids=[claimed.pk], by=None)
    assert CheckCredit.objects.filter(batch=batch).count() == 1
    sound()
    other = world.rate(world.second_annotator(), batch)
    approve_assignments(batch=batch, ids=[other.pk], by=None)
    assert batch_money(batch).paid == 2 * Decimal("0.05")
    sound()


def test_a_closed_batch_refunds_the_checks_nobody_claimed_and_one_that_ends_later():
    batch, claimed = first_gold()
    close_batch(batch_id=batch.pk)
    assert not CheckCredit.objects.exists()
    sound()
    expire(assignment=claimed)
    money = batch_money(batch)
    assert money.refunded == money.escrowed
    sound()


def prefetched_gold(**terms):
    """Return a batch, its claimed assignment and the prefetched assignment, which is gold."""
    batch = with_gold(**({"gold_percent": 0, "first_checks": 2, "most_annotators": 2} | terms))
    claimed = world.claim(world.annotator(), batch)
    ahead = prefetch_assignment(annotator=world.annotator(), assignment_id=claimed.pk)
    assert (ahead.hit.purpose, ahead.prefetched) == ("gold", True)
    return batch, claimed, ahead


def test_a_check_is_prefetched_and_begun_as_any_hit():
    batch, claimed, ahead = prefetched_gold()
    world.submit(claimed, world.GOOD)
    assert world.claim(world.annotator(), batch) == ahead
    sound()


@pytest.mark.parametrize("how", ["pause", "late", "free", "suspend"])
def test_a_check_that_was_prefetched_and_never_begun_leaves_nothing(how):
    batch, _claimed, ahead = prefetched_gold()
    left = CheckCredit.objects.filter(batch=batch).count()
    if how == "pause":
        pause_batch(batch_id=batch.pk)
    elif how == "late":
        Assignment.objects.filter(pk=ahead.pk).update(deadline_at=ahead.accepted_at.replace(2020))
        release_expired()
    elif how == "suspend":
        suspend([ahead.hit_id])
    else:
        assert free_prefetched(batch_id=batch.pk) == 1
    assert not Assignment.objects.filter(pk=ahead.pk).exists()
    assert CheckCredit.objects.filter(batch=batch).count() == left + 1
    sound()


def test_closing_refunds_what_was_prefetched():
    batch, claimed, _ahead = prefetched_gold()
    close_batch(batch_id=batch.pk)
    sound()
    assert batch_money(batch).remaining == Decimal("0.06") == promised(batch)
    return_assignment(annotator=world.annotator(), assignment_id=claimed.pk)
    sound()


def test_the_items_of_a_batch_are_kept_together_around_a_check():
    batch = with_gold(
        systems=("Heron", "Moss", "Fen"),
        items=12,
        gold_percent=50,
        order_of_work=Batch.OrderOfWork.ITEM_TOGETHER,
    )
    rate_all(world.annotator(), batch, most=20)
    mine = Assignment.objects.filter(hit__purpose="main", annotator=world.annotator())
    items = list(mine.order_by("sequence").values_list("hit__item", flat=True))
    assert "gold" in purposes(batch)
    assert items == [item for first in items[::3] for item in [first] * 3][: len(items)]


@pytest.mark.parametrize("retests", [0, 20])
def test_a_cycle_takes_five_statements_whatever_it_hands_out(client, retests):
    batch = with_gold(gold_percent=20, retest_percent=retests, retest_distance=2, items=40)
    ann = world.annotator()
    client.force_login(ann)
    first = world.claim(ann, batch)
    Enrolment.objects.update(order_seed=1)
    path, counts = world.hit_path(first), set()
    for _turn in range(20):
        with CaptureQueriesContext(connection) as queries:
            path, _page = cycle(client, path)
        counts.add(len(statements(queries)))
    assert counts == {5}
    assert {"main", "gold"} <= set(purposes(batch))
    assert ("retest" in purposes(batch)) == bool(retests)


def test_known_answers_are_frozen_with_the_batch():
    from django.db import IntegrityError, transaction

    batch = with_gold()
    key = batch.gold_keys.first()
    for change in (
        lambda: GoldKey.objects.filter(pk=key.pk).update(rules=[]),
        lambda: GoldKey.objects.filter(pk=key.pk).delete(),
    ):
        with pytest.raises(IntegrityError, match="promised"), transaction.atomic():
            change()


def test_what_a_budget_buys_counts_the_checks():
    batch = draft_with_gold(items=30, gold=5, gold_percent=20)
    (one, *_more) = offers(batch, cost_preview(batch), Decimal("0.60"))
    # 8 items and 2 checks cost 0.60.
    assert (one.items, one.cost.checks, one.cost.total) == (8, 2, Decimal("0.60"))


def test_a_cancelled_publication_takes_its_checks_back():
    from hits.batches.publishing import (
        cancel_publishing,
        publish_batch,
        take_back_publication,
    )

    batch = draft_with_gold()
    publish_batch(batch_id=batch.pk)
    sound()
    cancel_publishing(batch_id=batch.pk, by=world.owner(batch.project))
    take_back_publication(batch_id=batch.pk)
    batch.refresh_from_db()
    assert (batch.state, batch.checks_planned, batch_money(batch).remaining) == ("draft", 0, 0)
    sound()


def test_retired_gold_is_handed_out_no_more():
    batch = with_gold(gold=1, gold_percent=0, first_checks=1, most_annotators=5)
    GoldKey.objects.update(retired_at=timezone.now(), retired_reason="Its answer was wrong.")
    assert world.claim(world.annotator(), batch).hit.purpose == "main"


def test_checks_are_in_no_mean_and_no_default_export():
    batch = with_gold(gold_percent=50)
    for _turn in range(8):
        world.rate(world.annotator(), batch)
    mains = {
        str(pk)
        for pk in batch.hits.filter(purpose="main", assignments__state="submitted").values_list(
            "pk", flat=True
        )
    }
    assert 0 < len(mains) < 8
    assert set(batch_frame(batch).hit.names) == mains
    rows = b"".join(export_pieces(batch, ExportChoice())).decode().splitlines()
    assert len(rows) == 1 + len(mains)


def test_a_copy_of_a_batch_has_its_checks_and_standing_gold():
    batch = with_gold(gold=3)
    retired = batch.gold_keys.first()
    GoldKey.objects.filter(pk=retired.pk).update(
        retired_at=timezone.now(), retired_reason="Its answer was wrong."
    )
    copy = duplicate_batch(batch=batch, by=None)
    assert (copy.gold_percent, copy.checks_planned, copy.gold_keys.count()) == (20, 0, 2)
    assert world.publish(copy).checks_planned > 0
    sound()


def test_a_check_that_somebody_else_has_is_no_work_that_is_left():
    batch, _claimed, _ahead = prefetched_gold(items=6, gold=5)
    ben = world.second_annotator()
    rate_all(ben, batch)
    assert open_batch(ben, batch).hits_left == 0
    with pytest.raises(NothingLeft) as reason:
        world.claim(ben, batch)
    assert "All HITs of this batch are done" in str(reason.value)
