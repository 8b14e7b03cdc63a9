"""Tests of the page of responses that are excluded from a batch's results."""

import pytest
from django.urls import reverse

from hits.models import Exclusion
from hits.review.decisions import reject_assignments
from tests import world
from tests.pages import signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def batch():
    live = world.live_batch(world.project(), annotators_per_hit=2)
    for _answer in range(2):
        world.rate(world.annotator(), live)
    return live


def words(answer) -> str:
    return " ".join(answer.content.decode().split())


def test_a_rule_says_what_it_would_do_and_does_it(batch):
    client = signed_in(world.researcher(batch.project))
    address = reverse("admin:exclusions", args=[batch.pk])
    act = reverse("admin:exclude", args=[batch.pk])
    page = words(client.get(address, {"rule": "faster", "number": "10"}))
    assert "This would exclude 2 of 2 counted responses (annotators: 1)." in page
    assert page.count("Reason") == 1
    sent = {"rule": "faster", "number": "10", "reason": "Too fast."}
    page = words(client.post(act, sent, follow=True))
    assert "2 responses excluded." in page
    done = Exclusion.objects.filter(rule="faster than 10 s", taken_back_at=None)
    assert list(done.values_list("reason", flat=True)) == ["Too fast."] * 2
    page = words(client.post(act, {"take_back": "faster than 10 s"}, follow=True))
    assert "2 responses included again." in page
    assert not Exclusion.objects.filter(taken_back_at=None).exists()


def test_a_number_out_of_bounds_does_nothing(batch):
    client = signed_in(world.researcher(batch.project))
    for number in ("0", "x", "", "99999999999999999999"):
        query = {"rule": "faster", "number": number}
        page = client.get(reverse("admin:exclusions", args=[batch.pk]), query)
        assert (page.status_code, "Would leave out" in words(page)) == (200, False)
        client.post(reverse("admin:exclude", args=[batch.pk]), query)
    assert not Exclusion.objects.exists()


def test_a_rejection_is_not_taken_back_here(batch):
    done = batch.assignments.filter(state="submitted").first()
    reject_assignments(batch=batch, ids=[done.pk], reason="Empty.", by=None)
    client = signed_in(world.researcher(batch.project))
    client.post(reverse("admin:exclude", args=[batch.pk]), {"take_back": "rejected"})
    assert Exclusion.objects.filter(taken_back_at=None).count() == 1
