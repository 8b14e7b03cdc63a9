"""Tests of the Prolific tab when Prolific refuses, fails or is down: the tab still opens, and the
owner can try again."""

from decimal import Decimal

import pytest
from django.urls import reverse

from recruiting.prolific.models import Study, Workspace
from tests import world
from tests.chosen import chosen
from tests.pages import signed_in
from tests.recruiting.prolific.prolific_lab import MAKE, PANEL, make_workspace
from tests.recruiting.prolific.prolific_server import TOKEN

pytestmark = pytest.mark.django_db
# One of each kind that the site tells apart; test_prolific_api has what it tells of each.
FAULTS = chosen(
    [400, 401, 404, 429, 500, "drop", "lost", "slow", "garbled", "html", "away"],
    [400, 500, "lost", "html", "away"],
)


@pytest.fixture(autouse=True)
def soon_given_up(settings):
    settings.PROLIFIC_TIMEOUT = 0.4


@pytest.fixture
def batch():
    batch = world.live_batch(world.project(), annotators_per_hit=3, audience="panel", **PANEL)
    make_workspace(batch.project)
    return batch


@pytest.fixture
def owner(batch):
    return signed_in(world.owner(batch.project))


def page(batch) -> str:
    return reverse("admin:prolific", args=[batch.pk])


@pytest.mark.parametrize("fault", FAULTS[:-1])
def test_the_tab_opens_after_every_failure_and_the_study_is_created_once(
    prolific, batch, owner, fault
):
    prolific.faulty = "/api/v1/studies/"
    prolific.faults.append(fault)
    owner.post(page(batch), MAKE)
    assert owner.get(page(batch)).status_code == 200
    owner.post(page(batch), MAKE)
    assert owner.get(page(batch)).status_code == 200
    assert len(prolific.studies) == 1
    assert Study.objects.get().outside_id == next(iter(prolific.studies))


@pytest.mark.parametrize("fault", FAULTS)
def test_the_tab_opens_while_prolific_fails(prolific, batch, owner, settings, fault):
    owner.post(page(batch), MAKE)
    if fault == "away":
        settings.PROLIFIC_URL = "http://127.0.0.1:9"
    for action in ("look", "PUBLISH", "places", "remove"):
        prolific.faults.clear()
        prolific.faults.append("drop" if fault == "away" else fault)
        owner.post(page(batch), {"action": action, "places": 9})
        assert owner.get(page(batch)).status_code == 200


@pytest.mark.parametrize(
    ("fault", "certain"),
    [(400, True), (403, True), (409, True), (429, True), ("away", True), (500, False)],
)
def test_the_form_keeps_what_was_filled_in_and_says_what_is_known(
    prolific, batch, owner, settings, fault, certain
):
    if fault == "away":
        settings.PROLIFIC_URL = "http://127.0.0.1:9"
    prolific.faults.append(fault)
    filled = MAKE | {"return_message": "Thank you anyway."}
    refused = owner.post(page(batch), filled)
    assert refused.status_code == 200
    assert refused.context["study_form"].non_field_errors()
    assert (Study.objects.get().tried_at is None) == certain
    form = owner.get(page(batch)).context["study_form"]
    assert form["return_message"].value() == "Thank you anyway."


def test_after_a_refusal_the_study_is_created_with_other_settings(prolific, batch, owner):
    prolific.faults.append(400)
    owner.post(page(batch), MAKE)
    owner.post(page(batch), MAKE | {"hits": 2, "description": "Other."})
    (made,) = prolific.studies.values()
    study = Study.objects.get()
    assert (made["description"], made["total_available_places"]) == ("Other.", study.places)
    assert (study.places, study.hits_per_sitting, made["reward"]) == (6, 2, 10)


def test_what_was_created_without_an_answer_keeps_the_settings_it_was_sent_with(
    prolific, batch, owner
):
    prolific.faults.append("lost")
    owner.post(page(batch), MAKE)
    owner.post(page(batch), MAKE | {"hits": 2})
    (made,) = prolific.studies.values()
    study = Study.objects.get()
    assert (study.places, study.hits_per_sitting) == (made["total_available_places"], 4) == (3, 4)
    assert study.tried_at is None


