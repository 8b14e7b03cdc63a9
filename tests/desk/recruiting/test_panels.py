"""Tests of the panel form: known panels are filled in, and errors are shown at their fields."""

import pytest
from django.urls import reverse

from people.models import Act
from recruiting.models import Panel
from recruiting.panels.presets import PRESETS
from recruiting.panels.signing import secret_of
from tests import world
from tests.pages import squeezed

pytestmark = pytest.mark.django_db


@pytest.fixture
def batch():
    return world.live_batch(world.project(), audience="panel")


def form(**changes) -> dict[str, object]:
    values = {
        "name": "SONA",
        "person_parameter": "survey_code",
        "other_parameters": "campaign, place",
        "most_people": 3,
        "newcomers_per_network": 5,
        "cap": 2,
        "unproven": "work",
        "done_address": "https://lab.example.org/?code={survey_code}",
    }
    return values | changes


@pytest.mark.parametrize("key", PRESETS)
def test_what_is_known_of_a_panel_is_filled_in(rita, batch, key):
    page = rita.get(reverse("admin:new_panel", args=[batch.pk]), {"preset": key}).content.decode()
    assert f'value="{PRESETS[key].name}"' in page
    assert f'value="{PRESETS[key].person}"' in page


def test_a_panel_is_made_and_changed(rita, batch):
    rita.post(reverse("admin:new_panel", args=[batch.pk]), form())
    panel = Panel.objects.get()
    assert panel.parameters == ["survey_code", "campaign", "place"]
    assert panel.exits == {
        "done": {"code": "", "address": "https://lab.example.org/?code={survey_code}"}
    }
    page = squeezed(rita.get(reverse("admin:links", args=[batch.pk])).content.decode())
    address = f"http://testserver/panels/{panel.pk}/?survey_code=%SURVEY_CODE%"
    assert address in page
    assert "0 of up to 3 people have joined. Each can do up to 2 HITs. Maximum cost: $0.30." in page
    rita.post(reverse("admin:panel", args=[batch.pk, panel.pk]), form(cap=1, done_code="X"))
    panel.refresh_from_db()
    assert (panel.cap, panel.exits["done"]["code"]) == (1, "X")
    assert list(
        Act.objects.filter(verb__in=["created", "amended"])
        .order_by("pk")
        .values_list("verb", flat=True)
    )[-2:] == ["created", "amended"]


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"person_parameter": "a b"}, "Use only letters, digits and underscores"),
        ({"done_address": "http://lab.example.org/"}, "starts with https://"),
        (
            {"done_address": "https://lab.example.org/{pid}"},
            "The address has an unknown parameter, “pid”.",
        ),
        ({"cap": ""}, "This field is required."),
    ],
)
def test_what_is_wrong_is_named_and_nothing_is_stored(rita, batch, change, words):
    answer = rita.post(reverse("admin:new_panel", args=[batch.pk]), form(**change))
    assert (answer.status_code, words in answer.content.decode()) == (200, True)
    assert Panel.objects.count() == 0


def test_a_second_panel_of_a_name_is_refused(rita, batch):
    for _time in range(2):
        answer = rita.post(reverse("admin:new_panel", args=[batch.pk]), form())
    assert "The batch already has a panel with this name." in answer.content.decode()
    assert Panel.objects.count() == 1


def test_a_panel_that_signs_shows_its_secret_to_writers_and_makes_a_new_one(rita, batch):
    answer = rita.post(reverse("admin:new_panel", args=[batch.pk]), form(signed_entry="on"))
    panel = Panel.objects.get()
    page = reverse("admin:panel", args=[batch.pk, panel.pk])
    assert answer["Location"] == page
    before = secret_of(panel)
    assert before in rita.get(page).content.decode()
    rita.post(page, form(signed_entry="on", new_secret="on"))
    panel.refresh_from_db()
    assert secret_of(panel) != before
    assert secret_of(panel) in rita.get(page).content.decode()
    links = rita.get(reverse("admin:links", args=[batch.pk])).content.decode()
    assert "&amp;signature=..." in links
    assert secret_of(panel) not in links
