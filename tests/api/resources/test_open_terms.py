"""Tests of the API for settings of published batches and for batches paid per session."""

import pytest

from hits.models import Batch
from people.models import Act
from tests import world
from tests.api.program import Program

pytestmark = pytest.mark.django_db


@pytest.fixture
def project():
    return world.project()


@pytest.fixture
def program(project):
    return Program(world.owner(project))


def test_who_may_work_is_changed_while_people_do_and_what_is_promised_is_not(project, program):
    batch = world.live_batch(project)
    address = f"batches/{batch.pk}"
    change = {"audience": "pool", "title": "Rate it", "members_may_work": True}
    shown = program.ask("PATCH", address, change).json()
    assert {name: shown[name] for name in change} == change
    act = Act.objects.filter(subject_id=batch.pk).latest("pk")
    assert (act.verb, act.before["audience"], act.after["audience"]) == (
        "amended",
        "everyone",
        "pool",
    )
    for refused in ({"reward": "9.00"}, {"title": "Other", "reward": "9.00"}, {"title": ""}):
        assert program.ask("PATCH", address, refused).status_code == 422
    researcher = Program(world.researcher(project))
    assert researcher.ask("PATCH", address, {"members_may_work": False}).status_code in {403, 422}
    batch.refresh_from_db()
    assert (batch.title, batch.members_may_work) == ("Rate it", True)


def test_a_draft_by_sittings_stays_so_when_something_else_is_changed(project, program):
    draft = world.draft_batch(project)
    address = f"batches/{draft.pk}"
    sittings = {"sitting_hits": 4, "sitting_reward": "1.00", "most_sittings": 2}
    shown = program.ask("PATCH", address, sittings).json()
    assert (shown["sitting_hits"], shown["sitting_reward"], shown["reward"]) == (4, "1.00", "0.25")
    assert program.ask("PATCH", address, {"title": "Other"}).json() == {**shown, "title": "Other"}
    for wrong in ({"reward": "0.30"}, {"sitting_reward": "0.99"}):
        assert program.ask("PATCH", address, wrong).status_code == 422
    by_hit = program.ask("PATCH", address, {"sitting_hits": None, "reward": "0.30"}).json()
    assert (by_hit["sitting_hits"], by_hit["reward"]) == (None, "0.30")
    assert Batch.objects.get().most_sittings == 1
