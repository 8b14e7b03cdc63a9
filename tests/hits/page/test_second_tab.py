"""Tests of a HIT submitted in two tabs: different answers of the second tab are not stored, and a
message says so."""

import pytest

from hits.models import Answer, Assignment
from tests import world
from tests.pages import squeezed

pytestmark = pytest.mark.django_db
OTHER = world.GOOD | {"coherence": "3"}
BY_SCRIPT = {"Accept": "application/json"}


@pytest.fixture
def claimed(client):
    """A HIT that the client's user has already submitted in another tab."""
    batch = world.live_batch(world.project())
    assignment = world.claim(world.annotator(), batch)
    client.force_login(world.annotator())
    client.post(world.hit_path(assignment), {"action": "submit", **world.GOOD})
    return assignment


def stored() -> dict[str, int]:
    return dict(Answer.objects.values_list("key", "number"))


def test_the_second_tabs_other_answers_are_shown_and_not_stored(client, claimed):
    before = stored()
    page = client.post(world.hit_path(claimed), {"action": "submit", **OTHER})
    assert page.status_code == 410
    text = squeezed(page.content.decode())
    assert (
        "You have already submitted this HIT with other answers. The new answers were not "
        "stored." in text
    )
    assert "<dt>Text Coherence</dt><dd>It does not hang together" in text
    assert "Choice of words" not in text
    assert stored() == before


def test_a_script_is_told_so_and_keeps_them(client, claimed):
    before = stored()
    reply = client.post(world.hit_path(claimed), {"action": "submit", **OTHER}, headers=BY_SCRIPT)
    assert reply.status_code == 410
    assert "The new answers were not stored." in reply.json()["error"]
    assert stored() == before


@pytest.mark.parametrize("sent", [world.GOOD, {"coherence": "1"}, {}])
def test_the_same_answers_again_lead_on(client, claimed, sent):
    assert client.post(world.hit_path(claimed), {"action": "submit", **sent}).status_code == 303
    assert Assignment.objects.filter(state="submitted").count() == 1
