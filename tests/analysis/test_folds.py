"""Tests of updating the running statistics: only for batches with changes, less often if slow, and
never twice at once."""

from datetime import timedelta
from decimal import Decimal
from threading import Thread

import pytest
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from analysis import tasks
from analysis.folds import folded_from
from analysis.models import RunningFigures
from hits.batches.publishing import close_batch
from hits.models import Assignment, Batch
from hits.money.bonuses import pay_bonus
from hits.money.topping_up import pay_top_ups, top_ups
from hits.review.decisions import approve_assignments, reject_assignments
from hits.review.exclusions import exclude_assignments
from payments.models import Transaction
from payments.reversals import reverse_transaction
from people.acts import record
from people.models import Act, Project
from quality.models import AnnotatorFold
from quality.tasks import fold_annotators
from recruiting.admitting import admit_to_batch
from recruiting.guests.making import make_guest
from recruiting.merging import merge_people
from tests import world

KINDS = [RunningFigures, AnnotatorFold]


def folded(kind, batch, *, seconds: float, ago: float) -> None:
    """Store running statistics computed `ago` seconds ago, before the batch's only submission."""
    more = {"criteria": []} if kind is RunningFigures else {}
    at = timezone.now() - timedelta(seconds=ago)
    counts = folded_from(batch.pk) | {"submitted": 0}
    kind.objects.create(batch=batch, **counts, seconds=seconds, computed_at=at, **more)


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("seconds", "ago", "is_due"),
    [
        (3, 0, True),
        (3.5, 0, False),
        (3.5, 69, False),
        (3.5, 71, True),
        (60, 1100, False),
        (600, 1790, False),
        (600, 1810, True),
    ],
)
def test_a_fold_that_took_long_rests_twenty_times_as_long(kind, seconds, ago, is_due):
    batch = world.live_batch(world.project())
    world.rate(world.annotator(), batch)
    folded(kind, batch, seconds=seconds, ago=ago)
    assert kind.batches_with_news() == [batch.pk] * is_due


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
def test_the_last_answers_before_closing_are_folded_at_once_whatever_the_last_fold_took(kind):
    batch = world.live_batch(world.project())
    world.rate(world.annotator(), batch)
    folded(kind, batch, seconds=10, ago=0)
    assert kind.batches_with_news() == []
    close_batch(batch_id=batch.pk)
    assert kind.batches_with_news() == [batch.pk]
    kind.objects.update(computed_at=timezone.now())
    assert kind.batches_with_news() == [], "what comes after closing waits for the pause"


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
def test_a_batch_folded_by_a_clock_that_was_ahead_is_folded_anew(kind):
    batch = world.live_batch(world.project())
    world.rate(world.annotator(), batch)
    folded(kind, batch, seconds=10, ago=-3600)
    kind.objects.update(submitted=1)
    assert kind.batches_with_news() == [batch.pk]
    kind.objects.update(computed_at=timezone.now())
    assert kind.batches_with_news() == []


def rejected(done: Assignment) -> None:
    reject_assignments(batch=done.batch, ids=[done.pk], reason="Too fast.", by=None)


def left_out(done: Assignment) -> None:
    exclude_assignments(batch=done.batch, ids=[done.pk], rule="by hand", by=None)


def topped_up(done: Assignment) -> None:
    Project.objects.update(hourly_floor=9)
    an_hour = timedelta(hours=1)
    Assignment.objects.filter(pk=done.pk).update(accepted_at=F("submitted_at") - an_hour)
    batch = Batch.objects.select_related("project").get()
    assert pay_top_ups(batch_id=batch.pk, mark=top_ups(batch).mark, by=None).people


def given_a_bonus(done: Assignment) -> None:
    assert pay_bonus(assignment=done, amount=Decimal(1), reason="Good.", key="k")


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("act", [rejected, left_out, topped_up, given_a_bonus])
def test_what_changes_figures_after_the_last_answer_is_news(kind, act):
    batch = world.live_batch(world.project())
    done = world.rate(world.annotator(), batch)
    if act is topped_up:
        approve_assignments(batch=batch, ids=[done.pk], by=None)
    folded(kind, batch, seconds=1, ago=0)
    kind.objects.update(submitted=1)
    assert kind.batches_with_news() == []
    act(done)
    assert kind.batches_with_news() == [batch.pk]


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
def test_two_raters_who_become_one_are_news(kind):
    batch = world.live_batch(world.project(), audience="link")
    goes, stays = make_guest(), world.annotator()
    for user in (goes, stays):
        admit_to_batch(batch=batch, user=user, channel="link")
        world.rate(user, batch)
    folded(kind, batch, seconds=1, ago=0)
    kind.objects.update(submitted=2)
    assert kind.batches_with_news() == []
    merge_people(project=batch.project, goes=goes, stays=stays, by=world.owner(batch.project))
    assert kind.batches_with_news() == [batch.pk]


@pytest.mark.django_db
def test_a_bonus_taken_back_is_news_and_an_export_is_none():
    batch = world.live_batch(world.project())
    given_a_bonus(world.rate(world.annotator(), batch))
    folded(RunningFigures, batch, seconds=1, ago=0)
    RunningFigures.objects.update(submitted=1)
    record(None, "exported", batch)
    assert RunningFigures.batches_with_news() == []
    bonus = Transaction.objects.get(kind="bonus")
    reverse_transaction(transaction_id=bonus.pk, reason="By mistake.")
    assert RunningFigures.batches_with_news() == [batch.pk]
    assert list(Act.objects.order_by("-pk").values_list("verb", "after"))[:1] == [
        ("payment_reversed", {"amount": "1.00", "reason": "By mistake."})
    ]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("kind", "fold"), [(RunningFigures, tasks.fold_figures), (AnnotatorFold, fold_annotators)]
)
def test_what_began_before_a_fold_and_commits_after_it_is_news(kind, fold):
    batch = world.live_batch(world.project())
    done = world.rate(world.annotator(), batch)
    with transaction.atomic():
        rejected(done)
        folding = Thread(target=apart, args=(fold, batch.pk))
        folding.start()
        folding.join()
    assert kind.objects.get().submitted == 1, "it waited for nobody"
    assert kind.batches_with_news() == [batch.pk]
    fold(batch.pk)
    assert kind.batches_with_news() == []


def apart(work, *args) -> None:
    """Run `work` in another thread, and close that thread's database connection."""
    try:
        work(*args)
    finally:
        connection.close()


@pytest.mark.django_db(transaction=True)
def test_while_one_task_folds_another_does_nothing_and_does_not_wait():
    batch = world.live_batch(world.project())
    world.rate(world.annotator(), batch)
    beside = connection.copy()
    try:
        with beside.cursor() as cursor:
            cursor.execute("select pg_advisory_lock(%s, %s)", [RunningFigures.LOCK, batch.pk])
            tasks.fold_figures(batch.pk)
            assert not RunningFigures.objects.exists()
            # Closing alone frees the lock a moment later, when the server notices.
            cursor.execute("select pg_advisory_unlock(%s, %s)", [RunningFigures.LOCK, batch.pk])
    finally:
        beside.close()
    tasks.fold_figures(batch.pk)
    assert RunningFigures.objects.get().submitted == 1
