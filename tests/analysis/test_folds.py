"""Folding figures: for batches with news, the less often the longer it takes, never twice at once."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from analysis import tasks
from analysis.models import RunningFigures
from hits.batches.publishing import close_batch
from quality.models import AnnotatorFold
from tests import world

KINDS = [RunningFigures, AnnotatorFold]


def folded(kind, batch, *, seconds: float, ago: float) -> None:
    """A fold before the batch's only submission."""
    more = {"criteria": []} if kind is RunningFigures else {}
    at = timezone.now() - timedelta(seconds=ago)
    kind.objects.create(batch=batch, submitted=0, seconds=seconds, computed_at=at, **more)


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("seconds", "ago", "is_due"),
    [(3, 0, True), (3.5, 0, False), (3.5, 69, False), (3.5, 71, True), (60, 1100, False)],
)
def test_a_fold_that_took_long_rests_twenty_times_as_long(kind, seconds, ago, is_due):
    batch = world.live_batch(world.project())
    world.rate(world.annotator(), batch)
    folded(kind, batch, seconds=seconds, ago=ago)
    assert kind.batches_with_news() == [batch.pk] * is_due


@pytest.mark.django_db
@pytest.mark.parametrize("kind", KINDS)
def test_the_last_answers_of_a_closed_batch_are_folded_once_its_rest_is_over(kind):
    batch = world.live_batch(world.project())
    world.rate(world.annotator(), batch)
    folded(kind, batch, seconds=10, ago=0)
    close_batch(batch_id=batch.pk)
    assert kind.batches_with_news() == []
    kind.objects.update(computed_at=timezone.now() - timedelta(seconds=201))
    assert kind.batches_with_news() == [batch.pk]


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
    finally:
        beside.close()
    tasks.fold_figures(batch.pk)
    assert RunningFigures.objects.get().submitted == 1
