"""Tests of people who enter without proof of identity: what their session can do, with attacks from
a second browser for each kind of panel."""

import hmac
import io
import json
import time
import zipfile

import pytest
from django.test import Client
from django.urls import reverse

from hits.models import Assignment, Draft, Enrolment
from people.models import Act, Erasure, User
from recruiting.links.making import LinkTerms, make_link
from recruiting.models import Panel, PanelPerson, Sitting
from recruiting.panels.presets import PRESETS
from recruiting.panels.signing import secret_of
from tests import world
from tests.pages import squeezed

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_tries_counted")]
PASSWORD = "a quite different passphrase"
KINDS = [*PRESETS, "own"]
# Pages that need all rights of a guest: address, and whether it is sent by POST.
PRIVATE = [
    ("GET", "/your-link/", {}),
    ("POST", "/your-link/", {"username": "thief", "password1": PASSWORD, "password2": PASSWORD}),
    ("POST", "/your-link/", {"renew": "yes"}),
    ("GET", "/your-data/", {}),
    ("GET", "/your-data/download/", {}),
    ("POST", "/your-data/erase/", {"sure": "yes", "texts": "yes"}),
    ("POST", "/your-data/keep/", {}),
    ("GET", "/work/", {}),
    ("GET", "/around/", {}),
    ("GET", "/your-sessions/", {}),
    ("POST", "/your-sessions/end/", {"others": "yes"}),
    ("GET", "/notices/", {}),
    ("GET", "/accounts/password/set/", {}),
    ("POST", "/accounts/password/set/", {"password1": PASSWORD, "password2": PASSWORD}),
    ("GET", "/accounts/second-factor/", {}),
]


@pytest.fixture(scope="module")
def module_batch(module_rows):
    return world.live_batch(
        world.project(), title="Rate moths", audience="panel", annotators_per_hit=9
    )


def panel_of(batch, kind: str, **changes) -> Panel:
    preset = PRESETS.get(kind)
    values = {
        "batch": batch,
        "name": preset.name if preset else "Our list",
        "person_parameter": preset.person if preset else "pid",
        "session_parameter": preset.session if preset else "",
        "other_parameters": list(preset.others) if preset else [],
        "cap": 4,
        "exits": {"done": {"code": "EARNED"}},
    }
    return Panel.objects.create(**values | changes)


def way_in(panel, person: str = "victim", session: str = "visit-1", **more: str) -> str:
    values = {panel.person_parameter: person} | more
    if panel.session_parameter:
        values[panel.session_parameter] = session
    query = "&".join(f"{name}={value}" for name, value in values.items())
    return f"{reverse('panel_enter', args=[panel.pk])}?{query}"


def come(panel, client=None, **how: str) -> Client:
    client = client or Client()
    client.post(way_in(panel, **how))
    return client


def guest() -> User:
    return User.objects.get(is_guest=True)


def refused(answer) -> bool:
    return answer.status_code in {403, 404}


@pytest.mark.attack("POST")
@pytest.mark.parametrize("kind", KINDS)
def test_a_known_id_from_another_browser_opens_nothing_but_the_work(batch, kind):
    panel = panel_of(batch, kind)
    own = come(panel)
    name = guest().username
    thief = come(panel)
    for method, address, values in PRIVATE:
        answer = thief.generic(method, address) if method == "GET" else thief.post(address, values)
        assert refused(answer), (method, address, answer.status_code)
    victim = guest()
    assert (victim.username, victim.has_usable_password()) == (name, False)
    assert not Erasure.objects.exists()
    assert own.get("/your-link/").status_code == 200, "nobody else's session ends"
    assert own.get("/your-data/").status_code == 200
    page = thief.get(f"/batches/{batch.pk}/")
    assert page.status_code == 200, "the work is open"
    assert name not in page.content.decode()


