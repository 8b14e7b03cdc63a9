"""Tests of all kinds of panels: identifying people on entry, and their code or URL on exit."""

import pytest
from django.test import Client
from django.urls import reverse

from hits.models import Admission, Assignment, Enrolment
from hits.queue.enrolments import pause_enrolment, stop_enrolment
from people.models import User
from recruiting.guests.making import make_account
from recruiting.models import Panel, PanelPerson, Sitting
from recruiting.panels.presets import PRESETS
from tests import world
from tests.pages import squeezed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_tries_counted")]
CONNECT = "https://connect.cloudresearch.com/participant/project/9/complete"
SONA = "https://lab.example.org/webstudy_credit.aspx?survey_code={survey_code}"
BESAMPLE = "https://besample.example.org/done?id={response_id}&code={code}"
# The panel; what its people come with; its way out for who is done; what they are given, and where
# they are sent.
TABLE = [
    ("connect", "participantId=A1&assignmentId=B2&projectId=9", None, ("", CONNECT)),
    ("connect", "participantId=A1&assignmentId=B2&projectId=9", {"code": "FIXED"}, ("FIXED", "")),
    ("sona", "survey_code=123", {"address": SONA}, ("", SONA.replace("{survey_code}", "123"))),
    (
        "besample",
        "response_id=r%2B1",
        {"code": "C", "address": BESAMPLE},
        ("C", "https://besample.example.org/done?id=r%2B1&code=C"),
    ),
    ("microworkers", "worker=77&campaign=abc", {"code": "VCODE1"}, ("VCODE1", "")),
    ("clickworker", "user_id=5", {"code": "CW"}, ("CW", "")),
]


@pytest.fixture(scope="module")
def module_batch(module_rows):
    return world.live_batch(world.project(), audience="panel", annotators_per_hit=9)


def panel_of(batch, key: str, done=None, **changes) -> Panel:
    preset = PRESETS[key]
    exits = {"done": {"address": preset.address} if done is None else done}
    return Panel.objects.create(
        **{
            "batch": batch,
            "name": preset.name,
            "person_parameter": preset.person,
            "session_parameter": preset.session,
            "other_parameters": list(preset.others),
            "cap": 1,
            "exits": exits,
        }
        | changes
    )


def way_in(panel, query: str) -> str:
    return f"{reverse('panel_enter', args=[panel.pk])}?{query}"


def way_out(panel) -> str:
    return reverse("panel_leave", args=[panel.pk])


def newest() -> User:
    return User.objects.order_by("pk").last()


@pytest.mark.parametrize(("key", "query", "done", "given"), TABLE)
def test_people_of_every_panel_come_work_and_leave(batch, key, query, done, given):
    panel = panel_of(batch, key, done)
    client = Client()
    address = way_in(panel, query)
    page = client.get(address).content.decode()
    assert f"we store your {panel} ID with your answers" in squeezed(page)
    assert (Sitting.objects.count(), User.objects.filter(is_guest=True).count()) == (0, 0)
    assert client.post(address)["Location"] == reverse("batch", args=[batch.pk])
    guest = newest()
    assert guest.is_guest
    assert "still have HITs" in client.post(way_out(panel)).content.decode()
    world.rate(guest, batch)
    done_page = client.get(reverse("done", args=[batch.pk])).content.decode()
    assert f'action="{way_out(panel)}"' in done_page
    assert client.post(way_out(panel)).status_code == 303
    page = client.get(way_out(panel)).content.decode()
    code, back = given
    assert (f'id="code">{code}<' in page) is bool(code)
    assert (f'href="{back.replace("&", "&amp;")}"' in page) is bool(back)
    sitting = Sitting.objects.get()
    assert (sitting.state, sitting.outcome, sitting.code_given) == ("completed", "done", code)
    assert dict(sitting.outside_ids) == sitting.enrolment.outside_ids
    assert len(sitting.outside_ids) == query.count("=")


def test_the_batchs_own_code_is_given_where_the_panel_has_none(batch):
    batch.completion = "drawn"
    batch.save(update_fields=["completion"])
    panel = panel_of(batch, "clickworker", {})
    client = Client()
    client.post(way_in(panel, "user_id=5"))
    world.rate(newest(), batch)
    client.post(way_out(panel))
    code = Enrolment.objects.get().completion_code
    assert code
    assert Sitting.objects.get().code_given == code


