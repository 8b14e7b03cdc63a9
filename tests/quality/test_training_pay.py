"""Tests of paid training: the money is reserved, paid once whether or not the person passes, and
limits the number of people."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from decimal import Decimal
from threading import Thread

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from hits.batches.cost_preview import cost_preview
from hits.batches.publishing import (
    cancel_publishing,
    close_batch,
    promised,
    publish_batch,
    take_back_publication,
)
from hits.models import Enrolment, TrainingPlace
from hits.money.escrow import batch_money, project_money
from hits.money.reconciliation import reconcile
from hits.money.training_pay import pay_training, refund_abandoned, take_place
from payments.paying import earned
from quality.training.taking import NotNow, begin
from tests import world
from tests.locks import locked_by_another, waits_for_a_lock
from tests.pages import signed_in, words
from tests.quality.study import draft, enrolled, go_through, live

PAY = Decimal("0.50")
PAID = {"training_pay": PAY, "training_people": 2}


def differences() -> list[str]:
    return [line.name for line in reconcile() if line.difference]


@pytest.mark.django_db
def test_it_is_set_aside_and_paid_once_also_to_who_fails():
    batch = live(**PAID, test_retries=1)
    assert batch_money(batch).escrowed == promised(batch) == Decimal("1.36")  # 6 × 0.06 + 2 × 0.50
    enrolment = enrolled(batch)
    go_through(enrolment)
    assert earned(project=batch.project, annotator=enrolment.annotator) == 0
    for _try in range(2):
        go_through(enrolment, right=0)
        assert earned(project=batch.project, annotator=enrolment.annotator) == PAY
    assert (promised(batch), batch_money(batch).paid) == (Decimal("0.86"), PAY)
    assert differences() == []
    page = words(signed_in(enrolment.annotator).get(f"/batches/{batch.pk}/training/"))
    assert "You earned $0.50 for the training and the test." in page
    own = words(signed_in(enrolment.annotator).get("/work/"))
    assert f"Training and test {batch.title}: $0.50" in own
    assert "To be paid out $0.50" in own


@pytest.mark.django_db
def test_it_is_stated_before_and_counted_in_the_cost():
    batch = draft(**PAID)
    cost = cost_preview(batch).cost
    assert (cost.training, cost.total) == (Decimal("1.00"), Decimal("1.36"))
    page = words(signed_in(world.annotator()).get(f"/batches/{world.publish(batch).pk}/"))
    assert (
        "You get $0.50 for completing the training and the test, whether or not you pass." in page
    )


@pytest.mark.django_db
def test_nobody_is_trained_beyond_those_it_is_set_aside_for():
    batch = live(training_pay=PAY, training_people=1)
    first, second = enrolled(batch), enrolled(batch, world.second_annotator())
    begin(enrolment_id=first.pk)
    with pytest.raises(NotNow, match="no money left"):
        begin(enrolment_id=second.pk)
    # Who has begun keeps it for a day.
    TrainingPlace.objects.update(taken_at=timezone.now() - timedelta(hours=25))
    assert begin(enrolment_id=second.pk) is not None
    assert TrainingPlace.objects.get().enrolment == second


@pytest.mark.django_db
def test_closing_refunds_what_nobody_trains_for_and_later_what_was_abandoned():
    batch = live(**PAID)
    enrolment = enrolled(batch)
    begin(enrolment_id=enrolment.pk)
    close_batch(batch_id=batch.pk)
    assert (promised(batch), differences()) == (PAY, [])
    assert refund_abandoned() == 0
    TrainingPlace.objects.update(taken_at=timezone.now() - timedelta(hours=25))
    assert (refund_abandoned(), refund_abandoned()) == (1, 0)
    assert (promised(batch), differences()) == (0, [])
    assert project_money(batch.project).escrow == 0


@pytest.mark.django_db
def test_each_place_that_is_abandoned_is_refunded_when_its_own_day_is_over():
    """Ann's place has the lower number but expires later, so Ben's is refunded first."""
    batch = live(**PAID)
    ann, ben = enrolled(batch), enrolled(batch, world.second_annotator())
    for enrolment in (ann, ben):
        begin(enrolment_id=enrolment.pk)
    close_batch(batch_id=batch.pk)
    late = timezone.now() - timedelta(hours=25)
    for enrolment, left in ((ben, PAY), (ann, 0)):
        TrainingPlace.objects.filter(enrolment=enrolment).update(taken_at=late)
        assert refund_abandoned() == 1
        assert (promised(batch), batch_money(batch).remaining) == (left, left)
        assert differences() == []
    assert project_money(batch.project).available == 1000


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("people", "is_paid"), [(1, False), (2, True)])
def test_whose_place_goes_while_they_finish_is_paid_another_or_nothing(people, is_paid):
    batch = live(training_pay=PAY, training_people=people)
    slow, quick = enrolled(batch), enrolled(batch, world.second_annotator())
    begin(enrolment_id=slow.pk)
    taken = TrainingPlace.objects.filter(enrolment=slow)
    results: list[bool] = []

    def finish() -> None:
        try:
            results.append(pay_training(enrolment=slow))
        finally:
            connection.close()

    finishing = Thread(target=finish)
    with transaction.atomic():
        taken.update(enrolment=quick, taken_at=timezone.now())
        finishing.start()
        waits_for_a_lock()
    finishing.join(30)
    assert results == [is_paid]
    assert TrainingPlace.objects.filter(enrolment=quick, paid_at=None).count() == 1
    assert taken.filter(paid_at__isnull=False).count() == int(is_paid)
    assert differences() == []


@pytest.mark.django_db
def test_a_publication_that_is_cancelled_gives_it_back():
    batch = draft(**PAID)
    publish_batch(batch_id=batch.pk)
    assert differences() == []
    cancel_publishing(batch_id=batch.pk, by=world.owner(batch.project))
    take_back_publication(batch_id=batch.pk)
    assert (project_money(batch.project).available, differences()) == (Decimal(1000), [])


@pytest.mark.django_db
def test_pay_needs_a_number_of_people():
    with pytest.raises(IntegrityError, match="batch_training_pay_counted"), transaction.atomic():
        draft(training_pay=PAY)


@pytest.mark.django_db(transaction=True)
def test_sixteen_people_at_once_take_no_more_places_than_there_are():
    batch = live(training=0, test=1, training_pay=PAY, training_people=5)
    people = [enrolled(batch, world.person(f"p{number}")).pk for number in range(16)]

    def take_part(enrolment_id: int) -> bool:
        try:
            go_through(Enrolment.objects.get(pk=enrolment_id))
        except NotNow:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(16) as pool:
        trained = list(pool.map(take_part, people))
    assert (sum(trained), TrainingPlace.objects.filter(paid_at__isnull=False).count()) == (5, 5)
    assert (promised(batch), differences()) == (Decimal("0.36"), [])
    assert batch.tested_qualification.people.count() == 5


@pytest.mark.django_db(transaction=True)
def test_a_place_that_another_is_taking_is_passed_over():
    batch = live(**PAID)
    first, second = TrainingPlace.objects.filter(batch=batch).order_by("pk")
    with locked_by_another(first), transaction.atomic():
        assert take_place(ann := enrolled(batch))
    assert TrainingPlace.objects.get(enrolment=ann) == second