@pytest.mark.attack("POST")
@pytest.mark.parametrize("kind", KINDS)
def test_the_hit_in_hand_opens_without_its_draft_which_stays(batch, kind):
    panel = panel_of(batch, kind)
    own = come(panel)
    claimed = world.claim(guest(), batch)
    path = world.hit_path(claimed)
    text = json.dumps({"revision": 0, "data": {"feedback": "my private words"}})
    own.post(f"{path}draft/", text, content_type="application/json")
    thief = come(panel)
    seen = [thief.get(path), thief.get(f"{path}draft/"), thief.get(f"/batches/{batch.pk}/break/")]
    stolen = json.dumps({"revision": 0, "data": {"feedback": "mine now"}, "writer": "t"})
    seen.append(thief.post(f"{path}draft/", stolen, content_type="application/json"))
    seen.append(thief.post(path, {"action": "return"}, follow=True))
    seen.append(thief.post(path, {"action": "return sure"}, follow=True))
    seen.append(thief.post(path, {"action": "break 1", "feedback": "mine too"}, follow=True))
    report = {"category": "text", "text": "!", "then": "give back"}
    seen.append(thief.post(f"{path}report/", report, follow=True))
    for answer in seen:
        assert "my private words" not in answer.content.decode(), answer.request["PATH_INFO"]
    assert Draft.objects.get(assignment=claimed).data == {"feedback": "my private words"}
    assert "my private words" in own.get(path).content.decode()
    assert "mine" in thief.get(path).content.decode(), "what is filled in here is saved here"
    assert thief.post(path, world.GOOD).status_code == 303
    claimed.refresh_from_db()
    assert claimed.state == "submitted"
    assert not Draft.objects.exists()


@pytest.mark.attack("POST")
@pytest.mark.parametrize("kind", KINDS)
def test_other_sittings_are_not_seen(batch, kind):
    other = world.live_batch(batch.project, title="Rate lichens", audience="panel")
    own = come(panel_of(other, kind))
    done_there = world.rate(guest(), other)
    panel = panel_of(batch, kind)
    come(panel, own)
    thief = come(panel)
    for address in (
        f"/batches/{other.pk}/",
        f"/batches/{other.pk}/done/",
        f"/batches/{other.pk}/break/",
        world.hit_path(done_there),
        reverse("own_answer", args=[done_there.pk]),
        f"/batches/{other.pk}/messages/",
        f"/batches/{batch.pk}/messages/",
        f"/sittings/{batch.pk}/",
    ):
        assert refused(thief.get(address)), address
    assert refused(thief.post(f"/batches/{other.pk}/start/", {"instructions": "read"}))
    assert refused(thief.post(f"/around/{batch.pk}/withdraw/"))
    for address in ("/", f"/batches/{batch.pk}/done/"):
        assert "Rate lichens" not in thief.get(address, follow=True).content.decode()


@pytest.mark.attack("POST")
def test_a_second_visit_shows_and_pays_nothing_of_the_first(batch):
    panel = panel_of(batch, "connect")
    own = come(panel, session="visit-1")
    for _turn in range(4):
        world.rate(guest(), batch)
    own.post(reverse("panel_leave", args=[panel.pk]))
    assert Sitting.objects.get().code_given == "EARNED"
    thief = come(panel, session="visit-2")
    page = squeezed(thief.get(f"/batches/{batch.pk}/done/").content.decode())
    assert "<dt>Submitted</dt><dd>0</dd>" in page
    thief.post(reverse("panel_leave", args=[panel.pk]))
    assert "EARNED" not in thief.get(reverse("panel_leave", args=[panel.pk])).content.decode()
    second = Sitting.objects.get(session="visit-2")
    assert (second.outcome, second.code_given) == ("screened_out", "")


@pytest.mark.attack("POST")
@pytest.mark.parametrize("kind", KINDS)
def test_the_code_of_a_sitting_that_is_over_is_not_shown_again(batch, kind):
    panel = panel_of(batch, kind)
    way_out = reverse("panel_leave", args=[panel.pk])
    own = come(panel)
    for _turn in range(4):
        world.rate(guest(), batch)
    own.post(way_out)
    thief = Client()
    assert thief.post(way_in(panel)).status_code == 409
    assert "EARNED" not in thief.get(way_out, follow=True).content.decode()
    come(panel, own)
    assert "EARNED" in own.get(way_out).content.decode()