def test_the_same_person_comes_back_and_another_id_is_another_person(batch):
    panel = panel_of(batch, "clickworker", {"code": "C"})
    shared = Client()  # a computer in a laboratory
    shared.post(way_in(panel, "user_id=5"))
    Client().post(way_in(panel, "user_id=5"))
    assert User.objects.filter(is_guest=True).count() == 1
    shared.post(way_in(panel, "user_id=6"))
    assert User.objects.filter(is_guest=True).count() == 2
    assert shared.session["_auth_user_id"] == str(newest().pk)
    assert Sitting.objects.count() == 2


def test_a_second_visit_is_a_sitting_of_its_own_of_the_same_person(batch):
    panel = panel_of(batch, "connect", {"code": "C"})
    for session in ("S1", "S2", "S2"):
        Client().post(way_in(panel, f"participantId=A&assignmentId={session}"))
    assert User.objects.filter(is_guest=True).count() == 1
    assert sorted(Sitting.objects.values_list("session", flat=True)) == ["S1", "S2"]
    other = Client().post(way_in(panel, "participantId=B&assignmentId=S1"))
    assert (other.status_code, "belongs to someone else" in other.content.decode()) == (409, True)


def test_people_are_known_in_other_batches_of_the_project(batch):
    other = world.live_batch(batch.project, audience="panel")
    for there in (batch, other):
        Client().post(way_in(panel_of(there, "clickworker", {}), "user_id=5"))
    assert User.objects.filter(is_guest=True).count() == 1
    assert PanelPerson.objects.count() == 1
    assert Enrolment.objects.count() == 2


def test_an_account_keeps_its_account_and_is_not_opened_by_an_id(client, batch):
    panel = panel_of(batch, "clickworker", {})
    client.force_login(world.annotator())
    client.post(way_in(panel, "user_id=5"))
    assert Enrolment.objects.get().annotator == world.annotator()
    stranger = Client()
    answer = stranger.post(way_in(panel, "user_id=5"))
    assert (answer.status_code, "_auth_user_id" in stranger.session) == (409, False)
    guest_client = Client()
    guest_client.post(way_in(panel, "user_id=6"))
    make_account(user=newest(), name="nina", email="", password="a quite different passphrase")
    assert Client().post(way_in(panel, "user_id=6")).status_code == 409


@pytest.mark.parametrize(
    ("query", "what"),
    [
        ("", "is missing"),
        ("user_id=", "is blank"),
        ("user_id=a%20b", "has a space"),
        ("user_id=%3Cb%3E", "is no id"),
    ],
)
def test_an_address_that_names_nobody_lets_nobody_in(batch, query, what):
    panel = panel_of(batch, "clickworker", {})
    for answer in (Client().get(way_in(panel, query)), Client().post(way_in(panel, query))):
        assert answer.status_code == 403, what
    assert Sitting.objects.count() == 0


def test_no_more_people_come_than_the_panel_may_send(batch):
    panel = panel_of(batch, "clickworker", {}, most_people=1)
    statuses = [Client().post(way_in(panel, f"user_id={pid}")).status_code for pid in (5, 6, 5)]
    assert statuses == [302, 409, 302]


def test_whose_part_was_ended_leaves_as_failed_and_who_finds_nothing_as_screened_out(batch):
    exits = {"failed_check": {"code": "F"}, "screened_out": {"code": "S"}}
    panel = panel_of(batch, "clickworker", {}, exits=exits)
    failed, late = Client(), Client()
    failed.post(way_in(panel, "user_id=5"))
    part = Enrolment.objects.get().pk
    pause_enrolment(enrolment_id=part, reason="A look first", by=None)
    failed.post(way_out(panel))
    assert Sitting.objects.get().outcome == ""
    stop_enrolment(enrolment_id=part, reason="Too fast", by=None)
    late.post(way_in(panel, "user_id=6"))
    Assignment.objects.filter(state="free").delete()
    for client in (failed, late):
        client.post(way_out(panel))
    assert list(Sitting.objects.order_by("pk").values_list("outcome", "code_given")) == [
        ("failed_check", "F"),
        ("screened_out", "S"),
    ]


def test_who_is_refused_by_name_is_not_let_in_by_a_panel(client, batch):
    panel = panel_of(batch, "clickworker", {})
    ann = world.annotator()
    Admission.objects.create(batch=batch, user=ann, verdict="refused", origin="owner")
    client.force_login(ann)
    assert client.post(way_in(panel, "user_id=5")).status_code == 409
    assert (PanelPerson.objects.count(), Enrolment.objects.count()) == (0, 0)
