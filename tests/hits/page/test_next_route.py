"""Tests of a page that another app shows before the next HIT."""

import pytest
from django.db import IntegrityError, transaction

from hits.models import Assignment, Enrolment
from hits.queue.claiming import PageFirst, claim_assignment, enrol, prefetch_assignment
from tests import world

pytestmark = pytest.mark.django_db
ROUTE = "/study/questions/"


@pytest.fixture
def enrolment():
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=4))
    return enrol(annotator=world.annotator(), batch=batch, consent_given=False)


def come_first(enrolment, route: str = ROUTE) -> None:
    Enrolment.objects.filter(pk=enrolment.pk).update(next_route=route)


def test_no_hit_is_handed_out_before_the_page(enrolment, client):
    client.force_login(enrolment.annotator)
    come_first(enrolment)
    with pytest.raises(PageFirst) as refusal:
        claim_assignment(annotator=enrolment.annotator, batch=enrolment.batch)
    assert (refusal.value.route, refusal.value.is_the_end) == (ROUTE, False)
    assert client.post(f"/batches/{enrolment.batch_id}/start/")["Location"] == ROUTE
    assert Assignment.objects.in_work().count() == 0
    come_first(enrolment, "")
    assert claim_assignment(annotator=enrolment.annotator, batch=enrolment.batch).state == "claimed"


def test_a_submission_leads_to_the_page(enrolment, client):
    client.force_login(enrolment.annotator)
    assignment = world.claim(enrolment.annotator, enrolment.batch)
    come_first(enrolment)
    assert prefetch_assignment(annotator=enrolment.annotator, assignment_id=assignment.pk) is None
    posted = client.post(world.hit_path(assignment), world.GOOD)
    assert (posted.status_code, posted["Location"]) == (303, ROUTE)
    assignment.refresh_from_db()
    assert assignment.state == "submitted"


@pytest.mark.parametrize(
    "route", ["//elsewhere.example/", "https://elsewhere.example/", "/\\elsewhere", "study/"]
)
def test_a_route_is_a_path_of_this_site(enrolment, route):
    with (
        pytest.raises(IntegrityError, match="enrolment_next_route_is_a_path"),
        transaction.atomic(),
    ):
        come_first(enrolment, route)
