"""Tests of the annotators' pages: access, linked media, and the number of SQL statements."""

import json

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from hits.batches.publishing import close_batch, pause_batch
from stimuli.models import ItemMedium, Medium
from tests import world

pytestmark = pytest.mark.django_db


def test_only_published_batches_are_seen_and_ended_ones_by_their_people(client):
    draft, batch = world.draft_batch(world.project()), world.live_batch(world.project())
    world.rate(world.annotator(), batch)
    for end in (pause_batch, close_batch):
        end(batch_id=batch.pk)
        client.force_login(world.annotator())
        assert client.get(f"/batches/{batch.pk}/done/").status_code == 200
        assert client.get(f"/batches/{draft.pk}/").status_code == 404
        client.force_login(world.second_annotator())
        assert client.get(f"/batches/{batch.pk}/").status_code == 404
        assert client.post(f"/batches/{batch.pk}/start/").status_code == 404


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{",
        b'{"revision": "x", "data": {}}',
        b'{"revision": 0}',
        b'{"revision":0,"data":[]}',
    ],
)
def test_a_draft_that_no_page_sends_is_refused(client, body):
    claimed = world.claim(world.annotator(), world.live_batch(world.project()))
    client.force_login(world.annotator())
    assert (
        client.post(
            world.hit_path(claimed, "draft"), body, content_type="application/json"
        ).status_code
        == 404
    )


def test_a_stale_and_a_late_draft_are_told_so(client):
    batch = world.live_batch(world.project())
    claimed = world.claim(world.annotator(), batch)
    client.force_login(world.annotator())

    def save(revision):
        data = json.dumps({"revision": revision, "data": {"coverage": "1"}})
        return client.post(world.hit_path(claimed, "draft"), data, content_type="application/json")

    assert (save(0).json()["revision"], save(0).status_code, save(0).json()["revision"]) == (
        1,
        409,
        1,
    )
    client.post(world.hit_path(claimed), world.GOOD)
    assert save(1).status_code == 410


def test_linked_media_are_allowed_by_their_origin_and_on_that_page_only(client):
    owner = world.project()
    data = world.dataset(owner)
    linked = Medium.objects.create(project=owner, url="https://pictures.example.org/a/1.jpg")
    ItemMedium.objects.filter(item__dataset=data).update(medium=linked)
    batch = world.live_batch(owner, data)
    claimed = world.claim(world.annotator(), batch)
    client.force_login(world.annotator())
    allowed = "img-src 'self' data: blob: https://pictures.example.org"
    assert image_policy(client, world.hit_path(claimed)) == allowed
    assert "example.org" not in image_policy(client, "/")
    world.submit(claimed, world.GOOD)
    client.force_login(world.researcher(owner))
    for page in (
        reverse("admin:review_answer", args=[claimed.pk]),
        reverse("admin:replay", args=[claimed.pk]),
    ):
        assert image_policy(client, page) == allowed, page
    assert "example.org" not in image_policy(client, reverse("admin:index"))


def image_policy(client, address: str) -> str:
    policy = client.get(address)["Content-Security-Policy"]
    return next(part for part in policy.split("; ") if part.startswith("img-src"))


def test_the_list_and_the_hit_page_need_as_many_queries_for_three_as_for_one(client):
    owner = world.project()
    batch = world.live_batch(owner)
    claimed = world.claim(world.annotator(), batch)
    client.force_login(world.annotator())

    def counted(path) -> int:
        client.get(path)
        with CaptureQueriesContext(connection) as queries:
            assert client.get(path).status_code == 200
        return len(queries)

    before = counted("/"), counted(world.hit_path(claimed))
    for _more in range(2):
        world.rate(world.annotator(), world.live_batch(owner))
    assert (counted("/"), counted(world.hit_path(claimed))) == before
    assert before[1] <= 10