@pytest.mark.parametrize("fault", [400, "drop", "lost", None])
def test_a_study_that_nobody_has_seen_is_removed_here_and_there(prolific, batch, owner, fault):
    if fault:
        prolific.faults.append(fault)
    owner.post(page(batch), MAKE)
    owner.post(page(batch), {"action": "remove"})
    assert (Study.objects.count(), len(prolific.studies)) == (0, 0)
    owner.post(page(batch), MAKE)
    assert Study.objects.get().outside_id == next(iter(prolific.studies))


def test_a_published_study_is_not_removed(prolific, batch, owner):
    owner.post(page(batch), MAKE)
    owner.post(page(batch), {"action": "PUBLISH"})
    owner.post(page(batch), {"action": "remove"})
    assert (Study.objects.get().state, len(prolific.studies)) == ("ACTIVE", 1)


def test_a_study_whose_removal_cannot_be_confirmed_stays(prolific, batch, owner):
    owner.post(page(batch), MAKE)
    prolific.faulty = "^DELETE"
    prolific.faults.append(500)
    owner.post(page(batch), {"action": "remove"})
    assert Study.objects.count() == 1
    owner.post(page(batch), {"action": "remove"})
    assert Study.objects.count() == 0


def test_a_draft_that_was_deleted_at_prolific_is_removed_here(prolific, batch, owner):
    owner.post(page(batch), MAKE)
    prolific.studies.clear()
    owner.post(page(batch), {"action": "remove"})
    assert Study.objects.count() == 0


TOKENS = {"action": "connect", "fee_rate": "33.3", "workspace_id": "w1"}


@pytest.mark.parametrize("first", [True, False])
def test_a_wrong_token_is_refused_and_nothing_is_stored(prolific, batch, owner, first):
    if first:
        Workspace.objects.all().delete()
    answer = owner.post(page(batch), TOKENS | {"token": "not-a-token", "fee_rate": "50"})
    assert "token" in answer.context["form"].errors
    stored = Workspace.objects.first()
    assert stored is None if first else (stored.token, stored.fee_rate) == (TOKEN, Decimal("0.333"))
    assert b"not-a-token" not in answer.content
    assert prolific.subscriptions == {}


@pytest.mark.parametrize("state", ["no study", "refused", "in doubt", "draft"])
def test_the_token_can_be_replaced_at_any_time(prolific, batch, owner, state):
    fault = {"refused": 401, "in doubt": "lost"}.get(state)
    if fault:
        prolific.faults.append(fault)
    if state != "no study":
        owner.post(page(batch), MAKE)
    workspace = Workspace.objects.get()
    workspace.token = "expired"
    workspace.save()
    assert owner.get(page(batch)).status_code == 200
    owner.post(page(batch), TOKENS | {"token": TOKEN})
    assert Workspace.objects.get().token == TOKEN
    owner.post(page(batch), MAKE)
    assert Study.objects.get().outside_id == next(iter(prolific.studies))


@pytest.mark.usefixtures("prolific")
def test_an_unknown_workspace_is_refused(batch, owner):
    answer = owner.post(page(batch), TOKENS | {"workspace_id": "elsewhere"})
    assert list(answer.context["form"].errors) == ["workspace_id"]
    assert Workspace.objects.get().workspace_id == "w1"


@pytest.mark.parametrize("fault", [429, 500, "drop", "garbled", "html", "slow"])
def test_a_token_that_cannot_be_tried_is_stored_with_a_warning(prolific, batch, owner, fault):
    Workspace.objects.all().delete()
    prolific.faults.append(fault)
    answer = owner.post(page(batch), TOKENS | {"token": TOKEN}, follow=True)
    assert Workspace.objects.get().token == TOKEN
    assert "could not test it" in answer.content.decode()
