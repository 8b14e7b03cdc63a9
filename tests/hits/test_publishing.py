"""Making the HITs: complete, repeatable after a kill, and balanced where a page shows two outputs."""

from collections import Counter

import pytest

from hits import publishing
from hits.models import Batch
from hits.publishing import NotPublishable, make_hits, publish_batch
from tests import world

pytestmark = pytest.mark.django_db


def test_every_sampled_output_becomes_one_hit_with_a_place_per_rater():
    batch = world.live_batch(world.project(), raters_per_hit=3)
    assert (batch.state, batch.hits_planned, batch.hits_made) == (Batch.State.LIVE, 4, 4)
    assert Counter(batch.assignments.values_list("hit_id", flat=True)) == dict.fromkeys(
        batch.hits.values_list("pk", flat=True), 3
    )


def test_killed_half_way_and_run_again_ends_the_same(monkeypatch):
    owner = world.project()
    data = world.dataset(owner, items=7)
    whole, killed = world.live_batch(owner, data), world.draft_batch(owner, data)
    publish_batch(batch_id=killed.pk)
    monkeypatch.setattr(publishing, "STEP", 2)
    steps = publishing._values

    def die_at_the_third_step(batch, start):
        if start == 4:
            raise KeyboardInterrupt
        return steps(batch, start)

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(publishing, "_values", die_at_the_third_step)
        make_hits(batch_id=killed.pk)
    killed.refresh_from_db()
    assert (killed.state, killed.hits.count(), killed.hits_made) == (Batch.State.PUBLISHING, 8, 8)
    make_hits(batch_id=killed.pk)
    make_hits(batch_id=killed.pk)
    assert content(killed) == content(whole)


def content(batch: Batch) -> list:
    return sorted(batch.assignments.values_list("hit__output_a", "hit__output_b", "position", "shown_order", "state"))


def test_missing_media_is_named_before_publishing():
    owner = world.project()
    data = world.dataset(owner)
    data.items.get(external_id="item-2").item_media.all().delete()
    with pytest.raises(NotPublishable) as error:
        publish_batch(batch_id=world.draft_batch(owner, data).pk)
    assert str(error.value) == (
        "Dataset: The rubric shows `image` (image), which 1 items lack, among them item-2. "
        "Import the dataset with that column, or choose another rubric."
    )