@pytest.mark.parametrize("kind", KINDS)
def test_without_proof_one_can_work_and_is_given_the_code(batch, kind):
    panel = panel_of(batch, kind, cap=2)
    come(panel)
    elsewhere = come(panel)
    assert Sitting.objects.get().unproven_at is not None
    start = elsewhere.post(f"/batches/{batch.pk}/start/", {"instructions": "read"})
    for _turn in range(2):
        start = elsewhere.post(start["Location"], world.GOOD)
    way_out = reverse("panel_leave", args=[panel.pk])
    assert elsewhere.post(way_out).status_code == 303
    assert "EARNED" in elsewhere.get(way_out).content.decode()
    assert "EARNED" in come(panel, elsewhere).get(way_out).content.decode()


@pytest.mark.attack("POST")
def test_a_bound_session_takes_its_person_nowhere_by_other_ways(batch):
    panel = panel_of(batch, "own")
    come(panel)
    victim = guest()
    other = world.live_batch(batch.project, title="Rate lichens", audience="link")
    _invitation, token = make_link(
        batch=other, key="k", by=world.researcher(batch.project), terms=LinkTerms(uses=3, cap=2)
    )
    thief = come(panel)
    thief.post(f"/join/{token}/")
    assert not Enrolment.objects.filter(batch=other, annotator=victim).exists()
    assert thief.session["_auth_user_id"] != str(victim.pk), "they are a new person by that link"
    assert Assignment.objects.in_work().count() == 0


@pytest.mark.attack("POST")
@pytest.mark.parametrize("kind", KINDS)
def test_nobody_without_proof_ends_what_another_browser_began(batch, kind):
    sittings = world.live_batch(
        batch.project, audience="panel", sitting_hits=2, most_sittings=2, sitting_paid_from=2
    )
    panel = panel_of(sittings, kind, session_parameter="visit")
    come(panel, session="one")
    victim = guest()
    world.rate(victim, sittings)
    way_out = reverse("panel_leave", args=[panel.pk])
    thief = Client()
    assert thief.post(way_in(panel, session="two")).status_code == 409
    thief.post(way_in(panel, session="one"), {"decline": "yes"})
    thief = come(panel, session="one")
    thief.post(way_out, {"stop": "yes"})
    assert Sitting.objects.get().state == "active"
    assert Assignment.objects.filter(annotator=victim, state="submitted").count() == 1


@pytest.mark.attack("POST")
@pytest.mark.parametrize("kind", KINDS)
def test_a_panel_can_refuse_whoever_has_no_proof(batch, kind):
    panel = panel_of(batch, kind, unproven="refuse")
    own = come(panel)
    thief = Client()
    assert thief.post(way_in(panel)).status_code == 409
    assert "_auth_user_id" not in thief.session
    assert own.post(way_in(panel)).status_code == 302
    assert Sitting.objects.get().unproven_at is None


def signed_way_in(panel, secret: str | None = None, **how: str) -> str:
    """Return the entry URL with a signature as docs/recruiting.md describes it."""
    path, _mark, query = way_in(panel, **how).partition("?")
    text = "&".join(sorted(query.split("&"), key=lambda one: one.partition("=")[0]))
    key = (secret or secret_of(panel)).encode()
    return f"{path}?{query}&signature={hmac.new(key, text.encode(), 'sha256').hexdigest()}"


