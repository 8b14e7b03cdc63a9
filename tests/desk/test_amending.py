"""The pages on which a batch is extended, copied, and made from its pilot."""

import pytest

from hits.models import Amendment, Batch
from tests import world
from tests.pages import signed_in, words

pytestmark = pytest.mark.django_db


@pytest.fixture
def project():
    return world.project(money="1.00", name="Moths")


@pytest.fixture
def batch(project):
    return world.live_batch(project, world.dataset(project, items=2, systems=("A",)))


@pytest.fixture
def client(project):
    return signed_in(world.researcher(project))


def amend_path(batch) -> str:
    return f"/admin/hits/batch/{batch.pk}/amend/"


def test_the_cost_is_shown_before_anything_is_added(client, batch):
    form = {"kind": "annotators", "annotators": "2", "key": "k"}
    page = words(client.post(amend_path(batch), form))
    assert "New HITs 0 New assignments 4" in page
    assert "Add it for $0.24" in page
    assert batch.assignments.count() == 2
    for _click in range(2):
        answer = client.post(amend_path(batch), form | {"confirm": "yes"})
        assert answer["Location"] == f"/admin/hits/batch/{batch.pk}/running/"
    assert (batch.assignments.count(), Amendment.objects.count()) == (6, 1)
    page = words(client.get(f"/admin/hits/batch/{batch.pk}/running/"))
    assert "Amendments More annotators +2 $0.24" in page
    assert "annotators per HIT: 2" in page


def test_what_cannot_be_is_said_in_its_form(client, batch):
    page = words(client.post(amend_path(batch), {"kind": "items", "items": "1", "key": "k"}))
    assert "The data set has 0 more items" in page
    page = words(
        client.post(amend_path(batch), {"kind": "annotators", "annotators": "50", "key": "k"})
    )
    assert "The project has less than that." in page
    assert "Add it for" not in page
    assert client.post(amend_path(batch), {"kind": "nothing"}).status_code == 404


def test_a_copy_is_a_draft_to_change(client, batch):
    answer = client.post(f"/admin/hits/batch/{batch.pk}/duplicate/")
    copy = Batch.objects.get(state="draft")
    assert answer["Location"] == f"/admin/batches/{copy.pk}/steps/publish/"
    assert client.get(f"/admin/hits/batch/{copy.pk}/amend/").status_code == 302


def test_a_main_batch_is_made_from_what_was_marked_as_a_pilot(client, batch):
    main = f"/admin/hits/batch/{batch.pk}/main/"
    assert "marked as a pilot" in words(client.post(main, {}, follow=True))
    client.post(f"/admin/hits/batch/{batch.pk}/pilot/", {"is_pilot": "yes"})
    assert client.post(main, {"without_people": "on"}).status_code == 302
    made = Batch.objects.get(pilot=batch)
    assert (made.without_pilot_items, made.without_pilot_people) == (False, True)
