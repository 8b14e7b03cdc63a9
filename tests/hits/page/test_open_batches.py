"""Tests of the list of open batches on an annotator's page."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from hits.batches import open_list as listing
from hits.batches.open_list import open_batches
from hits.models import Assignment, Batch
from hits.queue.claiming import enrol
from hits.queue.releasing import return_assignment
from tests import world
from tests.pages import squeezed

pytestmark = pytest.mark.django_db


def told(user) -> tuple[int, bool, int, bool]:
    """Return the HITs left, whether there are more, the HITs done, and whether one is claimed, for
    the user's only open batch."""
    (one,) = open_batches(user)
    return one.hits_left, one.more, one.done, one.claimed_id is not None


def test_what_is_left_counts_hits_not_assignments_and_the_one_claimed():
    batch, ann = world.live_batch(world.project(), annotators_per_hit=3), world.annotator()
    assert told(ann) == (4, False, 0, False)
    world.rate(ann, batch)
    assert told(ann) == (3, False, 1, False)
    claimed = world.claim(ann, batch)
    assert told(ann) == (3, False, 1, True)
    return_assignment(annotator=ann, assignment_id=claimed.pk)
    assert told(ann) == (2, False, 1, False)
    assert told(world.second_annotator()) == (4, False, 0, False)


def test_the_cap_limits_what_is_left():
    batch, ann = world.live_batch(world.project(), cap_per_annotator=2), world.annotator()
    assert told(ann) == (2, False, 0, False)
    world.rate(ann, batch)
    world.claim(ann, batch)
    assert told(ann) == (1, False, 1, True)
    world.rate(ann, batch)
    assert told(ann) == (0, False, 2, False)


def test_one_output_of_an_item_counts_items():
    batch, ann = (
        world.live_batch(world.project(), order_of_work=Batch.OrderOfWork.ONE_PER_ITEM),
        world.annotator(),
    )
    assert told(ann) == (2, False, 0, False)
    world.rate(ann, batch)
    assert told(ann) == (1, False, 1, False)


def test_a_large_batch_is_not_counted_but_never_called_empty(monkeypatch, client):
    monkeypatch.setattr(listing, "LOOKED_AT", 2)
    batch, ann = world.live_batch(world.project(), annotators_per_hit=2), world.annotator()
    assert told(ann)[:2] == (2, True)
    seen = set()
    for _turn in range(3):
        world.rate(ann, batch)
        seen.add(told(ann)[:2])
    assert all(left >= 1 for left, _more in seen)
    client.force_login(ann)
    assert "<dd>1" in squeezed(client.get("/").content.decode())
    world.rate(ann, batch)
    assert told(ann)[:2] == (0, False)


def keep_prefetched(assignment, user):
    """Make the assignment the prefetched one of `user`."""
    now = timezone.now()
    Assignment.objects.filter(pk=assignment.pk).update(
        state=Assignment.State.CLAIMED,
        prefetched=True,
        annotator=user,
        enrolment=enrol(annotator=user, batch=assignment.batch, consent_given=True),
        sequence=1,
        drawn_point=0,
        rubric_sha256=assignment.batch.rubric_version.sha256,
        accepted_at=now,
        deadline_at=now + timedelta(hours=1),
    )


def test_what_is_prefetched_for_others_is_found_behind_what_was_had(monkeypatch):
    owner, ann = world.project(), world.annotator()
    batch = world.live_batch(owner, world.dataset(owner, systems=("Heron",)), annotators_per_hit=2)
    had = world.rate(ann, batch).hit
    for number, assignment in enumerate(
        sorted(Assignment.objects.unbegun(), key=lambda assignment: assignment.hit != had)
    ):
        keep_prefetched(assignment, world.person(f"other-{number}"))
    for most, answer in ((0, (1, True)), (1, (1, True)), (2, (1, True)), (3, (1, False))):
        monkeypatch.setattr(listing, "LOOKED_AT", most)
        assert told(ann)[:2] == answer


@pytest.mark.parametrize(
    ("description", "lead"),
    [("Wings of moths, at night.", "Wings of moths, at night."), ("", None)],
)
def test_the_page_of_a_batch_begins_with_its_own_description(client, description, lead):
    batch = world.live_batch(world.project(), description=description)
    client.force_login(world.annotator())
    page = client.get(reverse("batch", args=[batch.pk])).content.decode()
    shown = re.search(r'<p class="lead"[^>]*>([^<]+)</p>', page)
    assert shown
    assert shown[1] == (lead or batch.rubric_version.spec.summary)
