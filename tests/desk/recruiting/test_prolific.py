"""Tests of the Prolific pages of a batch: workspace, study, submissions and decisions."""

from decimal import Decimal

import pytest
from django.urls import reverse

from hits.money.escrow import batch_money
from people.models import Act
from recruiting.prolific.api.client import Unknown
from recruiting.prolific.models import OutgoingCall, Study, Submission, Workspace
from recruiting.prolific.outbox import attend
from recruiting.prolific.studies.creating import make_study
from recruiting.prolific.studies.planning import plan_study
from recruiting.prolific.studies.settings import StudyRefused
from recruiting.prolific.tasks import follow
from tests import world
from tests.pages import signed_in
from tests.recruiting.prolific.prolific_lab import MAKE, PANEL, make_lab, make_workspace
from tests.recruiting.prolific.prolific_server import TOKEN

pytestmark = pytest.mark.django_db


@pytest.fixture
def batch():
    """A live batch with four HITs and three annotators per HIT, which makes 12 assignments."""
    return world.live_batch(world.project(), annotators_per_hit=3, audience="panel", **PANEL)


def page(batch) -> str:
    return reverse("admin:prolific", args=[batch.pk])


def test_a_plan_covers_every_assignment_and_says_its_cost(batch):
    plan = plan_study(batch=batch, hits=4)
    assert (plan.places, plan.minutes, plan.reward) == (3, 4, Decimal("0.20"))
    escrow = batch_money(batch).escrowed
    assert (plan.rewards, plan.fee) == (Decimal("0.60"), Decimal("0.24"))
    assert (plan.total, escrow, plan.invoice) == (escrow, Decimal("0.84"), Decimal("0.80"))
    assert (plan.hourly, plan.pays_too_little) == (Decimal("3.00"), True)
    assert plan_study(batch=batch, hits=3).places == 4
    for hits in (0, 5):
        with pytest.raises(StudyRefused):
            plan_study(batch=batch, hits=hits)


def test_a_batch_without_the_panels_fee_has_no_study():
    with pytest.raises(StudyRefused, match="panel fee"):
        plan_study(batch=world.live_batch(world.project()), hits=1)


def test_the_panels_fee_is_frozen_in_the_batch(batch):
    assert (batch.fee, batch.fee_rate) == (Decimal("0.02"), Decimal("0.333"))


def test_an_owner_connects_makes_publishes_pauses_and_grows(prolific, batch, settings):
    settings.SITE_URL = "https://lab.example/"
    owner = signed_in(world.owner(batch.project))
    owner.post(
        page(batch), {"action": "connect", "token": TOKEN, "fee_rate": "33.3", "workspace_id": "w1"}
    )
    workspace = Workspace.objects.get()
    assert (workspace.token, workspace.hook_secret) == (TOKEN, prolific.secret)
    assert TOKEN.encode() not in bytes(workspace.sealed_token)
    (subscription,) = prolific.subscriptions.values()
    assert subscription["is_enabled"]
    assert subscription["target_url"] == f"https://lab.example/prolific/hooks/{workspace.pk}/"
    shown = owner.get(page(batch), {"hits": 4})
    assert TOKEN not in shown.content.decode()
    assert shown.context["plan"].places == 3
    owner.post(page(batch), MAKE)
    owner.post(page(batch), MAKE)
    study = Study.objects.get()
    (made,) = prolific.studies.values()
    assert made["external_study_url"] == (
        f"https://lab.example/prolific/{batch.pk}/?PROLIFIC_PID={{{{%PROLIFIC_PID%}}}}"
        "&STUDY_ID={{%STUDY_ID%}}&SESSION_ID={{%SESSION_ID%}}"
    )
    assert (made["reward"], made["total_available_places"], made["estimated_completion_time"]) == (
        20,
        3,
        4,
    )
    assert {code["code"] for code in made["completion_codes"]} == set(study.codes.values())
    for action, state in (("PUBLISH", "ACTIVE"), ("PAUSE", "PAUSED"), ("START", "ACTIVE")):
        owner.post(page(batch), {"action": action})
        study.refresh_from_db()
        assert (made["status"], study.state) == (state, state)
    owner.post(page(batch), {"action": "places", "places": 5})
    owner.post(page(batch), {"action": "places", "places": 4})
    study.refresh_from_db()
    assert (made["total_available_places"], study.places) == (5, 5)
    verbs = Act.objects.filter(subject_type="prolific.study").order_by("pk")
    assert list(verbs.values_list("verb", flat=True)) == [
        "created",
        "published",
        "paused",
        "resumed",
        "extended",
    ]
    assert owner.get(page(batch)).status_code == 200


@pytest.mark.parametrize("fault", ["lost", "drop"])
def test_a_study_whose_making_had_no_answer_is_made_once(prolific, batch, fault):
    make_workspace(batch.project)
    owner = world.owner(batch.project)
    prolific.faulty = "POST /api/v1/studies/"
    prolific.faults.append(fault)
    with pytest.raises(Unknown):
        make_study(batch=batch, hits=4, by=owner)
    make_study(batch=batch, hits=4, by=owner)
    assert len(prolific.studies) == 1
    assert Study.objects.get().outside_id == next(iter(prolific.studies))


@pytest.fixture
def reviewed(prolific):
    """A lab (see `make_lab`) and its Prolific submission that awaits review."""
    lab = make_lab(prolific)
    session, visitor = lab.person("p1")
    lab.come_in(session, visitor)
    lab.rate(session, 2)
    visitor.post(lab.exit)
    prolific.move(session, "AWAITING REVIEW")
    follow()
    return lab, Submission.objects.get(session=session)


def test_a_submission_is_approved_and_given_a_bonus_on_its_page(reviewed):
    lab, submission = reviewed
    address = reverse("admin:prolific_submission", args=[submission.pk])
    owner = signed_in(world.owner(lab.project))
    shown = owner.get(address)
    key = shown.context["bonus_form"]["key"].value()
    assert owner.post(address, {"action": "approve"}).status_code == 302
    for _turn in range(2):
        owner.post(address, {"action": "bonus", "amount": "1.50", "reason": "Thanks", "key": key})
    for call in OutgoingCall.objects.order_by("pk"):
        attend(call_id=call.pk)
    there = lab.server.submissions[submission.session]
    assert (there["status"], there["bonus_payments"]) == ("APPROVED", [150.0])
    assert owner.get(address).status_code == 200


def test_a_short_message_is_shown_again_with_what_is_wrong(reviewed):
    lab, submission = reviewed
    address = reverse("admin:prolific_submission", args=[submission.pk])
    answer = signed_in(world.researcher(lab.project)).post(
        address, {"action": "reject", "category": "LOW_EFFORT", "message": "Bad."}
    )
    assert (answer.status_code, answer.context["reject_form"].is_valid()) == (200, False)
    assert OutgoingCall.objects.count() == 0