@pytest.mark.attack("POST")
@pytest.mark.parametrize("kind", KINDS)
def test_an_address_that_the_panel_did_not_sign_opens_nothing(batch, kind):
    panel = panel_of(batch, kind, signed_entry=True)
    other = panel_of(batch, kind, name="Another", signed_entry=True)
    genuine = signed_way_in(panel)
    late = signed_way_in(panel, expires=str(int(time.time()) - 1))
    forged = {
        "unsigned": way_in(panel),
        "of another person": genuine.replace("victim", "somebody"),
        "of another panel": signed_way_in(panel, secret_of(other)),
        "late": late,
        "later than it was": late.replace("expires=", "expires=9"),
        "cut": genuine[:-1],
        "letters": genuine[:-64] + "%C3%A9" * 64,
    }
    for case, address in forged.items():
        thief = Client()
        for answer in (thief.get(address), thief.post(address)):
            assert answer.status_code == 403, case
        assert "_auth_user_id" not in thief.session, case
    assert not Sitting.objects.exists()
    for browser in (Client(), Client()):
        later = signed_way_in(panel, expires=str(int(time.time()) + 60))
        assert browser.post(later).status_code == 302
        assert browser.get("/your-data/").status_code == 200, "a signed address is proof"
    panel.signing_key = "another"
    panel.save(update_fields=["signing_key"])
    assert Client().post(genuine).status_code == 403


def test_the_browser_of_the_first_sitting_is_proof_after_its_session_is_over(batch):
    panel = panel_of(batch, "own")
    own = come(panel)
    own.cookies.pop("sessionid")
    assert own.get("/your-data/").status_code == 302
    come(panel, own)
    assert own.get("/your-data/").status_code == 200


@pytest.mark.attack("POST")
def test_a_browser_that_was_logged_out_or_has_another_persons_mark_proves_nothing(batch):
    panel = panel_of(batch, "own")
    shared = come(panel)
    shared.post("/accounts/logout/")
    come(panel, shared)
    assert shared.get("/your-data/").status_code == 403
    laboratory = come(panel, person="p1")
    come(panel, laboratory, person="p2")
    come(panel, laboratory, person="p1")
    assert laboratory.get("/your-data/").status_code == 403
    forged = Client()
    forged.cookies["guest"] = f"{guest_named(panel, 'victim').pk}:{'A' * 43}"
    come(panel, forged)
    assert forged.get("/your-data/").status_code == 403


def guest_named(panel, person: str) -> User:
    return PanelPerson.objects.get(panel_name=panel.name, outside_id=person).user


@pytest.mark.attack("POST")
def test_a_guests_session_without_a_decision_is_nobodys(batch):
    come(panel_of(batch, "own"))
    stray = Client()
    stray.force_login(guest())
    assert stray.get(f"/batches/{batch.pk}/").status_code == 302
    assert stray.post("/your-data/erase/", {"sure": "yes"}).status_code == 302
    assert not Erasure.objects.exists()


def test_the_owner_sees_which_sittings_were_opened_without_proof(client, batch):
    panel = panel_of(batch, "own")
    come(panel)
    come(panel)
    client.force_login(world.owner(batch.project))
    words = "Identity not confirmed"
    listed = client.get(reverse("admin:sittings", args=[batch.pk]) + "?show=unproven")
    assert listed.content.decode().count(f">{words}<") == 1
    enrolment = Enrolment.objects.get()
    page = client.get(reverse("admin:annotator", args=[batch.pk, enrolment.pk])).content.decode()
    assert "person’s ID to open 1 session in another browser" in squeezed(page)
    assert reverse("admin:erase_person", args=[enrolment.pk]) in page


def test_the_owner_hands_over_a_copy_of_their_data(client, batch):
    come(panel_of(batch, "own"))
    enrolment = Enrolment.objects.get()
    address = reverse("admin:download_person", args=[enrolment.pk])
    client.force_login(world.researcher(batch.project))
    assert client.post(address).status_code == 403
    client.force_login(world.owner(batch.project))
    assert client.get(address).status_code == 405
    answer = client.post(address)
    archive = zipfile.ZipFile(io.BytesIO(b"".join(answer.streaming_content)))
    assert b"victim" in archive.read("panel-ids.csv")
    act = Act.objects.get(verb="exported")
    assert (act.actor, act.subject_id) == (world.owner(batch.project), enrolment.annotator_id)
    world.live_batch(project := world.project(), audience="panel")
    PanelPerson.objects.create(
        project=project, panel_name="Elsewhere", outside_id="x", user=enrolment.annotator
    )
    assert client.post(address).status_code == 403, "they have to do with another project too"
