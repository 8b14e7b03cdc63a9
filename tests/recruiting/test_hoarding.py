"""Tests of one client with many identities, who gets only a few HITs through an open link."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.core import mail
from django.db import connections
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from hits.models import Assignment, Enrolment
from people.models import Invitation
from people.personal_data.erasing import ask_erasure, perform_erasure
from recruiting.links import places
from recruiting.links.making import LinkTerms, NoLink, make_link
from recruiting.models import ConfirmedAddress, Newcomer
from recruiting.tasks import mail_confirmation
from tests import world
from tests.recruiting.test_proof import panel_of, signed_way_in, way_in

pytestmark = pytest.mark.usefixtures("no_tries_counted")
HERE, THERE = "198.51.100.7", "203.0.113.5"


@pytest.fixture
def batch(transactional_db):
    project = world.project()
    data = world.dataset(project, items=12)
    return world.live_batch(project, data, audience="link")


def link(batch, **terms) -> str:
    by = world.researcher(batch.project)
    values = {"uses": 200, "cap": 5} | terms
    return make_link(batch=batch, key="k", by=by, terms=LinkTerms(**values))[1]


def arrive(token: str, batch, address: str = HERE) -> Client:
    """Join by the link as a new person and press Start. Return the client."""
    client = Client(REMOTE_ADDR=address)
    assert client.post(f"/join/{token}/").status_code == 302
    client.post(f"/batches/{batch.pk}/start/")
    return client


def held() -> int:
    return Assignment.objects.in_work().count()


@pytest.mark.attack("POST")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("identities", [20, pytest.param(60, marks=pytest.mark.long)])
def test_many_identities_at_once_hold_five_hits(batch, identities):
    token = link(batch)

    def identity(_number: int) -> None:
        try:
            client = arrive(token, batch)
            client.post(f"/batches/{batch.pk}/wait/")
            client.post(f"/batches/{batch.pk}/start/")
        finally:
            connections.close_all()

    with ThreadPoolExecutor(12) as pool:
        list(pool.map(identity, range(identities)))
    assert Enrolment.objects.count() == identities
    assert held() == 5


@pytest.mark.attack("POST")
def test_places_that_nobody_uses_are_not_saved_up(batch):
    """Eight identities take a place one after another, and only then ask for a HIT."""
    token = link(batch)
    clients = []
    for _number in range(8):
        client = Client(REMOTE_ADDR=HERE)
        client.post(f"/join/{token}/")
        clients.append(client)
        past = timezone.now() - timedelta(hours=1)
        Newcomer.objects.filter(placed_at__isnull=False).update(placed_at=past)
    for client in clients:
        client.post(f"/batches/{batch.pk}/start/")
        client.post(f"/batches/{batch.pk}/wait/")
        client.post(f"/batches/{batch.pk}/start/")
    assert held() == 5


@pytest.mark.attack("POST")
@pytest.mark.parametrize("signed", [False, True])
def test_made_up_ids_at_a_panel_hold_five_hits_unless_it_signs_them(batch, client, signed):
    panel = panel_of(batch, "own", most_people=60, signed_entry=signed)
    address = signed_way_in if signed else way_in
    for number in range(6):
        thief = Client(REMOTE_ADDR=HERE)
        assert thief.post(address(panel, person=f"made-up-{number}")).status_code == 302
        thief.post(f"/batches/{batch.pk}/start/")
        thief.post(f"/batches/{batch.pk}/wait/")
        thief.post(f"/batches/{batch.pk}/start/")
    assert held() == (6 if signed else 5)
    client.force_login(world.owner(batch.project))
    page = client.get(reverse("admin:links", args=[batch.pk])).content.decode()
    assert ("Many new people from one network" in page) is not signed


def test_the_sixth_is_told_when_to_try_again(batch):
    token = link(batch)
    for _number in range(5):
        arrive(token, batch)
    sixth = arrive(token, batch)
    answer = sixth.post(f"/batches/{batch.pk}/start/")
    assert answer["Location"] == f"/batches/{batch.pk}/wait/"
    page = sixth.get(answer["Location"]).content.decode()
    assert "5 other new people on your network are working on their first HIT." in page
    assert re.search(r"Try again in \d+ minutes or sooner", page)
    elsewhere = arrive(token, batch, THERE)
    assert elsewhere.post(f"/batches/{batch.pk}/start/")["Location"].startswith("/assignments/")


def test_a_submitted_hit_makes_room_and_its_person_goes_on(batch):
    token = link(batch, newcomers_per_network=1)
    first, second = arrive(token, batch), arrive(token, batch)
    assert held() == 1
    user = Assignment.objects.in_work().get().annotator
    world.rate(user, batch)
    assert second.post(f"/batches/{batch.pk}/wait/")["Location"] == f"/batches/{batch.pk}/"
    second.post(f"/batches/{batch.pk}/start/")
    first.post(f"/batches/{batch.pk}/start/")
    assert held() == 2


def test_a_guest_of_another_link_is_new_here_too(batch):
    other = world.live_batch(batch.project, audience="link")
    by = world.researcher(batch.project)
    terms = LinkTerms(uses=50, cap=1, newcomers_per_network=50)
    first = make_link(batch=other, key="other", by=by, terms=terms)[1]
    token = link(batch)
    for _number in range(6):
        client = arrive(first, other)
        client.post(f"/join/{token}/")
        client.post(f"/batches/{batch.pk}/start/")
    assert Assignment.objects.in_work().filter(batch=batch).count() == 5


def test_the_owner_sees_a_flag(batch, client):
    token = link(batch, newcomers_per_network=1)
    client.force_login(world.owner(batch.project))
    page = reverse("admin:links", args=[batch.pk])
    arrive(token, batch)
    assert "Many new people from one network" not in client.get(page).content.decode()
    arrive(token, batch)
    assert "Many new people from one network" in client.get(page).content.decode()


def test_a_network_is_stored_as_a_keyed_hash_and_not_for_long(batch):
    token = link(batch)
    arrive(token, batch)
    arrive(token, batch)
    stored = {newcomer.network for newcomer in Newcomer.objects.all()}
    assert len(stored) == 1
    assert re.fullmatch(r"[0-9a-f]{64}", stored.pop())
    world.rate(Assignment.objects.in_work().first().annotator, batch)
    assert places.forget_newcomers() == 1
    Newcomer.objects.update(joined_at=timezone.now() - timedelta(days=8))
    assert places.forget_newcomers() == 1
    assert [newcomer.network for newcomer in Newcomer.objects.all()] == [""]


LETTERBOX = "Ada@Example.org"


@pytest.fixture
def with_email(settings):
    settings.EMAIL_URL, settings.SITE_URL = "smtp://mail.example.org", "https://lab.example/"


def confirm(token: str, address: str = LETTERBOX) -> str:
    """Send the confirmation email, and return the path of its link."""
    mail.outbox.clear()
    invitation = Invitation.objects.get(key="k")
    mail_confirmation(invitation.pk, token, address, "en")
    return re.search(r"https://lab\.example(\S+)", mail.outbox[0].body)[1]


@pytest.mark.attack("POST")
@pytest.mark.usefixtures("with_email")
def test_nobody_takes_part_without_the_email_that_a_link_requires(batch):
    token = link(batch, confirms_email=True)
    page = Client().get(f"/join/{token}/").content.decode()
    assert "Email address" in page
    for form in ({}, {"email": "nobody"}, {"email": LETTERBOX}):
        Client().post(f"/join/{token}/", form)
    for forged in ("x", "x:y:z", confirm(token).split("/")[3][:-2] + "zz"):
        Client().post(f"/join/{token}/{forged}/")
    assert Enrolment.objects.count() == 0


@pytest.mark.usefixtures("with_email")
def test_a_confirmed_address_lets_one_person_in(batch):
    token = link(batch, confirms_email=True)
    path, client = confirm(token), Client()
    assert client.get(path).status_code == 200
    assert Enrolment.objects.count() == 0, "looking changes nothing"
    assert client.post(path)["Location"] == f"/batches/{batch.pk}/"
    again = Client().post(confirm(token, " ada@example.ORG "))
    assert "is already taking part" in again.content.decode()
    assert Enrolment.objects.count() == 1
    assert "ada" not in ConfirmedAddress.objects.get().address


def test_a_link_requires_no_email_where_the_site_sends_none(batch, settings):
    settings.EMAIL_URL = ""
    with pytest.raises(NoLink, match="cannot send email"):
        link(batch, confirms_email=True)


@pytest.mark.usefixtures("with_email")
def test_erasing_someone_deletes_both(batch):
    token = link(batch, confirms_email=True)
    Client().post(confirm(token))
    user = Enrolment.objects.get().annotator
    assert (Newcomer.objects.count(), ConfirmedAddress.objects.count()) == (1, 1)
    world.rate(user, batch)
    erasure = ask_erasure(user=user, origin="owner", texts=True, by=None, at=timezone.now())
    perform_erasure(erasure_id=erasure.pk)
    assert (Newcomer.objects.count(), ConfirmedAddress.objects.count()) == (0, 0)
