"""Tests of who can open the admin pages, and of the number of queries that the lists need."""

import re

import pytest
from django.template.loader import render_to_string
from django.urls import reverse

from hits.models import Batch
from hits.review.decisions import approve_assignments
from judges.replies.importing import JudgeSettings, import_judge_run
from tests import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def batch():
    made = world.live_batch(world.project())
    world.rate(world.annotator(), made)
    hits = world.shown_systems(made)
    replies = [{"item": item, "system": system, "reply": "Section 1: 1"} for item, system in hits]
    import_judge_run(batch=made, settings=JudgeSettings(name="Run", model="m"), replies=replies)
    return made


def test_who_decided_is_named_without_a_link_to_a_page_of_superusers(batch, client):
    rita = world.researcher(batch.project)
    done = batch.assignments.get(state="submitted")
    approve_assignments(batch=batch, ids=[done.pk], by=rita)
    client.force_login(rita)
    page = client.get(reverse("admin:review_answer", args=[done.pk])).content.decode()
    assert re.search(r"Approved</span>\s+rita\s", page)
    assert re.findall(r'href="([^"]*/people/user/[^"]*)"', page) == []


def test_who_cancelled_is_told_and_when(batch):
    work = Batch(cancelled_by=world.researcher(batch.project), cancelled_at=batch.published_at)
    sentence = render_to_string("admin/_cancelled.html", {"work": work}).strip()
    assert sentence.startswith("Cancelled by rita. <time")
    assert sentence.endswith("UTC</time>")
