"""Tests of the preview, which shows the HITs that a batch has or would have after publishing."""

import re

import pytest

from hits.batches.previewing import HitsInOrder, draft_hits
from hits.models import Batch
from tests import world

pytestmark = pytest.mark.django_db
BAR = "English Deutsch Español Item id or HIT number Open HIT Back to the batch"


def banner(client, batch, item: int = 1) -> str:
    client.force_login(world.researcher(batch.project))
    page = client.get(f"/batches/{batch.pk}/preview/?item={item}").content.decode()
    words = re.search(r'<aside class="banner"[^>]*>(.*?)</aside>', page, re.DOTALL)
    return re.sub(r"\s+", " ", re.sub("<[^>]+>", " ", words[1])).strip()


def test_a_draft_counts_the_hits_of_its_sample(client):
    owner = world.project()
    data = world.dataset(owner, items=12)  # 24 outputs, of which the batch takes 18
    batch = world.draft_batch(owner, data, sample_rule=Batch.SampleRule.COUNT, sample_count=9)
    told = f"Preview HIT {{}} of 18 · This is what annotators see. Nothing is saved. {{}} {BAR}"
    assert banner(client, batch) == told.format(1, "Next")
    assert banner(client, batch, 18) == told.format(18, "Previous")
    assert client.get(f"/batches/{batch.pk}/preview/?item=19").status_code == 404


@pytest.mark.parametrize("published", [False, True])
@pytest.mark.parametrize("stratified", [False, True])
def test_every_hit_can_be_looked_at_by_number_or_item(client, published, stratified):
    owner = world.project()
    data = world.dataset(owner, items=15)
    strata = {"stratify_by": "title"} if stratified else {}
    batch = world.draft_batch(owner, data, **strata)
    batch = world.publish(batch) if published else batch
    told = "Preview HIT {} of 30 · This is what annotators see. Nothing is saved. {} " + BAR
    assert banner(client, batch, 25) == told.format(25, "Previous Next")
    hits = HitsInOrder(batch)
    numbered = [hits.at(number) for number in range(1, 31)]
    assert len({tuple(hit.output_ids) for hit in numbered}) == 30
    for item in data.items.all():
        number = hits.number_of(item.external_id)
        assert number == 1 + [hit.item_id for hit in numbered].index(item.pk)
        page = client.get(f"/batches/{batch.pk}/preview/?find={item.external_id}")
        assert page.context["number"] == number
    assert (hits.at(0), hits.at(31), hits.number_of("item-99")) == (None, None, None)
    assert client.get(f"/batches/{batch.pk}/preview/?find=item-99").status_code == 404


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
    before = [(hit.item_id, hit.output_ids) for rank in range(4) for hit in draft_hits(batch, rank)]
    world.publish(batch)
    assert sorted(before) == sorted(batch.hits.values_list("item_id", "output_ids"))
    assert len(before) == 3 * (pairs or 3)


def test_a_draft_that_cannot_be_published_says_why(client):
    owner = world.project()
    batch = world.draft_batch(owner, sample_rule=Batch.SampleRule.COUNT, sample_count=3)
    client.force_login(world.researcher(owner))
    page = client.get(f"/batches/{batch.pk}/preview/").content.decode()
    assert (
        "Sample: The sample cannot have 3 items. Number of items with an output from every chosen system: 2."
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
