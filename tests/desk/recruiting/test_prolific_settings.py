"""Tests of the settings and public address of a Prolific study: what is sent, and what is
rejected."""

from decimal import Decimal

import pytest
from django.urls import reverse

from hits.models import AudienceExclusion
from recruiting.prolific.models import Study, Submission
from recruiting.prolific.studies.settings import current_settings
from stimuli.models import Output
from tests import world
from tests.api.program import Program
from tests.pages import signed_in
from tests.recruiting.prolific.prolific_lab import MAKE, PANEL, make_lab, make_workspace

pytestmark = pytest.mark.django_db


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


def created(prolific) -> dict:
    (made,) = prolific.studies.values()
    return made


def test_what_is_set_is_sent(prolific, batch, owner):
    owner.post(
        page(batch),
        MAKE
        | {
            "needs_sound": "on",
            "most_minutes": 45,
            "countries": "Ireland, united kingdom",
            "languages": "English",
            "least_approval": 95,
            "return_message": "Thank you.",
        },
    )
    made = created(prolific)
    assert (made["description"], made["maximum_allowed_time"]) == ("Rate texts.", 45)
    assert (made["device_compatibility"], made["peripheral_requirements"]) == (
        ["desktop", "mobile"],
        ["audio"],
    )
    assert made["filters"] == [
        {"filter_id": "current-country-of-residence", "selected_values": ["2", "0"]},
        {"filter_id": "fluent-languages", "selected_values": ["19"]},
        {"filter_id": "approval_rate", "selected_range": {"lower": 95, "upper": 100}},
    ]
    reasons = {
        code["code_type"]: action["return_reason"]
        for code in made["completion_codes"]
        for action in code["actions"]
        if action["action"] == "REQUEST_RETURN"
    }
    assert reasons == {
        "NO_CONSENT": "You chose not to take part. Thank you.",
        "OTHER": "No HITs are available to you right now. Thank you.",
        "INCOMPATIBLE_DEVICE": "Your device is not suitable for this study. Thank you.",
    }


def test_blank_settings_restrict_nobody(prolific, batch, owner):
    owner.post(page(batch), MAKE)
    made = created(prolific)
    assert (made["filters"], made["peripheral_requirements"]) == ([], [])
    assert made["maximum_allowed_time"] == 14  # 2 + 2 x 4 + 2 x 2
    assert prolific.made("GET", "/filters/") == []


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("description", " ", "Describe the study"),
        ("devices", [], "Choose at least one device."),
        ("devices", ["fridge"], "not one of the available choices"),
        ("most_minutes", 13, "at least 14"),
        ("most_minutes", 9999, "less than or equal to"),
        ("countries", "Untied States", "Did you mean: United States"),
        ("languages", "Klingon", "“Klingon” was not found."),
        ("least_approval", 101, "less than or equal to"),
        ("return_message", "x" * 301, "at most 300"),
    ],
)
def test_a_setting_that_prolific_would_refuse_is_named_at_its_field(
    prolific, batch, owner, field, value, words
):
    answer = owner.post(page(batch), MAKE | {field: value})
    assert words in " ".join(answer.context["study_form"].errors[field])
    sent = Program(world.owner(batch.project)).post(
        f"batches/{batch.pk}/prolific",
        {"hits": 4, field: value.split(", ") if field in {"countries", "languages"} else value},
    )
    assert sent.status_code == 422
    assert sent.json()["problems"][0]["path"].startswith(field)
    assert prolific.studies == {}


def test_people_of_earlier_batches_are_excluded_at_prolific_too(prolific, batch, owner):
    earlier = make_lab(prolific, title="First wave")
    AudienceExclusion.objects.create(batch=batch, other=earlier.batch)
    assert "First wave" in owner.get(page(batch)).content.decode()
    owner.post(page(batch), MAKE)
    (made,) = [row for row in prolific.studies.values() if row["id"] != earlier.study.outside_id]
    assert made["filters"] == [
        {"filter_id": "previous_studies_blocklist", "selected_values": [earlier.study.outside_id]}
    ]


