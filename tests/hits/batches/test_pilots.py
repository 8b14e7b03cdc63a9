"""Tests of pilots, main batches created from them, and copies of batches."""

import pytest

from hits.access import may_work
from hits.batches.pilots import NotAPilot, duplicate_batch, make_main_batch, mark_pilot
from hits.batches.sampling import drawn_ids, sample_ids
from hits.models import Admission, Batch
from people.models import Act
from tests import world

pytestmark = pytest.mark.django_db


@pytest.fixture
def pilot(project):
    """A live batch marked as a pilot, with three of eight items and one response."""
    batch = world.live_batch(
        project,
        world.dataset(project, items=8),
        sample_rule="count",
        sample_count=3,
        title="Wings",
        annotators_per_hit=2,
        consent_text="Please.",
    )
    world.rate(world.annotator(), batch)
    assert mark_pilot(batch=batch, is_pilot=True, by=None)
    assert not mark_pilot(batch=batch, is_pilot=True, by=None)
    batch.refresh_from_db()
    return batch


def items(batch: Batch) -> set[str]:
    return set(batch.hits.values_list("item__external_id", flat=True))


def open_to(batch: Batch, user) -> bool:
    return Batch.objects.filter(may_work(user), pk=batch.pk).exists()


@pytest.mark.parametrize("without", [True, False])
def test_the_main_batch_leaves_out_the_pilot_s_items_and_people_as_chosen(pilot, without):
    main = make_main_batch(pilot=pilot, without_items=without, without_people=without, by=None)
    ids = [f"item-{number}" for number in range(1, 9)]
    drawn = sample_ids(ids, seed=pilot.seed, count=6)
    expected = drawn[3:] if without else drawn[:3]
    assert drawn_ids(main, most=10) == expected
    main = world.publish(main)
    assert items(main) == set(expected)
    assert open_to(main, world.annotator()) is not without
    assert open_to(main, world.second_annotator())
    refused = Admission.objects.filter(batch=main).values_list("user__username", "origin")
    assert list(refused) == ([("ann", "pilot")] if without else [])


@pytest.mark.parametrize("without", [True, False])
def test_who_works_in_the_pilot_later_is_kept_out_as_well(pilot, without):
    main = make_main_batch(pilot=pilot, without_items=True, without_people=without, by=None)
    main, ben = world.publish(main), world.second_annotator()
    claimed = world.claim(ben, pilot)
    assert open_to(main, ben), "who has done nothing of the pilot is not touched"
    world.submit(claimed, world.GOOD)
    assert open_to(main, ben) is not without


def test_all_but_the_pilot_s_items_are_all_others(pilot):
    main = make_main_batch(pilot=pilot, without_items=True, without_people=False, by=None)
    Batch.objects.filter(pk=main.pk).update(sample_rule="all", sample_count=None)
    main.refresh_from_db()
    assert len(items(world.publish(main))) == 5
    assert not items(main) & items(pilot)


def test_only_a_published_pilot_has_a_main_batch(project, pilot):
    mark_pilot(batch=pilot, is_pilot=False, by=None)
    pilot.refresh_from_db()
    draft = world.draft_batch(project, title="Draft")
    mark_pilot(batch=draft, is_pilot=True, by=None)
    draft.refresh_from_db()
    for batch in (pilot, draft):
        with pytest.raises(NotAPilot):
            make_main_batch(pilot=batch, without_items=True, without_people=True, by=None)


def test_a_copy_has_the_terms_and_nothing_of_what_was_done(project, pilot):
    rita = world.researcher(project)
    copy = duplicate_batch(batch=pilot, by=rita)
    same = ("seed", "reward", "annotators_per_hit", "consent_text", "sample_count", "dataset_id")
    assert [getattr(copy, name) for name in same] == [getattr(pilot, name) for name in same]
    assert set(copy.systems.all()) == set(pilot.systems.all())
    assert (copy.title, copy.state, copy.fee, copy.created_by) == (
        "Wings (copy)",
        "draft",
        None,
        rita,
    )
    assert (copy.is_pilot, copy.hits_planned, copy.published_at) == (False, 0, None)
    assert Act.objects.get(verb="duplicated").after == {"batch": "Wings"}
    assert items(world.publish(copy)) == items(pilot)
