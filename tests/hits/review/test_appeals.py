"""Tests of appeals against rejections, and of one annotator's earnings."""

from decimal import Decimal

import pytest
from django.urls import reverse

from hits.models import Appeal, Assignment
from hits.money.bonuses import pay_bonus
from hits.money.earnings import money_by_project, work_by_batch
from hits.review.appeals import NotAppealable, decide_appeal, make_appeal
from hits.review.decisions import approve_assignments, reject_assignments
from payments.paying import pay_out
from tests import world

pytestmark = pytest.mark.django_db


def rejected(batch=None) -> Assignment:
    batch = batch or world.live_batch(world.project())
    done = world.rate(world.annotator(), batch)
    reject_assignments(batch=batch, ids=[done.pk], reason="Too fast.", by=None)
    done.refresh_from_db()
    return done


def test_a_granted_appeal_approves_and_pays():
    done = rejected()
    appeal = make_appeal(
        annotator=world.annotator(), assignment_id=done.pk, text=" I looked twice. "
    )
    assert (appeal.text, appeal.decision) == ("I looked twice.", "")
    assert (
        decide_appeal(appeal_id=appeal.pk, granted=True, answer="You are right.", by=None) is True
    )
    done.refresh_from_db()
    assert done.state == Assignment.State.APPROVED
    assert money_by_project(world.annotator())[0].earned == Decimal("0.05")
    assert decide_appeal(appeal_id=appeal.pk, granted=False, answer="No.", by=None) is False
    assert Appeal.objects.get().decision == "granted"


def test_a_dismissed_appeal_needs_an_answer_and_changes_no_money():
    done = rejected()
    appeal = make_appeal(annotator=world.annotator(), assignment_id=done.pk, text="But.")
    with pytest.raises(NotAppealable):
        decide_appeal(appeal_id=appeal.pk, granted=False, answer=" ", by=None)
    assert decide_appeal(appeal_id=appeal.pk, granted=False, answer="It took 2 s.", by=None)
    done.refresh_from_db()
    assert (done.state, list(money_by_project(world.annotator()))) == (
        Assignment.State.REJECTED,
        [],
    )


def test_a_second_objection_gives_the_first_back_and_only_a_rejection_can_be_objected_to():
    done = rejected()
    first = make_appeal(annotator=world.annotator(), assignment_id=done.pk, text="One.")
    assert make_appeal(annotator=world.annotator(), assignment_id=done.pk, text="Two.") == first
    other = world.rate(world.second_annotator(), done.batch)
    with pytest.raises(NotAppealable):
        make_appeal(annotator=world.second_annotator(), assignment_id=other.pk, text="Three.")
    with pytest.raises(Assignment.DoesNotExist):
        make_appeal(annotator=world.annotator(), assignment_id=other.pk, text="Four.")


def test_work_and_money_of_one_person():
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=3))
    ann = world.annotator()
    first, second, _third = (world.rate(ann, batch) for _turn in range(3))
    world.rate(world.second_annotator(), batch)
    approve_assignments(batch=batch, ids=[first.pk], by=None)
    reject_assignments(batch=batch, ids=[second.pk], reason="No.", by=None)
    first.refresh_from_db()
    pay_bonus(assignment=first, amount=Decimal("1.00"), reason="Good.", key="one")
    pay_out(project=owner, annotator=ann, amount=Decimal("0.80"), key="may")
    (work,) = work_by_batch(ann)
    assert (work.waiting, work.approved, work.rejected, work.pending) == (1, 1, 1, Decimal("0.05"))
    (money,) = money_by_project(ann)
    assert (money.earned, money.paid, money.due) == (
        Decimal("1.05"),
        Decimal("0.80"),
        Decimal("0.25"),
    )


@pytest.mark.parametrize("done", [1, 3])
def test_the_page_asks_the_same_number_of_questions_however_much_was_done(
    client, django_assert_num_queries, done
):
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=3))
    for _turn in range(done):
        world.rate(world.annotator(), batch)
    client.force_login(world.annotator())
    # Session with user, payments, count, HITs, approvals, money, training, batches, unread answers.
    with django_assert_num_queries(9):
        page = client.get(reverse("own_work")).content.decode()
    assert page.count("work-submitted") == done
