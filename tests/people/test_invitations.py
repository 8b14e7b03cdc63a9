"""Tests of accepting an invitation: with an account, without one, and after it has expired, was
used or was revoked."""

from datetime import timedelta

import pytest
from django.core import mail
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone, translation

from people.invitations.granting import accept_invitation, invite, revoke_invitation
from people.models import Invitation, User
from people.tasks import mail_invitation
from tests import world

pytestmark = pytest.mark.django_db
PASSWORD = "a quite different passphrase"


@pytest.fixture
def olga(project):
    return world.owner(project)


def invited(project, by, **terms) -> tuple[Invitation, str]:
    invitation, token = invite(project=project, by=by, **{"role": "researcher", "key": "k"} | terms)
    return invitation, f"/invitations/{token}/"


def newcomer(**changes) -> dict[str, str]:
    form = {"username": "nina", "email": "", "password1": PASSWORD, "password2": PASSWORD}
    return form | changes


def roles(project) -> dict[str, str]:
    return dict(project.memberships.values_list("user__username", "role"))


def test_looking_at_an_invitation_changes_nothing(project, olga):
    _invitation, address = invited(project, olga)
    for client in (Client(), Client()):
        page = client.get(address).content.decode()
        assert "Join Moths" in page
        assert "the project Moths on Rateroom. Your role there: Researcher." in page
    assert (Invitation.objects.get().used, roles(project)) == (0, {"olga": "owner"})


def test_somebody_without_an_account_makes_one_and_is_in(project, olga):
    _invitation, address = invited(project, olga)
    client = Client()
    answer = client.post(address, newcomer(email="nina@example.org"))
    assert answer["Location"] == "/admin/"
    nina = User.objects.get(username="nina")
    assert (nina.email, nina.is_staff, nina.is_superuser) == ("nina@example.org", True, False)
    assert nina.check_password(PASSWORD)
    assert roles(project) == {"olga": "owner", "nina": "researcher"}
    assert "Moths" in client.get("/admin/").content.decode(), "they are logged in"


@pytest.mark.parametrize(
    ("change", "what"),
    [
        ({"username": "olga"}, "A user with that username already exists."),
        ({"username": "OLGA"}, "A user with that username already exists."),
        ({"username": ""}, "This field is required."),
        ({"password1": "12345678", "password2": "12345678"}, "This password is too common."),
        ({"password1": "nina-1234", "password2": "nina-1234", "username": "nina-1234"}, "similar"),
        ({"password2": "another"}, "The passwords do not match."),
        ({"email": "nobody"}, "Enter a valid email address."),
    ],
)
def test_an_account_that_cannot_be_made_uses_nothing_up(project, olga, change, what):
    _invitation, address = invited(project, olga)
    answer = Client().post(address, newcomer(**change))
    assert (answer.status_code, what in answer.content.decode()) == (200, True)
    assert (Invitation.objects.get().used, roles(project)) == (0, {"olga": "owner"})


def test_somebody_with_an_account_keeps_it_and_may_open_the_desk(client, project, olga):
    _invitation, address = invited(project, olga, role="viewer")
    ann = world.annotator()
    client.force_login(ann)
    assert "You are logged in as ann" in client.get(address).content.decode()
    client.post(address)
    assert roles(project) == {"olga": "owner", "ann": "viewer"}
    ann.refresh_from_db()
    assert ann.is_staff
    assert User.objects.count() == 2


def test_a_second_click_and_a_member_use_nothing_up(client, project, olga):
    _invitation, address = invited(project, olga, role="viewer", uses=3)
    client.force_login(world.annotator())
    client.post(address)
    client.post(address)
    client.force_login(olga)
    client.post(address)
    assert (Invitation.objects.get().used, roles(project)) == (
        1,
        {"olga": "owner", "ann": "viewer"},
    )


def _expired(_invitation):
    Invitation.objects.update(expires_at=timezone.now() - timedelta(seconds=1))


def _revoked(invitation):
    assert revoke_invitation(
        project=invitation.project, invitation_id=invitation.pk, by=invitation.created_by
    )
    assert not revoke_invitation(
        project=invitation.project, invitation_id=invitation.pk, by=invitation.created_by
    )


def _used_up(_invitation):
    Invitation.objects.update(used=1)


@pytest.mark.parametrize("end", [_expired, _revoked, _used_up])
def test_an_invitation_at_its_end_says_so_and_lets_nobody_in(client, project, olga, end):
    invitation, address = invited(project, olga)
    end(invitation)
    for answer in (client.get(address), client.post(address, newcomer())):
        assert answer.status_code == 410
        assert "no longer valid. Ask the sender for a new one." in answer.content.decode()
    client.force_login(world.annotator())
    assert client.post(address).status_code == 410
    assert roles(project) == {"olga": "owner"}


def test_another_link_opens_nothing(client, project, olga):
    _invitation, address = invited(project, olga)
    assert client.post(address[:-2] + "x/", newcomer()).status_code == 404
    assert roles(project) == {"olga": "owner"}


def test_the_last_use_is_used_once(project, olga):
    _invitation, address = invited(project, olga)
    token = address.split("/")[2]
    accept_invitation(token=token, user=world.annotator())
    with pytest.raises(Exception, match="no longer valid"):
        accept_invitation(token=token, user=world.second_annotator())
    assert roles(project) == {"olga": "owner", "ann": "researcher"}


def test_the_mail_brings_the_link_once_in_the_inviters_language(project, olga, settings):
    settings.SITE_URL = "https://ratings.example.org/"
    with translation.override("de"):
        invitation, address = invited(project, olga, address="nina@example.org", language="de")
    for _attempt in range(2):
        mail_invitation(invitation.pk)
    (message,) = mail.outbox
    assert message.to == ["nina@example.org"]
    assert f"https://ratings.example.org{address}" in message.body
    assert message.subject == "Moths beitreten"
    assert Invitation.objects.get().mailed_at is not None


def test_no_mail_goes_out_for_an_invitation_taken_back(project, olga):
    invitation, _address = invited(project, olga, address="nina@example.org")
    revoke_invitation(project=project, invitation_id=invitation.pk, by=invitation.created_by)
    mail_invitation(invitation.pk)
    assert mail.outbox == []


def test_an_invitation_grants_one_thing(project, olga):
    batch = world.draft_batch(project, world.dataset(project, items=1))
    for grants in ({"role": "chief"}, {"role": "viewer", "batch": batch}):
        with (
            pytest.raises(IntegrityError, match="invitation_grants_one_thing"),
            transaction.atomic(),
        ):
            Invitation.objects.create(
                project=project,
                key="x",
                token_sha256="0" * 64,
                expires_at=timezone.now(),
                created_by=olga,
                **grants,
            )
