"""Tests of the steps before the first HIT: they come in order, and each must be completed."""

from functools import partial

import pytest

from hits.models import Enrolment
from hits.queue.claiming import PageFirst, claim_assignment, enrol
from recruiting import route
from recruiting.route import Place, Step, advance, register
from tests import world

pytestmark = pytest.mark.django_db


def _address(due, place, _enrolment):
    return due[place]


def test_the_first_step_that_is_due_comes_before_the_next_hit(monkeypatch):
    due = {Place.TEST: "/test/", Place.CONSENT: "/consent/"}
    monkeypatch.setattr(route, "_steps", {})
    for place in sorted(due):
        register(Step(place, partial(_address, due, place)))
    batch = world.live_batch(world.project())
    enrolment = enrol(annotator=world.annotator(), batch=batch, consent_given=False)
    routes = [enrolment.next_route]
    for place in sorted(due):
        with pytest.raises(PageFirst) as first:
            claim_assignment(annotator=world.annotator(), batch=batch)
        assert first.value.route == routes[-1]
        due[place] = ""
        routes.append(advance(enrolment_id=enrolment.pk))
    assert routes == ["/consent/", "/test/", ""]
    assert Enrolment.objects.get(pk=enrolment.pk).next_route == ""
    assert claim_assignment(annotator=world.annotator(), batch=batch).batch == batch
