"""Tests of publishing: it is complete, can be repeated after a crash, and balances the order of
pairs."""

from collections import Counter

import pytest
from django.core.exceptions import ValidationError
from django.db import connection

from core.errors import RateroomError
from hits.batches import publishing
from hits.batches.publishing import NotPublishable, make_hits, publish_batch
from hits.models import Batch, GoldKey
from tests import world
from tests.media import dataset_of, picture, tone

pytestmark = pytest.mark.django_db


def test_every_sampled_output_becomes_one_hit_with_an_assignment_per_annotator():
    batch = world.live_batch(world.project(), annotators_per_hit=3)
    assert (batch.state, batch.hits_planned, batch.hits_made) == (Batch.State.LIVE, 4, 4)
    assert Counter(batch.assignments.values_list("hit_id", flat=True)) == dict.fromkeys(
        batch.hits.values_list("pk", flat=True), 3
    )


def test_a_live_batch_has_fresh_statistics():
    """Without fresh statistics, PostgreSQL would plan the first queries as if the tables were
    empty."""
    batch = world.live_batch(world.project(), annotators_per_hit=3)
    with connection.cursor() as cursor:
        cursor.execute(
            "select relname, reltuples from pg_class where relname in ('hits_hit', 'hits_assignment')"
        )
        assert dict(cursor.fetchall()) == {"hits_hit": 4, "hits_assignment": 12}
    assert batch.assignments.count() == 12


def test_killed_half_way_and_run_again_ends_the_same(monkeypatch):
    owner = world.project()
    data = world.dataset(owner, items=7)
    whole, killed = world.live_batch(owner, data), world.draft_batch(owner, data)
    publish_batch(batch_id=killed.pk)
    monkeypatch.setattr(publishing, "STEP", 2)
    steps = publishing.step_values

    def die_at_the_third_step(batch, start, annotators, **step):
        if start == 4:
            raise KeyboardInterrupt
        return steps(batch, start, annotators, **step)

    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(publishing, "step_values", die_at_the_third_step)
        make_hits(batch_id=killed.pk)
    killed.refresh_from_db()
    assert (killed.state, killed.hits.count(), killed.hits_made) == (Batch.State.PUBLISHING, 8, 8)
    make_hits(batch_id=killed.pk)
    make_hits(batch_id=killed.pk)
    assert content(killed) == content(whole)


def test_an_output_that_went_during_publishing_is_not_shown(monkeypatch):
    owner = world.project()
    data = world.dataset(owner, items=3)
    batch = world.draft_batch(owner, data)
    publish_batch(batch_id=batch.pk)
    stage = publishing.stage_sample

    def stage_and_delete(cursor, staged, count):
        stage(cursor, staged, count)
        data.items.get(external_id="item-2").outputs.get(system__name="Moss").delete()

    with (
        monkeypatch.context() as patch,
        pytest.raises(NotPublishable, match="were deleted while the batch was"),
    ):
        patch.setattr(publishing, "stage_sample", stage_and_delete)
        make_hits(batch_id=batch.pk)
    assert batch.hits.count() == 0


def content(batch: Batch) -> list:
    return sorted(
        batch.assignments.values_list("hit__output_ids", "position", "shown_order", "state")
    )


def test_missing_media_is_named_before_publishing():
    owner = world.project()
    data = world.dataset(owner)
    data.items.get(external_id="item-2").item_media.all().delete()
    with pytest.raises(NotPublishable) as error:
        publish_batch(batch_id=world.draft_batch(owner, data).pk)
    assert str(error.value) == (
        "Dataset: The rubric shows `image` (image). The field is missing from 1 items, for "
        "example item-2. Import the dataset with the missing field, or choose another rubric."
    )


def pairs_of(batch: Batch) -> list[tuple[str, str, str]]:
    """Return (item, system a, system b) of every HIT, sorted."""
    return sorted(world.shown_systems(batch))


def shown_orders(batch: Batch) -> list[tuple[str, str, str]]:
    """Return (system a, system b, shown order) of every assignment."""
    systems = {hit.pk: [output.system.name for output in hit.outputs] for hit in batch.hits.all()}
    rows = batch.assignments.values_list("hit", "shown_order")
    return [(*systems[hit], order) for hit, order in rows]


def pair_batch(systems: int, items: int = 6, **terms) -> Batch:
    owner = world.project()
    data = world.dataset(owner, items=items, systems=tuple("ABCDEF"[:systems]))
    for item in data.items.all():
        item.fields = {"page_title": "P", "section_title": "S", "body": "B", "highlights": ["B"]}
        item.save(update_fields=["fields"])
    if "reference" in terms:
        terms["pairing_reference"] = data.systems.get(name=terms.pop("reference"))
    return world.live_batch(owner, data, rubric=world.version("contextual-caption-pair"), **terms)


def test_every_pair_of_systems_in_canonical_order():
    batch = pair_batch(3, items=2)
    wanted = [(f"item-{n}", a, b) for n in (1, 2) for a, b in (("A", "B"), ("A", "C"), ("B", "C"))]
    assert pairs_of(batch) == wanted
    assert (batch.hits_planned, batch.hits_made) == (6, 6)


def test_each_system_against_the_reference():
    batch = pair_batch(4, items=2, pairing="reference", reference="C")
    assert {(a, b) for _item, a, b in pairs_of(batch)} == {("A", "C"), ("B", "C"), ("C", "D")}
    assert batch.hits.count() == batch.hits_planned == 6


