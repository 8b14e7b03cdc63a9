"""Tests of the Quality checks page: the settings of a draft and the results of a live batch."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test.utils import CaptureQueriesContext

from hits.models import Batch, GoldKey
from tests import world
from tests.hits.queue.test_gold import draft_with_gold, with_gold
from tests.pages import signed_in, words

pytestmark = pytest.mark.django_db
TERMS = {
    "gold_percent": "10",
    "retest_percent": "5",
    "first_checks": "0",
    "most_annotators": "",
    "retest_distance": "20",
}
TABLE = b"item,systems,question,accepted\nitem-1,Heron,coherence,1|2\n"


def address(batch: Batch) -> str:
    return f"/admin/hits/batch/{batch.pk}/checks/"


@pytest.fixture
def draft() -> Batch:
    owner = world.project()
    return world.draft_batch(owner, world.dataset(owner, items=11, systems=("Heron",)))


def test_a_researcher_sets_shares_and_gold_and_reads_the_cost(draft):
    client = signed_in(world.researcher(draft.project))
    sent = TERMS | {"gold": SimpleUploadedFile("gold.csv", TABLE)}
    page = words(client.post(address(draft), sent, follow=True))
    draft.refresh_from_db()
    assert (draft.gold_percent, draft.retest_percent) == (10, 5)
    # 10 items are left for the sample; 10 × 0.15 ÷ 0.85, rounded up.
    assert "2 checks in addition to 10 assignments. Total cost: $0.72" in page
    assert "item-1 Heron coherence: 1|2" in page


def test_going_on_saves_the_shares_and_stays_where_they_are_wrong(draft):
    client = signed_in(world.researcher(draft.project))
    going_on = TERMS | {"continue": "people"}
    refused = client.post(address(draft), going_on | {"gold_percent": "40", "retest_percent": "20"})
    assert "at most half of all HITs" in words(refused)
    answer = client.post(address(draft), going_on)
    assert answer["Location"] == f"/admin/batches/{draft.pk}/steps/people/"
    draft.refresh_from_db()
    assert (draft.gold_percent, draft.retest_percent) == (10, 5)
    foot = client.get(address(draft)).content.decode().split('class="form-foot"')[1]
    assert 'form="terms"' in foot
    assert 'name="continue"' in foot


def test_what_is_wrong_is_said_and_nothing_is_saved(draft):
    client = signed_in(world.researcher(draft.project))
    wrong = SimpleUploadedFile("gold.csv", TABLE.replace(b"item-1", b"item-99"))
    assert "“item-99” was not found" in words(client.post(address(draft), TERMS | {"gold": wrong}))
    too_many = TERMS | {"gold_percent": "40", "retest_percent": "20"}
    assert "at most half of all HITs" in words(client.post(address(draft), too_many))
    draft.refresh_from_db()
    assert (draft.gold_percent, draft.gold_keys.count()) == (0, 0)


def test_the_money_for_checks_is_told_and_annotators_are_elsewhere():
    batch = with_gold(gold_percent=0, first_checks=2, most_annotators=1)
    for _turn in range(2):
        world.rate(world.annotator(), batch)
    page = signed_in(world.viewer(batch.project)).get(address(batch))
    assert "The money for checks is spent" in words(page)
    assert f"/admin/hits/batch/{batch.pk}/annotators/?order=gold" in page.content.decode()


def test_gold_is_retired_with_a_reason():
    batch = with_gold()
    key = batch.gold_keys.first()
    client = signed_in(world.researcher(batch.project))
    retire = f"{address(batch)}gold/{key.pk}/retire/"
    sent = {"reason": " ", "confirmed": "yes"}
    assert "Give a reason in a sentence." in words(client.post(retire, sent, follow=True))
    sent["reason"] = "Two answers are right."
    page = words(client.post(retire, sent, follow=True))
    assert "retired Two answers are right." in page
    key.refresh_from_db()
    assert key.retired_by == world.researcher(batch.project)
    other = GoldKey.objects.filter(batch=draft_with_gold()).first()
    assert (
        client.post(f"{address(batch)}gold/{other.pk}/retire/", {"reason": "x"}).status_code == 404
    )


def test_as_many_statements_for_six_annotators_as_for_one():
    batch = with_gold(gold_percent=30, annotators_per_hit=6)
    client, counts = signed_in(world.researcher(batch.project)), []
    client.get(address(batch))
    for people in (1, 6):
        for number in range(people):
            world.rate(world.person(f"annotator-{number}"), batch)
        with CaptureQueriesContext(connection) as queries:
            client.get(address(batch))
        counts.append(len(queries))
    assert counts[0] == counts[1]
