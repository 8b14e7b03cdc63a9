"""Tests of the explanations why no one works in a batch, or why one person gets no HIT."""

import pytest

from hits.batches.audience import refuse
from hits.batches.publishing import close_batch, pause_batch
from hits.batches.standstill import why_no_hit, why_nobody_works
from hits.models import Batch, Enrolment, TrainingPlace
from hits.progress.running import progress_of
from hits.queue.claiming import enrol
from hits.queue.enrolments import stop_enrolment
from people.models import PoolMember
from tests import world
from tests.quality import study

pytestmark = pytest.mark.django_db


@pytest.fixture
def batch(project):
    """A live batch of two HITs, open to everyone, with one annotator per HIT."""
    return world.live_batch(project, world.dataset(project, items=2, systems=("Heron",)))


def nobody(batch: Batch) -> list[str]:
    batch.refresh_from_db()
    return [reason.code for reason in why_nobody_works(batch, progress_of(batch))]


def person(batch: Batch, user) -> str:
    batch.refresh_from_db()
    return why_no_hit(batch, user).code


def test_nobody_has_come_joined_or_is_there_now(batch):
    ann = world.annotator()
    assert (nobody(batch), person(batch, ann)) == (["nobody_came"], "not_come")
    enrol(annotator=ann, batch=batch, consent_given=True)
    assert (nobody(batch), person(batch, ann)) == (["nobody_now"], "would_get_one")
    world.claim(ann, batch)
    assert (nobody(batch), person(batch, ann)) == ([], "has_one")


def test_the_state_of_the_batch_comes_first(batch):
    ann = world.annotator()
    pause_batch(batch_id=batch.pk)
    assert (nobody(batch), person(batch, ann)) == (["paused"], "paused")
    close_batch(batch_id=batch.pk)
    assert (nobody(batch), person(batch, ann)) == (["closed"], "closed")


def test_all_is_answered_or_the_rest_needs_other_people(project, batch):
    ann = world.annotator()
    for _hit in range(2):
        world.rate(ann, batch)
    assert (nobody(batch), person(batch, ann)) == (["all_answered"], "none_left")
    twice = world.live_batch(
        project, world.dataset(project, items=1, systems=("Heron",)), annotators_per_hit=2
    )
    world.rate(ann, twice)
    assert (nobody(twice), person(twice, ann)) == (["need_others"], "none_left")
    enrol(annotator=world.second_annotator(), batch=twice, consent_given=True)
    assert nobody(twice) == ["nobody_now"]


def test_the_audience_lets_nobody_in(project, batch):
    Batch.objects.filter(pk=batch.pk).update(audience="pool")
    ann, rita = world.annotator(), world.researcher(project)
    assert (nobody(batch), person(batch, ann)) == (["nobody_admitted"], "not_admitted")
    PoolMember.objects.create(project=project, user=ann)
    assert nobody(batch) == ["nobody_came"]
    refuse(batch=batch, users=[ann], by=None)
    reason = why_no_hit(batch, ann)
    assert (reason.code, reason.what) == (
        "not_admitted",
        "This person is blocked from this batch.",
    )
    assert "a project member" in why_no_hit(batch, rita).what


@pytest.mark.parametrize("kind", ["stopped", "capped", "page_first"])
def test_those_who_have_joined_may_not_go_on(batch, kind):
    ann = world.annotator()
    world.rate(ann, batch)
    enrolment = batch.enrolments.get()
    if kind == "stopped":
        stop_enrolment(enrolment_id=enrolment.pk, reason="Too fast.", by=None)
    elif kind == "capped":
        Batch.objects.filter(pk=batch.pk).update(cap_per_annotator=1)
    else:
        Enrolment.objects.filter(pk=enrolment.pk).update(next_route="/questions/")
    assert (nobody(batch), person(batch, ann)) == ([kind], kind)


def test_training_that_is_spent_is_named_where_people_wait_for_it():
    batch = study.live(training_pay="0.10", training_people=1)
    first = study.enrolled(batch)
    study.go_through(first)
    study.go_through(first)
    second = study.enrolled(batch, world.second_annotator())
    assert nobody(batch) == ["training_spent", "nobody_now"]
    assert person(batch, first.annotator) == "would_get_one"
    reason = why_no_hit(batch, second.annotator)
    assert (reason.code, reason.remedy) == (
        "training_spent",
        "Add people under “Extend the batch”.",
    )
    TrainingPlace.objects.create(batch=batch)
    assert nobody(batch) == ["nobody_now"]
    assert person(batch, second.annotator) == "page_first"
