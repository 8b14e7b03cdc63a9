"""Tests of hourly pay, the project's minimum hourly pay, and the bonuses that raise pay to this
minimum."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.db.models import F
from django.urls import reverse

from hits.models import Assignment, Batch, Viewing
from hits.money.topping_up import LONGEST_MARK, ListChanged, TopUp, TopUps, pay_top_ups, top_ups
from hits.money.wages import wages_of
from hits.review.decisions import approve_assignments, reject_assignments
from payments.models import Transaction
from payments.paying import earned, give
from payments.posting import NotEnoughMoney
from payments.reversals import reverse_transaction
from people.models import Act, Project
from tests import world
from tests.pages import signed_in, words
from tests.verified import broken_promises

pytestmark = pytest.mark.django_db


def worked(seconds: dict[str, list[int]], *, floor="9.00", money="1000.00", **terms) -> Batch:
    """Return a batch with a reward of 0.10 per HIT, in which all responses are approved. `seconds`
    has the time that each person took for each of their HITs."""
    project = world.project(money=money)
    Project.objects.filter(pk=project.pk).update(hourly_floor=Decimal(floor) if floor else None)
    project.refresh_from_db()
    most = max(map(len, seconds.values()))
    data = world.dataset(project, items=most, systems=("Heron",))
    terms = {"reward": Decimal("0.10"), "annotators_per_hit": len(seconds)} | terms
    batch = world.live_batch(project, data, **terms)
    for name, times in seconds.items():
        for time in times:
            done = world.rate(world.person(name), batch)
            Assignment.objects.filter(pk=done.pk).update(
                accepted_at=F("submitted_at") - timedelta(seconds=time)
            )
    ids = list(batch.assignments.filter(state="submitted").values_list("pk", flat=True))
    approve_assignments(batch=batch, ids=ids, by=None)
    return Batch.objects.select_related("project").get(pk=batch.pk)


def test_median_and_percentile_are_over_people_and_the_price_reaches_the_floor():
    # 0.10 for 30, 60, 90 seconds: 12.00, 6.00 and 4.00 an hour.
    batch = worked({"ann": [30, 30], "ben": [60], "cleo": [90]})
    wages = wages_of([batch])[batch.pk]
    assert (wages.people, wages.below, wages.hits, wages.noted) == (3, 2, 4, 0)
    assert (wages.median, wages.upper) == (Decimal("6.00"), Decimal("9.00"))
    assert wages.is_low is True
    # 9.00 an hour is 0.15 for the 60 seconds that the median person takes.
    assert wages.price == Decimal("0.15")


def test_time_in_use_goes_before_elapsed_time_and_rejected_work_is_left_out():
    batch = worked({"ann": [600]})
    done = batch.assignments.get(annotator__username="ann")
    Viewing.objects.create(assignment=done, seen={"active_seconds": 40})
    wages = wages_of([batch])[batch.pk]
    assert (wages.median, wages.noted) == (Decimal("9.00"), 1)
    other = world.live_batch(batch.project, world.dataset(batch.project))
    wrong = world.rate(world.annotator(), other)
    reject_assignments(batch=other, ids=[wrong.pk], reason="Too fast.", by=None)
    assert wages_of([other]) == {}


def test_without_a_floor_nothing_is_low():
    batch = worked({"ann": [600], "ben": [1]}, floor="")
    wages = wages_of([batch])[batch.pk]
    assert (wages.people, wages.is_low, wages.price, wages.below) == (2, False, None, 0)
    assert top_ups(batch).people == []


def test_each_is_paid_what_they_lack_once():
    batch = worked({"ann": [30, 30], "ben": [60], "cleo": [90]})
    due = top_ups(batch)
    # 9.00 an hour: 0.15 and 0.225 instead of 0.10; a part of a cent is a cent.
    assert sorted(person.amount for person in due.people) == [Decimal("0.05"), Decimal("0.13")]
    assert due.total == Decimal("0.18")
    by = world.researcher(batch.project)
    paid = [pay_top_ups(batch_id=batch.pk, mark=due.mark, by=by) for _time in range(2)]
    assert [len(each.people) for each in paid] == [2, 0]
    assert earned(project=batch.project, annotator=world.person("cleo")) == Decimal("0.23")
    wages = wages_of([batch])[batch.pk]
    assert (wages.below, wages.is_low) == (0, False)
    act = Act.objects.get(verb="topped_up")
    assert act.after == {"people": 2, "amount": "0.18"}
    assert broken_promises() == set()


def test_a_reversed_bonus_is_lacking_again():
    batch = worked({"ann": [60]})
    pay_top_ups(batch_id=batch.pk, mark=top_ups(batch).mark, by=None)
    bonus = Transaction.objects.get(kind="bonus")
    reverse_transaction(transaction_id=bonus.pk, reason="By mistake.")
    assert top_ups(batch).total == Decimal("0.05")


def test_what_was_reversed_is_paid_anew_once():
    batch = worked({"ann": [60]})
    lacking = Decimal("0.05")
    for time in (1, 2, 3):
        mark = top_ups(batch).mark
        paid = [pay_top_ups(batch_id=batch.pk, mark=mark, by=None).total for _repeat in range(2)]
        assert paid == [lacking, Decimal(0)]
        assert earned(project=batch.project, annotator=world.person("ann")) == Decimal("0.15")
        bonuses = Transaction.objects.filter(kind="bonus").order_by("-pk")
        assert (bonuses.count(), Act.objects.filter(verb="topped_up").count()) == (time, time)
        reverse_transaction(transaction_id=bonuses[0].pk, reason="By mistake.")
    assert broken_promises() == set()


def test_under_a_higher_floor_the_same_amount_is_paid_again():
    batch = worked({"ann": [60]})
    pay_top_ups(batch_id=batch.pk, mark=top_ups(batch).mark, by=None)
    Project.objects.update(hourly_floor=Decimal("12.00"))
    pay_top_ups(batch_id=batch.pk, mark=top_ups(batch).mark, by=None)
    assert earned(project=batch.project, annotator=world.person("ann")) == Decimal("0.20")
    assert top_ups(batch).people == []


def test_only_those_for_whom_money_moved_are_counted():
    batch = worked({"ann": [60], "ben": [60]})
    due = top_ups(batch)
    ann, ben = due.people
    # The bonus's key is taken, by something that is no bonus.
    give(
        Transaction.Kind.GOODWILL,
        f"bonus:{ann.assignment}:{ann.key}",
        project=batch.project,
        annotator=world.person("ann"),
        amount=Decimal("1.00"),
        reason="Thanks.",
        by=None,
    )
    paid = [pay_top_ups(batch_id=batch.pk, mark=due.mark, by=None)]
    paid.append(pay_top_ups(batch_id=batch.pk, mark=top_ups(batch).mark, by=None))
    assert [each.people for each in paid] == [[ben], []]
    assert Act.objects.get(verb="topped_up").after == {"people": 1, "amount": "0.05"}


def test_a_list_of_other_people_with_the_same_total_is_another():
    ann, ben, cleo = (
        TopUp(person, person, 1, 60.0, amount=Decimal(amount), bonuses=Decimal(0), posted=0)
        for person, amount in ((1, "3.00"), (2, "2.00"), (3, "3.00"))
    )
    lists = TopUps([ann, ben]), TopUps([ben, cleo])
    assert lists[0].total == lists[1].total
    assert lists[0].mark != lists[1].mark
    assert lists[0].mark == TopUps([ann, ben]).mark
    assert [len(each.mark) for each in lists] == [LONGEST_MARK, LONGEST_MARK]


def test_another_list_than_was_looked_at_is_not_paid():
    batch = worked({"ann": [60]})
    with pytest.raises(ListChanged):
        pay_top_ups(batch_id=batch.pk, mark="1:0.04", by=None)
    assert not Transaction.objects.filter(kind="bonus").exists()


def test_escrow_pays_no_top_up():
    batch = worked({"ann": [60, 6000]}, money="0.22")
    with pytest.raises(NotEnoughMoney):
        pay_top_ups(batch_id=batch.pk, mark=top_ups(batch).mark, by=None)
    assert not Transaction.objects.filter(kind="bonus").exists()


def test_the_desk_says_so_and_pays_by_one_button():
    batch = worked({"ann": [60], "ben": [90]}, title="Wings")
    desk = signed_in(world.researcher(batch.project))
    home = words(desk.get("/admin/"))
    assert "Wings pays less than the project’s minimum" in home
    running = words(desk.get(reverse("admin:batch_running", args=[batch.pk])))
    assert "Median hourly pay" in running
    assert "2 of 2" in running
    page = desk.get(reverse("admin:wages", args=[batch.pk]))
    mark = page.context["due"].mark
    assert "2 people get bonuses of" in words(page)
    desk.post(reverse("admin:top_up", args=[batch.pk]), {"mark": mark})
    assert Transaction.objects.filter(kind="bonus").count() == 2
    assert "pays less than your floor" not in words(desk.get("/admin/"))
