"""The preview: the HITs that the batch has or would have, counted as they will be."""

import re

import pytest

from hits.batches.publishing import first_hits
from hits.models import Batch
from tests import world

pytestmark = pytest.mark.django_db


def banner(client, batch, item: int = 1) -> str:
    client.force_login(world.researcher(batch.project))
    page = client.get(f"/batches/{batch.pk}/preview/?item={item}").content.decode()
    words = re.search(r'<aside class="banner"[^>]*>(.*?)</aside>', page, re.DOTALL)
    return re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", words[1])).strip()


def test_a_draft_counts_the_hits_of_its_sample(client):
    owner = world.project()
    data = world.dataset(owner, items=12)  # 24 outputs, of which the batch takes 18
    batch = world.draft_batch(owner, data, sample_rule=Batch.SampleRule.COUNT, sample_count=9)
    told = "Preview HIT {} of 18, as annotators see it. Nothing is stored. {} English Deutsch español Back to the batch"
    assert banner(client, batch) == told.format(1, "Next")
    assert banner(client, batch, 18) == told.format(18, "Previous")
    assert client.get(f"/batches/{batch.pk}/preview/?item=19").status_code == 404


def test_more_hits_than_can_be_looked_at_are_counted_all_the_same(client):
    owner = world.project()
    data = world.dataset(owner, items=15)
    told = "Preview HIT 20 of 30, as annotators see it. Nothing is stored. The first 20 can be looked at. "
    told += "Previous English Deutsch español Back to the batch"
    assert banner(client, draft := world.draft_batch(owner, data), 20) == told
    assert banner(client, world.publish(draft), 20) == told


@pytest.mark.parametrize("pairs", [1, 2, None])
def test_a_draft_shows_the_hits_that_publishing_makes(pairs):
    owner = world.project()
    data = world.dataset(owner, items=5, systems=("Heron", "Moss", "Fern"))
    drawn = Batch.Pairing.RANDOM if pairs else Batch.Pairing.ALL
    batch = world.draft_batch(
        owner,
        data,
        rubric=world.version("contextual-caption-pair"),
        sample_rule=Batch.SampleRule.COUNT,
        sample_count=3,
        pairing=drawn,
        pairs_per_item=pairs,
    )
    for item in data.items.all():
        item.fields = {"page_title": "P", "section_title": "S", "body": "B", "highlights": ["B"]}
        item.save(update_fields=["fields"])
    before = [(hit.item_id, hit.output_ids) for hit in first_hits(batch, 20)]
    world.publish(batch)
    made = batch.hits.order_by("position", "output_ids")
    assert before == list(made.values_list("item_id", "output_ids"))
    assert len(before) == 3 * (pairs or 3)


def test_a_draft_that_cannot_be_published_says_why(client):
    owner = world.project()
    batch = world.draft_batch(owner, sample_rule=Batch.SampleRule.COUNT, sample_count=3)
    client.force_login(world.researcher(owner))
    page = client.get(f"/batches/{batch.pk}/preview/").content.decode()
    assert (
        "Sample: The sample would be 3 items, but 2 items have an output from every chosen system."
        in page
    )


def test_within_the_desk_a_section_shows_its_output_once_more(client):
    owner = world.project()
    data = world.dataset(owner, items=1)
    item = data.items.get()
    item.fields = {"page_title": "P", "section_title": "S", "body": "B", "highlights": ["B"]}
    item.save(update_fields=["fields"])
    batch = world.draft_batch(owner, data, rubric=world.version("contextual-caption-pair"))
    client.force_login(world.researcher(owner))
    alone, in_desk = (
        client.get(f"/batches/{batch.pk}/preview/?item=1{framed}").content.decode()
        for framed in ("", "&framed=yes")
    )
    assert in_desk.count('class="recall') == alone.count('class="recall') > 0
    assert ('class="banner"' in alone, 'class="banner"' in in_desk) == (True, False)