@pytest.mark.parametrize("kind", [Output.Kind.AUDIO, Output.Kind.TEXT])
def test_sound_is_proposed_for_what_is_heard(kind):
    batch = world.draft_batch(world.project(), audience="panel", **PANEL)
    Output.objects.filter(item__dataset=batch.dataset).update(kind=kind)
    assert current_settings(batch).needs_sound == (kind == Output.Kind.AUDIO)


@pytest.mark.parametrize(
    "site",
    ["http://localhost/", "http://127.0.0.1:8000/", "https://[::1]/", "https://a.localhost/"],
)
def test_an_address_of_the_readers_own_computer_is_refused(prolific, batch, owner, settings, site):
    settings.SITE_URL = site
    shown = owner.get(page(batch))
    assert "Set SITE_URL" in shown.context["address_problem"]
    assert f"{site}prolific/{batch.pk}/?PROLIFIC_PID=" in shown.context["address"]
    answer = owner.post(page(batch), MAKE)
    assert "Set SITE_URL" in answer.content.decode()
    assert (Study.objects.count(), prolific.studies) == (0, {})


@pytest.mark.parametrize(
    "site", ["http://lab.example/", "https://10.0.0.7/", "https://lab/", "https://lab.local/"]
)
def test_an_address_that_is_not_public_is_reported_and_not_published(
    prolific, batch, owner, settings, site
):
    settings.SITE_URL = site
    owner.post(page(batch), MAKE)
    assert "not a public https:// address" in owner.get(page(batch)).content.decode()
    answer = owner.post(page(batch), {"action": "PUBLISH"}, follow=True)
    assert "not a public https:// address" in answer.content.decode()
    assert created(prolific)["status"] == "UNPUBLISHED"
    settings.SITE_URL = "https://lab.example/"
    owner.post(page(batch), {"action": "remove"})
    owner.post(page(batch), MAKE)
    owner.post(page(batch), {"action": "PUBLISH"})
    assert created(prolific)["status"] == "ACTIVE"


def test_the_tab_shows_what_the_escrow_holds(batch, owner):
    text = owner.get(page(batch), {"hits": 4}).content.decode()
    assert "$0.84" in text
    assert "Prolific charges $0.80" in text


def test_the_api_sets_shows_and_removes_a_study(prolific, batch):
    program = Program(world.owner(batch.project))
    address = f"batches/{batch.pk}/prolific"
    study = program.made(address, {"hits": 4, "countries": ["Ireland"], "devices": ["tablet"]})
    assert (study["countries"], study["devices"]) == (["Ireland"], ["tablet"])
    assert study["description"] == created(prolific)["description"] != ""
    assert program.ask("DELETE", address).status_code == 204
    assert (program.get(address).status_code, prolific.studies) == (404, {})


@pytest.mark.parametrize("state", ["RESERVED", "ACTIVE"])
def test_nobody_at_work_is_paid_a_bonus(prolific, state):
    lab = make_lab(prolific)
    session, visitor = lab.person("p1")
    lab.come_in(session, visitor)
    lab.rate(session)
    submission = Submission.objects.get()
    submission.state = state
    submission.save()
    address = reverse("admin:prolific_submission", args=[submission.pk])
    data = {"action": "bonus", "amount": "1.50", "reason": "Thanks", "key": "k"}
    shown = signed_in(world.owner(lab.project)).post(address, data, follow=True)
    assert "submission is still open" in shown.content.decode()
    assert submission.calls.count() == 0


def test_the_fee_is_entered_in_per_cent_on_every_page(batch, owner):
    draft = world.draft_batch(batch.project, batch.dataset, audience="panel", **PANEL)
    address = reverse("admin:batch_step", args=[draft.pk, "pay"])
    form = owner.get(address).context["form"]
    assert form["fee_rate"].value() in {"33.3", Decimal("33.3")}
    filled = {name: form[name].value() for name in form.fields}
    sent = {
        name: value for name, value in filled.items() if value is not None and value is not False
    }
    owner.post(address, sent | {"fee_rule": "panel", "fee_rate": "42.8", "next": "1"})
    draft.refresh_from_db()
    assert draft.fee_rate == Decimal("0.428")
    assert owner.get(page(batch)).context["form"]["fee_rate"].value() == "33.3"
