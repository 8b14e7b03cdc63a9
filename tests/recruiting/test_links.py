"""Tests of recruitment links: what they show, who can join, how people return, and the limits."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from hits.models import Admission, Assignment, Batch, Enrolment
from hits.review.decisions import approve_assignments
from payments.payouts import record_payouts
from people.invitations.granting import revoke_invitation
from people.models import Act, Invitation, User
from recruiting.guests.making import make_account
from recruiting.guests.own_links import own_token
from recruiting.links.making import LinkTerms, NoLink, make_link, most_money
from recruiting.models import Guest
from tests import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_tries_counted")]
PASSWORD = "a quite different passphrase"
OPEN = LinkTerms(uses=3, cap=2)


@pytest.fixture(scope="module")
def module_batch(module_rows):
    return world.live_batch(
        world.project(), title="Rate moths", audience="link", annotators_per_hit=4
    )


def link(batch, terms=OPEN, key="k") -> str:
    _invitation, token = make_link(
        batch=batch, key=key, by=world.researcher(batch.project), terms=terms
    )
    return f"/join/{token}/"


def guests() -> list[User]:
    return list(User.objects.filter(is_guest=True).order_by("pk"))


@pytest.mark.attack("GET")
def test_looking_at_a_link_changes_nothing(batch):
    address = link(batch)
    client = Client()
    page = client.get(address).content.decode()
    assert "Rate moths" in page
    assert "You do not need an account" in page
    assert (guests(), Enrolment.objects.count(), Invitation.objects.get().used) == ([], 0, 0)
    assert client.session.get("_auth_user_id") is None


def test_a_stranger_takes_part_without_an_account(batch):
    client = Client()
    answer = client.post(link(batch))
    assert answer["Location"] == f"/batches/{batch.pk}/"
    (guest,) = guests()
    assert (guest.email, guest.first_name, guest.has_usable_password(), guest.is_staff) == (
        "",
        "",
        False,
        False,
    )
    enrolment = Enrolment.objects.get(annotator=guest)
    assert (enrolment.batch, enrolment.channel, enrolment.cap) == (batch, "link", 2)
    assert list(Admission.objects.values_list("user", "verdict", "origin")) == [
        (guest.pk, "admitted", "link")
    ]
    client.post(f"/batches/{batch.pk}/start/", {"instructions": "read"})
    assert Assignment.objects.in_work().get().annotator == guest


def test_a_guest_comes_back_on_another_device_by_a_link_of_their_own(batch):
    Client().post(link(batch))
    (guest,) = guests()
    address = reverse("come_back", args=[own_token(guest.guest)])
    elsewhere = Client()
    assert "This is your personal link" in elsewhere.get(address).content.decode()
    assert "_auth_user_id" not in elsewhere.session
    assert elsewhere.post(address)["Location"] == "/"
    assert elsewhere.session["_auth_user_id"] == str(guest.pk)
    assert address in elsewhere.get("/your-link/").content.decode()
    assert "Get personal link" in elsewhere.get("/work/").content.decode()
    token = address.split("/")[2]
    assert Guest.objects.filter(token_sha256=token).count() == 0, "only its hash is stored"


def test_a_link_for_one_person_brings_that_person_back(batch):
    address = link(batch, LinkTerms())
    assert Client().post(address)["Location"] == f"/batches/{batch.pk}/"
    again = Client()
    assert "Welcome back" in again.get(address).content.decode()
    again.post(address)
    assert len(guests()) == 1
    assert again.session["_auth_user_id"] == str(guests()[0].pk)
    assert Invitation.objects.get().used == 1


def test_an_open_link_makes_a_new_person_for_each_until_it_is_used_up(batch):
    address = link(batch)
    for _visit in range(3):
        Client().post(address)
    assert len(guests()) == 3
    answer = Client().post(address)
    assert (answer.status_code, "no longer valid" in answer.content.decode()) == (410, True)
    assert len(guests()) == 3


def test_somebody_signed_in_keeps_their_account(client, batch):
    ann = world.annotator()
    client.force_login(ann)
    address = link(batch)
    assert "You are logged in as ann" in client.get(address).content.decode()
    for _click in range(2):
        assert client.post(address)["Location"] == f"/batches/{batch.pk}/"
    assert Enrolment.objects.get().annotator == ann
    assert (guests(), Invitation.objects.get().used) == ([], 1)


def test_a_link_that_an_account_used_signs_nobody_in(client, batch):
    client.force_login(world.annotator())
    address = link(batch, LinkTerms())
    client.post(address)
    stranger = Client()
    assert stranger.post(address).status_code == 410
    assert "_auth_user_id" not in stranger.session


def test_a_guest_makes_an_account_and_keeps_the_work(batch):
    client = Client()
    address = link(batch, LinkTerms())
    client.post(address)
    (guest,) = guests()
    world.submit(world.claim(guest, batch), world.GOOD)
    own = reverse("come_back", args=[own_token(guest.guest)])
    form = {"username": "nina", "email": "", "password1": PASSWORD, "password2": "other"}
    assert "The passwords do not match." in client.post("/your-link/", form).content.decode()
    answer = client.post("/your-link/", form | {"password2": PASSWORD})
    assert answer["Location"] == "/work/"
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest, guest.check_password(PASSWORD)) == ("nina", False, True)
    assert client.get("/work/").status_code == 200, "they stay logged in"
    assert Assignment.objects.get(state="submitted").annotator == guest
    for dead in (own, address):
        stranger = Client()
        assert stranger.post(dead).status_code in {404, 410}
        assert "_auth_user_id" not in stranger.session
    assert client.get("/your-link/").status_code == 404


def test_an_account_that_became_a_researchers_is_not_opened_by_the_old_link(batch):
    Client().post(link(batch))
    (guest,) = guests()
    own = reverse("come_back", args=[own_token(guest.guest)])
    User.objects.update(is_staff=True)
    assert Client().post(own).status_code == 404


def _expired(_invitation):
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))


def _revoked(invitation):
    revoke_invitation(
        project=invitation.project, invitation_id=invitation.pk, by=invitation.created_by
    )


def _closed(_invitation):
    Batch.objects.update(state="closed")


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (_expired, "is no longer valid"),
        (_revoked, "is no longer valid"),
        (_closed, "This batch is closed"),
    ],
)
def test_a_link_that_has_ended_says_why_and_lets_nobody_in(batch, end, words):
    address = link(batch)
    end(Invitation.objects.get())
    for answer in (Client().get(address), Client().post(address)):
        assert (answer.status_code, words in answer.content.decode()) == (410, True)
    assert guests() == []


def test_who_is_refused_by_name_and_who_is_a_member_stay_out(client, batch):
    address = link(batch)
    ann = world.annotator()
    Admission.objects.create(batch=batch, user=ann, verdict="refused", origin="owner")
    for user in (ann, world.researcher(batch.project)):
        client.force_login(user)
        answer = client.post(address)
        assert (answer.status_code, "not open to you" in answer.content.decode()) == (410, True)
    assert (Enrolment.objects.count(), Invitation.objects.get().used) == (0, 0)
    assert Admission.objects.get().verdict == "refused"


def test_an_open_link_needs_a_cap_and_says_what_it_may_cost(batch):
    with pytest.raises(NoLink, match="A shared link needs a maximum number of HITs per person"):
        link(batch, LinkTerms(uses=2))
    link(batch, LinkTerms(uses=10, cap=3))
    invitation = Invitation.objects.get()
    with pytest.raises(IntegrityError, match="open_link_is_capped"), transaction.atomic():
        Invitation.objects.update(cap=None)
    assert str(most_money(invitation, batch)) == "0.80", "16 assignments of 0.05 are all there are"
    invitation.uses = 2
    assert str(most_money(invitation, batch)) == "0.30"
    assert Act.objects.get(verb="invited").after == {"uses": 10, "cap": 3, "label": ""}


def test_the_same_form_sent_twice_is_one_link(batch):
    assert link(batch) == link(batch)
    assert Invitation.objects.count() == 1


def test_guests_see_nothing_that_is_open_to_accounts(batch):
    other = world.live_batch(world.project(), title="For accounts")
    client = Client()
    client.post(link(batch))
    page = client.get("/").content.decode()
    assert ("Rate moths" in page, "For accounts" in page) == (True, False)
    assert client.get(f"/batches/{other.pk}/").status_code == 404


def test_a_link_into_a_batch_opens_no_project(batch):
    token = link(batch).split("/")[2]
    assert Client().get(f"/invitations/{token}/").status_code == 404


@pytest.mark.attack("POST")
def test_many_tries_from_one_network_are_stopped(batch, settings):
    settings.ACCOUNT_RATE_LIMITS = settings.ACCOUNT_RATE_LIMITS | {"join": "1/15m/key"}
    address = link(batch)
    assert [Client().post(address).status_code for _visit in range(2)] == [302, 429]


def test_the_keys_of_the_site_may_change(batch, settings):
    Client().post(link(batch))
    (guest,) = guests()
    token = own_token(guest.guest)
    settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY]
    settings.SECRET_KEY = "another key of this site"
    assert own_token(guest.guest) == token
    settings.SECRET_KEY_FALLBACKS = []
    assert own_token(guest.guest) == ""


def test_an_account_is_made_once(batch):
    Client().post(link(batch))
    (guest,) = guests()
    make_account(user=guest, name="nina", email="", password=PASSWORD)
    with pytest.raises(Exception, match="You already have an account"):
        make_account(user=guest, name="nora", email="", password=PASSWORD)


@pytest.mark.attack("POST")
def test_a_renewed_link_ends_the_old_one_and_every_other_browser(batch):
    address = link(batch, LinkTerms())
    client = Client()
    client.post(address)
    (guest,) = guests()
    own = reverse("come_back", args=[own_token(guest.guest)])
    thief = Client()
    thief.post(own)
    assert thief.get("/your-data/").status_code == 200
    assert client.post("/your-link/", {"renew": "yes"})["Location"] == "/your-link/"
    assert "_auth_user_id" not in thief.session
    for dead in (own, address):
        assert thief.post(dead).status_code in {404, 410}
        assert "_auth_user_id" not in thief.session
    guest.guest.refresh_from_db()
    fresh = reverse("come_back", args=[own_token(guest.guest)])
    assert fresh in client.get("/your-link/").content.decode(), "this browser stays logged in"
    assert Client().post(fresh)["Location"] == "/"


@pytest.mark.attack("POST")
def test_a_link_expires_after_its_last_use_once_all_is_paid(batch, settings):
    personal = link(batch, LinkTerms())
    Client().post(personal)
    (guest,) = guests()
    own = reverse("come_back", args=[own_token(guest.guest)])
    settings.GUEST_LINK_DAYS = 30
    (work,) = [world.rate(guest, batch)]

    def unused(days: int):
        Guest.objects.update(used_at=timezone.now() - timedelta(days=days))

    unused(31)
    assert Client().post(own)["Location"] == "/", "what they have submitted waits for approval"
    approve_assignments(batch=batch, ids=[work.pk], by=None)
    unused(31)
    assert Client().post(own)["Location"] == "/", "what they have earned is not paid out"
    record_payouts(project=batch.project, name="list-1")
    unused(29)
    assert Client().post(own)["Location"] == "/", "and this is a use"
    assert Client().post(personal).status_code == 302
    unused(31)
    for address in (own, personal):
        stranger = Client()
        assert stranger.post(address).status_code in {404, 410}
        assert "_auth_user_id" not in stranger.session
    assert "This link has expired" in Client().get(own).content.decode()