def test_a_seeded_choice_of_pairs_is_the_same_for_the_same_seed():
    first, again, other = (
        pair_batch(4, pairing="random", pairs_per_item=2, seed=seed) for seed in (5, 5, 6)
    )
    assert first.hits.count() == first.hits_planned == 12
    assert pairs_of(first) == pairs_of(again) != pairs_of(other)


def test_drawn_pairs_are_shown_both_ways_equally_often():
    batch = pair_batch(4, items=12, pairing="random", pairs_per_item=1)
    found = Counter(shown_orders(batch))
    assert [abs(found[a, b, "ab"] - found[a, b, "ba"]) > 1 for a, b, _order in found] == [
        False
    ] * len(found)


def test_a_reference_that_is_not_among_the_systems_is_refused_before_any_money_moves():
    owner = world.project()
    stranger = world.dataset(owner, items=1, systems=("A", "B")).systems.get(name="A")
    data = world.dataset(owner, items=1, systems=("A", "B"))
    rubric = world.version("instruction-following-pair")
    batch = world.draft_batch(
        owner, data, rubric=rubric, pairing="reference", pairing_reference=stranger
    )
    with pytest.raises(RateroomError) as error:
        publish_batch(batch_id=batch.pk)
    assert str(error.value) == (
        "Outputs shown together: The reference system A is not one of the batch's systems."
    )


@pytest.mark.parametrize("annotators", [1, 2, 3])
def test_which_output_stands_first_is_balanced_over_the_batch_and_for_every_pair(annotators):
    batch = pair_batch(4, items=6, annotators_per_hit=annotators)
    orders = Counter(batch.assignments.values_list("shown_order", flat=True))
    assert orders["ab"] == orders["ba"] == 36 * annotators / 2
    for a, b in {(a, b) for _item, a, b in pairs_of(batch)}:
        mine = [order for first, second, order in shown_orders(batch) if (first, second) == (a, b)]
        assert Counter(mine) == {"ab": 3 * annotators, "ba": 3 * annotators}
    if annotators == 2:
        for hit in batch.hits.all():
            assert sorted(hit.assignments.values_list("shown_order", flat=True)) == ["ab", "ba"]


def test_pairs_are_exported_by_output_with_the_position_shown():
    import csv
    import io

    from hits.exports import stream
    from hits.queue.submitting import submit_assignment

    batch = pair_batch(2, items=1)
    claimed = world.claim(world.annotator(), batch)
    raw = {
        f"{letter}.{one}.reasons": f"on {one}"
        for letter in "ab"
        for one in ("context", "highlight", "consistency", "overall")
    }
    raw |= {
        f"{letter}.{one}": "4"
        for letter in "ab"
        for one in ("context", "highlight", "consistency", "overall")
    }
    assert submit_assignment(
        annotator=world.annotator(), assignment_id=claimed.pk, raw=raw | {"comparison": "y"}
    ).accepted
    rows = list(csv.DictReader(io.StringIO(b"".join(stream(batch, "long")).decode(), newline="")))
    found = {(row["Output"], row["Position"]) for row in rows}
    expected = {("a", "1"), ("b", "2")} if claimed.shown_order == "ab" else {("a", "2"), ("b", "1")}
    assert found == expected | {("", "")}


def media_draft(*outputs):
    """Return a draft with the rubric `picture-pair`, whose outputs consist of the given media."""
    owner = outputs[0][0].project
    data = dataset_of(owner, *outputs)
    data.items.update(fields={"prompt": "A boat."})
    return world.draft_batch(owner, data, rubric=world.version("picture-pair"))


@pytest.mark.parametrize(("own", "outputs"), [(True, 1), (True, 2), (False, 1)])
def test_gold_of_another_dataset_or_for_another_page_is_refused(own, outputs):
    owner = world.project()
    batch = world.draft_batch(owner, gold_percent=10)
    item = (batch.dataset if own else world.dataset(owner)).items.first()
    shown = [output.pk for output in item.outputs.order_by("pk")[:outputs]]
    rules = [{"question": "coherence", "accepted": [1]}]
    GoldKey.objects.create(batch=batch, item=item, output_ids=shown, rules=rules)
    if own and outputs == 1:
        publishing.check_gold(batch)
        return
    with pytest.raises(NotPublishable, match="do not match this batch’s dataset"):
        publishing.check_gold(batch)


def test_outputs_that_the_rubric_is_not_about_are_refused():
    owner = world.project()
    batch = media_draft((picture(owner, "red"),), (tone(owner),))
    problem = (
        "The rubric needs outputs of the type “Picture”. The output of “Moss” for “item-1” is not "
        "of this type (outputs of other types: 1). Choose another rubric or dataset, or leave that "
        "system out."
    )
    with pytest.raises(NotPublishable) as error:
        publish_batch(batch_id=batch.pk)
    assert str(error.value) == f"Rubric: {problem}"
    with pytest.raises(ValidationError) as refused:
        batch.clean()
    assert refused.value.message_dict == {"rubric_version": [problem]}


def test_outputs_that_hold_what_the_rubric_is_about_are_published():
    """An output may also contain other media than the kind that the rubric shows."""
    owner = world.project()
    both = (picture(owner, "red"), tone(owner))
    assert world.publish(media_draft(both, (picture(owner, "blue"),))).state == "live"
