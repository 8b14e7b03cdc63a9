"""Tests of the adjudication pages: the rule, the queue and the decision on a HIT."""

import pytest
from django.urls import reverse

from hits.models import Adjudication, AdjudicationRule
from tests import world
from tests.pages import signed_in, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def batch():
    project = world.project()
    live = world.live_batch(
        project, world.dataset(project, items=2, systems=("Heron",)), annotators_per_hit=2
    )
    for annotator, coverage in ((world.annotator(), "1"), (world.second_annotator(), "3")):
        for _answer in range(2):
            world.rate(annotator, live, world.GOOD | {"coverage": coverage})
    return live


def test_a_rule_is_stated_and_its_hits_are_decided_one_after_another(batch):
    client = signed_in(world.researcher(batch.project))
    queue = reverse("admin:adjudication", args=[batch.pk])
    assert "Waiting for a decision" not in client.get(queue).content.decode()
    assert "differ" not in words(client.get("/admin/"))
    client.post(queue, {"span": "2"})
    assert f"Responses to 2 HITs of {batch.title} differ" in words(client.get("/admin/"))
    rule = AdjudicationRule.objects.get()
    assert (rule.span, rule.no_majority) == (2, False)
    first, second = (
        reverse("admin:adjudicate", args=[batch.pk, hit.pk]) for hit in batch.hits.order_by("pk")
    )
    page = client.get(queue).content.decode()
    assert first in page
    assert second in page
    page = client.get(first)
    assert "Answers" in page.content.decode()
    assert client.post(first, world.GOOD | {"coverage": ""}).status_code == 422
    assert client.post(first, world.GOOD)["Location"] == second
    assert client.post(second, world.GOOD)["Location"] == queue
    assert Adjudication.objects.count() == 2
    assert "2 HITs decided" in " ".join(client.get(queue).content.decode().split())
    assert "differ" not in words(client.get("/admin/"))


def test_a_rule_that_says_nothing_is_refused(batch):
    client = signed_in(world.researcher(batch.project))
    page = client.post(reverse("admin:adjudication", args=[batch.pk]), {"span": ""})
    assert (
        "Enter a minimum difference, select “Choices without a majority”, or do both."
        in page.content.decode()
    )
    assert not AdjudicationRule.objects.exists()


def test_a_hit_of_another_batch_is_not_there(batch):
    other = world.live_batch(batch.project, title="Another")
    client = signed_in(world.researcher(batch.project))
    page = reverse("admin:adjudicate", args=[batch.pk, other.hits.first().pk])
    assert client.get(page).status_code == 404
