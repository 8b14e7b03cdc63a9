"""Tests of lists of people without a known account: lists never reveal who has one, and entries are
matched when people log in."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from hits.batches.expected import PeopleList, match_expected
from hits.models import Admission, ExpectedPerson
from people.models import Notice, PoolMember, User
from people.sign_in.addresses import note_verified
from tests import world
from tests.api.program import Program
from tests.pages import signed_in, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_tries_counted")]
ANN, NOBODY = "zoe-q@example.org", "zoe-w@example.org"  # one has an account


@pytest.fixture
def ann() -> User:
    return world.person("zoe-q", email=ANN)


@pytest.fixture
def batch(ann):
    return world.draft_batch(world.project(name="Moths"))


def log_in(name: str) -> Client:
    client = Client()
    client.post("/accounts/login/", {"login": name, "password": world.PASSWORD})
    return client


def said(answer, address: str) -> str:
    """Return the response's text without the address, tokens and times, which always differ."""
    text = answer.content.decode().replace(address, "…")
    return re.sub(r'csrfmiddlewaretoken" value="\w+"|<time[^>]*>[^<]*|nonce-\S+', "", text)


@pytest.mark.attack("POST")
@pytest.mark.parametrize("action", ["admit", "refuse", "forget"])
@pytest.mark.parametrize(("there", "not_there"), [(ANN, NOBODY), ("zoe-q", "zoe-w")])
def test_a_list_tells_nobody_who_has_an_account(batch, action, there, not_there):
    client, program = (kind(world.researcher(batch.project)) for kind in (signed_in, Program))
    address = reverse("admin:batch_audience", args=[batch.pk])
    pages, answers = [], []
    for name in (there, not_there):
        form = {"people": name, "action": action}
        pages.append(said(client.post(address, form, follow=True), name))
        client.post(address, {"people": name, "action": "forget"}, follow=True)
        answer = program.post(f"batches/{batch.pk}/{action}", {"people": [name]})
        answers.append((answer.status_code, answer.json()))
        program.post(f"batches/{batch.pk}/forget", {"people": [name]})
    assert pages[0] == pages[1]
    assert answers[0] == answers[1]


@pytest.mark.attack("POST")
@pytest.mark.parametrize("action", ["add", "remove"])
def test_a_pool_tells_nobody_who_has_an_account(batch, action):
    project = batch.project
    client, program = (kind(world.researcher(project)) for kind in (signed_in, Program))
    address = reverse("admin:project_pool", args=[project.pk])
    pages, answers = [], []
    for name in (ANN, NOBODY):
        pages.append(
            said(client.post(address, {"people": name, "action": action}, follow=True), name)
        )
        client.post(address, {"people": name, "action": "remove"}, follow=True)
        path = "pool" if action == "add" else "pool/remove"
        answer = program.post(f"projects/{project.pk}/{path}", {"people": [name]})
        answers.append((answer.status_code, answer.json()))
        program.post(f"projects/{project.pk}/pool/remove", {"people": [name]})
    assert pages[0] == pages[1]
    assert answers[0] == answers[1]
    assert not PoolMember.objects.exists()


@pytest.mark.attack("POST")
def test_a_qualification_tells_nobody_who_has_an_account(batch):
    program = Program(world.researcher(batch.project))
    made = program.made(f"projects/{batch.project_id}/qualifications", {"name": "Reads"})
    answers = []
    for name in (ANN, NOBODY, "zoe-q", "zoe-w"):
        sent = {"people": [name], "reason": "Known"}
        answer = program.post(f"qualifications/{made['id']}/grant", sent)
        answers.append(
            (answer.status_code, re.sub(r"zoe-q|zoe-w|[0-9a-f]{32}", "…", str(answer.json())))
        )
    assert answers[0] == answers[1]
    assert answers[2] == answers[3]


@pytest.mark.attack("GET")
def test_why_nobody_works_tells_nobody_who_has_an_account(ann):
    live = world.live_batch(world.project(name="Lichens"))
    client = signed_in(world.viewer(live.project))
    address = reverse("admin:batch_running", args=[live.pk])
    pages = [said(client.get(address, {"person": name}), name) for name in (ANN, NOBODY)]
    assert pages[0] == pages[1]


def expect(batch, *names: str, verdict: str = "admitted") -> None:
    listed = PeopleList(batch.project, batch)
    listed.put(listed.find("\n".join(names)), verdict=verdict, by=None)


def test_the_list_shows_who_has_not_come_yet_and_no_longer_once_they_have(batch, ann):
    expect(batch, ANN, "tyop@example.org")
    client = signed_in(world.researcher(batch.project))
    address = reverse("admin:batch_audience", args=[batch.pk])
    page = words(client.get(address))
    assert "People who have not joined yet" in page
    assert ANN in page
    assert "tyop@example.org" in page
    note_verified(ann, ANN)
    page = words(client.get(address))
    assert "tyop@example.org" in page
    assert ANN not in page
    program = Program(world.researcher(batch.project))
    rows = program.read(f"projects/{batch.project_id}/expected")["results"]
    assert [row["name"] for row in rows] == ["tyop@example.org"]


@pytest.mark.attack("POST")
def test_nobody_claims_an_address_or_a_name_that_is_not_theirs(batch):
    expect(batch, "victim@example.org", "victor")
    # With the address entered, never confirmed; with it as a name; and with the name, made since.
    world.person("thief", email="victim@example.org")
    world.person("victim@example.org", email="victim@example.org")
    world.person("victor")
    for name in ("thief", "victim@example.org", "victor"):
        log_in(name)
    assert not Admission.objects.exists()
    assert ExpectedPerson.objects.count() == 2


@pytest.mark.parametrize("verdict", ["admitted", "refused"])
def test_a_name_from_before_is_matched_when_the_person_logs_in(batch, ann, verdict):
    expect(batch, "zoe-q", verdict=verdict)
    assert not Admission.objects.exists()
    log_in("zoe-q")
    assert Admission.objects.get().user == ann
    assert Admission.objects.get().verdict == verdict
    assert not ExpectedPerson.objects.exists()


def test_an_address_is_matched_once_it_is_confirmed_by_mail(batch, ann, settings):
    settings.EMAIL_URL = "smtp://localhost"
    expect(batch, ANN.upper())
    for _turn in range(2):
        log_in("zoe-q")
    path = Notice.objects.get(kind="confirm_address", user=ann).path
    browser = Client()
    assert ANN in words(browser.get(path))
    assert not Admission.objects.exists()
    assert browser.post(path).status_code == 302
    assert Admission.objects.get().user == ann
    ann.refresh_from_db()
    assert ann.verified_email == ANN


@pytest.mark.attack("POST")
def test_a_link_for_another_address_confirms_nothing(batch, ann, settings):
    settings.EMAIL_URL = "smtp://localhost"
    expect(batch, ANN, "victim@example.org")
    log_in("zoe-q")
    path = Notice.objects.get().path
    User.objects.filter(pk=ann.pk).update(email="victim@example.org")
    browser = Client()
    assert [browser.post(each).status_code for each in (path, path[:-3] + "x/")] == [404, 404]
    ann.refresh_from_db()
    assert (match_expected(ann), Admission.objects.count()) == (0, 0)


def test_whom_the_project_knows_is_there_at_once(batch, ann):
    PoolMember.objects.create(project=batch.project, user=ann)
    expect(batch, ANN)
    assert Admission.objects.get().user == ann
    assert not ExpectedPerson.objects.exists()
