"""Tests that `manage.py verify` names each problem with gold and retests that is planted."""

import pytest

from hits.models import HIT, Assignment, Batch, CheckCredit
from hits.verification import verify
from tests import world
from tests.hits.queue.test_gold import sound, with_gold
from tests.hits.verification.test_verify import unguarded

pytestmark = pytest.mark.django_db


def found(name: str) -> list[str]:
    (finding,) = (each for each in verify() if each.check.name == name)
    return list(finding.examples)


@pytest.fixture
def batch() -> Batch:
    """A live batch in which a gold HIT and a retest have been claimed."""
    batch = with_gold(first_checks=1, most_annotators=3, retest_percent=30, retest_distance=1)
    for _turn in range(22):
        world.rate(world.annotator(), batch)
    sound()
    return batch


def test_a_check_that_is_free(batch):
    gold = batch.hits.filter(purpose="gold").first()
    free = Assignment.objects.create(hit=gold, batch=batch, position=gold.position)
    assert found("checks_never_free") == [f"assignment {free.pk}"]


def test_a_check_that_is_not_paid_for(batch):
    CheckCredit.objects.filter(pk=CheckCredit.objects.first().pk).delete()
    planned = batch.checks_planned
    assert found("checks_paid_for") == [f"batch {batch.pk}: {planned - 1} instead of {planned}"]


def test_an_output_that_is_gold_and_main(batch):
    gold = batch.hits.filter(purpose="gold").first()
    main = HIT.objects.create(
        batch=batch, item_id=gold.item_id, output_ids=gold.output_ids, position=1
    )
    assert found("gold_apart") == [f"HIT {gold.pk} and HIT {main.pk}"]


def test_a_retest_of_what_somebody_else_answered(batch):
    retest = Assignment.objects.filter(hit__purpose="retest").first()
    ben = world.second_annotator()
    world.claim(ben, batch)
    with unguarded():
        Assignment.objects.filter(pk=retest.pk).update(annotator=ben)
    assert found("retest_of_own") == [f"assignment {retest.pk}"]
