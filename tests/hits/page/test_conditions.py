"""Tests of one colour scheme for all annotators of a batch: on the HIT page, in the preview and in
frames."""

import re
from dataclasses import replace

import pytest

from hits.page.query import hit_page_for_annotator
from tests import world
from tests.pages import squeezed

pytestmark = pytest.mark.django_db


def opening(page: str) -> str:
    return re.search("<html[^>]*>", squeezed(page)).group()


@pytest.mark.parametrize(
    ("scheme", "said"),
    [("auto", ""), ("light", ' data-scheme="light"'), ("dark", ' data-scheme="dark"')],
)
def test_the_page_and_the_preview_say_which_scheme_is_forced(client, scheme, said):
    batch = world.live_batch(world.project(), scheme=scheme)
    client.force_login(world.annotator())
    hit = client.get(world.hit_path(world.claim(world.annotator(), batch))).content.decode()
    client.force_login(world.researcher(batch.project))
    preview = client.get(f"/batches/{batch.pk}/preview/").content.decode()
    assert opening(hit) == opening(preview) == f'<html lang="en" dir="ltr"{said}>'


def test_a_frame_is_of_one_scheme():
    claimed = world.claim(world.annotator(), world.live_batch(world.project()))
    page = hit_page_for_annotator(world.annotator(), claimed.pk, "en")
    assert page.shell_key != replace(page, batch=replace(page.batch, scheme="dark")).shell_key


def test_a_researcher_sets_them_in_the_draft(client):
    owner = world.project()
    client.force_login(world.researcher(owner))
    draft = client.get(f"/admin/batches/{world.draft_batch(owner).pk}/steps/pay/").content.decode()
    assert [name for name in ("scheme", "extensions") if f'name="{name}"' in draft] == [
        "scheme",
        "extensions",
    ]
    live = client.get(f"/admin/hits/batch/{world.live_batch(owner).pk}/settings/").content.decode()
    assert [name for name in ("scheme", "extensions") if f'name="{name}"' in live] == []
