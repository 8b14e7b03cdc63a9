"""Tests of undoing the return of a HIT."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from hits.batches.publishing import close_batch
from hits.models import Assignment, Batch, Enrolment
from hits.queue.claiming import enrol
from hits.queue.releasing import return_assignment
from hits.queue.sittings import begin_sitting, stop_sitting
from hits.queue.undoing import undo_return, undoable_return
from tests import world
from tests.pages import signed_in
from tests.verified import broken_promises

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def module_batch(module_rows) -> Batch:
    project = world.project()
    return world.live_batch(project, world.dataset(project, items=1, systems=("Heron",)))


def given_back(batch) -> Assignment:
    claimed = world.claim(world.annotator(), batch)
    assert return_assignment(annotator=world.annotator(), assignment_id=claimed.pk)
    return claimed


def undo(assignment) -> bool:
    return undo_return(annotator=world.annotator(), assignment_id=assignment.pk)


def states(batch) -> list[str]:
    return sorted(batch.assignments.values_list("state", flat=True))


def test_it_is_theirs_again_once_and_not_counted(batch):
    claimed = given_back(batch)
    deadline = claimed.deadline_at
    assert [undo(claimed), undo(claimed)] == [True, False]
    claimed.refresh_from_db()
    assert (claimed.state, claimed.ended_at, claimed.deadline_at) == ("claimed", None, deadline)
    assert Enrolment.objects.get().returned == 0
    assert states(batch) == ["claimed"]
    assert broken_promises() == set()


def test_not_once_somebody_else_has_it(batch):
    claimed = given_back(batch)
    world.claim(world.second_annotator(), batch)
    assert undo(claimed) is False
    assert states(batch) == ["claimed", "returned"]


def test_not_after_its_time(batch):
    claimed = given_back(batch)
    past = timezone.now() - timedelta(seconds=1)
    Assignment.objects.filter(pk=claimed.pk).update(deadline_at=past)
    assert undo(claimed) is False


def test_not_in_a_closed_batch_nor_by_somebody_else(batch):
    claimed = given_back(batch)
    other = world.second_annotator()
    assert undo_return(annotator=other, assignment_id=claimed.pk) is False
    close_batch(batch_id=batch.pk)
    assert undo(claimed) is False


def test_the_batch_page_offers_it_while_it_can_be(batch, client):
    ann = world.annotator()
    client.force_login(ann)
    claimed = world.claim(ann, batch)
    page = client.post(world.hit_path(claimed), {"action": "return"}, follow=True)
    take_back = reverse("take_back", args=[claimed.pk])
    assert f'action="{take_back}"' in page.content.decode()
    answer = client.post(take_back)
    assert (answer.status_code, answer["Location"]) == (303, world.hit_path(claimed))
    client.post(world.hit_path(claimed), {"action": "return"})
    world.claim(world.second_annotator(), batch)
    page = client.get(reverse("batch", args=[batch.pk]))
    assert take_back not in page.content.decode()
    assert "Someone else has it" in client.post(take_back, follow=True).content.decode()


@pytest.mark.attack("POST")
def test_not_beyond_the_most_that_one_person_may_do():
    batch = world.live_batch(world.project(), cap_per_annotator=1)
    claimed = given_back(batch)
    assert undoable_return(annotator=world.annotator(), batch=batch) == claimed
    world.rate(world.annotator(), batch)
    assert undo(claimed) is False
    address = reverse("take_back", args=[claimed.pk])
    page = signed_in(world.annotator()).post(address, follow=True).content.decode()
    assert "You have done the maximum number of HITs" in page
    assert "Someone else has it" not in page
    assert undoable_return(annotator=world.annotator(), batch=batch) is None
    assert Enrolment.objects.get().submitted == 1


def test_not_once_the_sitting_is_over():
    terms = {"sitting_hits": 2, "sitting_paid_from": 1, "most_sittings": 2, "completion": "drawn"}
    batch, ann = world.live_batch(world.project(), **terms), world.annotator()
    enrolment = enrol(annotator=ann, batch=batch, consent_given=True)
    begin_sitting(enrolment_id=enrolment.pk)
    world.rate(ann, batch)
    claimed = given_back(batch)
    stop_sitting(enrolment_id=enrolment.pk)
    assert undo(claimed) is False
    begin_sitting(enrolment_id=enrolment.pk)
    assert undo(claimed) is True
