"""Tests of sessions. A session is one visit through a panel."""

import pytest
from django.db import IntegrityError, transaction

from hits.queue.claiming import enrol
from recruiting.models import Sitting
from tests import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def enrolment():
    return enrol(
        annotator=world.annotator(), batch=world.live_batch(world.project()), consent_given=True
    )


def test_a_session_is_one_sitting_and_a_person_may_come_twice(enrolment):
    visit = {"enrolment": enrolment, "channel": "panel"}
    Sitting.objects.create(**visit, session="s1")
    with pytest.raises(IntegrityError, match="sitting_once"), transaction.atomic():
        Sitting.objects.create(**visit, session="s1")
    Sitting.objects.create(**visit, session="s2")
    Sitting.objects.create(**visit | {"channel": "other"}, session="s1")
    Sitting.objects.create(**visit)
    Sitting.objects.create(**visit)
    assert enrolment.sittings.count() == 5


def test_what_has_ended_says_when(enrolment):
    with pytest.raises(IntegrityError, match="sitting_ended_when"), transaction.atomic():
        Sitting.objects.create(enrolment=enrolment, channel="panel", state=Sitting.State.RETURNED)
