"""Tests of excluding people who have worked in another batch."""

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from hits.batches.audience import admit, keep_out_annotators_of, let_in_annotators_of
from hits.batches.standstill import why_no_hit
from hits.models import AudienceExclusion, Enrolment
from hits.queue.claiming import NothingLeft
from people.models import Act
from tests import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def batches():
    """Two batches. In the first, one annotator has submitted a response and another only holds a
    HIT."""
    owner = world.project()
    first, second = world.live_batch(owner), world.live_batch(owner)
    world.rate(world.annotator(), first)
    world.claim(world.second_annotator(), first)
    return first, second


def test_who_has_worked_there_is_kept_out_here_and_let_in_again(client, batches):
    first, second = batches
    by = world.researcher(first.project)
    assert keep_out_annotators_of(batch=second, other=first, by=by)
    assert not keep_out_annotators_of(batch=second, other=first, by=by)
    ann = world.annotator()
    admit(batch=second, users=[ann], by=by)
    with pytest.raises(NothingLeft, match="not open to you"):
        world.claim(ann, second)
    assert why_no_hit(second, ann).what == (
        "This person worked on a batch whose annotators are blocked from this one."
    )
    client.force_login(ann)
    assert client.get(reverse("batch", args=[second.pk])).status_code == 404
    world.claim(world.second_annotator(), second)
    assert let_in_annotators_of(batch=second, other=first, by=by)
    assert not let_in_annotators_of(batch=second, other=first, by=by)
    world.claim(ann, second)
    acts = Act.objects.filter(verb="amended").order_by("pk")
    assert [(act.before, act.after) for act in acts] == [
        (None, {"annotators kept out": first.title}),
        ({"annotators kept out": first.title}, None),
    ]


def test_who_is_at_work_gets_no_next_hit(batches):
    first, second = batches
    ann = world.annotator()
    world.rate(ann, second)
    keep_out_annotators_of(batch=second, other=first, by=world.researcher(first.project))
    with pytest.raises(NothingLeft, match="not open to you"):
        world.claim(ann, second)
    assert Enrolment.objects.get(batch=second, annotator=ann).submitted == 1


def test_only_another_batch_of_the_project_can_be_named(batches):
    first, _second = batches
    elsewhere = world.live_batch(world.project())
    for other in (first, elsewhere):
        with pytest.raises(ValueError, match="another batch of the same project"):
            keep_out_annotators_of(batch=first, other=other, by=world.researcher(first.project))
    with pytest.raises(IntegrityError, match="of_another"), transaction.atomic():
        AudienceExclusion.objects.create(batch=first, other=first)


def test_the_desk_keeps_them_out(client, batches):
    first, second = batches
    client.force_login(world.researcher(first.project))
    path = reverse("admin:keep_out", args=[second.pk])
    page = client.post(path, {"other": first.pk}, follow=True).content.decode()
    assert "blocked from this one" in page
    assert AudienceExclusion.objects.count() == 1
    client.post(path, {"other": first.pk, "action": "let_in"})
    assert AudienceExclusion.objects.count() == 0
    assert client.post(path, {"other": "x"}).status_code == 404
