"""Tests of the password request before sensitive actions: a stolen session cannot perform them, and
the form's input is not lost."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from allauth.mfa.models import Authenticator
from django.test import Client
from django.urls import reverse

from people.models import Invitation, Session, User
from people.models.tokens import ApiToken
from people.sessions import SessionStore
from recruiting.prolific.models import Workspace
from tests import world
from tests.pages import log_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_tries_counted")]
FACTORS = "/accounts/second-factor/"
TOKEN = {"name": "Nightly", "scopes": ["write", "people"], "days": "30"}
ELEVEN_MINUTES = 660
SECRET = "a token of the panel"


@pytest.fixture
def stolen(project) -> Client:
    """The client of an owner who logged in eleven minutes ago."""
    client = Client()
    log_in(client, world.owner(project), ago=ELEVEN_MINUTES)
    return client


def asked(answer) -> str:
    """Return the address of the page that asks for the password. `answer` must redirect to it."""
    assert answer.status_code == 302
    assert urlsplit(answer["Location"]).path.startswith((FACTORS, "/accounts/institutions/"))
    return answer["Location"]


def confirm(client: Client, page: str):
    """Enter a wrong and then the correct password. Return the page that follows."""
    assert client.post(page, {"password": "a wrong one"}).status_code == 200
    answer = client.post(page, {"password": world.PASSWORD})
    assert answer["Location"] == parse_qs(urlsplit(page).query)["next"][0]
    return client.get(answer["Location"])


@pytest.mark.attack("POST")
def test_a_stolen_session_makes_no_token(stolen):
    page = asked(stolen.post(reverse("admin:tokens"), TOKEN))
    stolen.post(page, {"password": "a guess"})
    asked(stolen.post(reverse("admin:tokens"), TOKEN))
    assert not ApiToken.objects.exists()


def test_with_the_password_one_comes_back_to_what_was_typed(stolen):
    form = confirm(stolen, asked(stolen.post(reverse("admin:tokens"), TOKEN))).context["form"]
    typed = {name: form[name].value() for name in TOKEN}
    assert typed == TOKEN
    stolen.post(reverse("admin:tokens"), TOKEN)
    assert ApiToken.objects.get().scopes == ["read", "write", "people"]


def test_for_ten_minutes_after_logging_in_nobody_is_asked(project):
    client = Client()
    log_in(client, world.owner(project), ago=540)
    client.post(reverse("admin:tokens"), TOKEN)
    assert ApiToken.objects.count() == 1


def test_what_is_wrong_in_the_form_is_said_first(stolen):
    assert stolen.post(reverse("admin:tokens"), TOKEN | {"days": "0"}).status_code == 200


@pytest.mark.attack("POST")
def test_a_stolen_session_makes_nobody_an_owner(stolen, project):
    address, accomplice = reverse("admin:invite", args=[project.pk]), world.person("accomplice")
    project.memberships.create(user=accomplice, role="viewer")
    invitation = {"role": "owner", "uses": "2", "days": "5", "address": "", "key": "k"}
    role = reverse("admin:set_role", args=[project.pk, accomplice.pk])
    asked(stolen.post(role, {"role": "owner"}))
    page = asked(stolen.post(address, invitation))
    assert not Invitation.objects.exists()
    assert project.memberships.get(user=accomplice).role == "viewer"
    form = confirm(stolen, page).context["form"]
    assert {name: str(form[name].value()) for name in invitation} == invitation
    stolen.post(address, invitation)
    assert Invitation.objects.get().role == "owner"


def test_other_roles_are_given_unasked(stolen, project):
    invitation = {"role": "viewer", "uses": "1", "days": "5", "key": "k"}
    stolen.post(reverse("admin:invite", args=[project.pk]), invitation)
    assert Invitation.objects.get().role == "viewer"


def test_the_chosen_owner_is_still_chosen_afterwards(stolen, project):
    heir = world.person("heir")
    project.memberships.create(user=heir, role="viewer")
    role = reverse("admin:set_role", args=[project.pk, heir.pk])
    page = confirm(stolen, asked(stolen.post(role, {"role": "owner"}))).content.decode()
    chosen = re.search(r'aria-label="Role of heir">.*?value="(\w+)" selected', page, re.DOTALL)
    assert chosen[1] == "owner"
    stolen.post(role, {"role": "owner"})
    assert project.memberships.get(user=heir).role == "owner"


@pytest.mark.attack("POST")
def test_a_stolen_session_changes_no_payout_settings(stolen, project):
    batch = world.draft_batch(project)
    address = reverse("admin:prolific", args=[batch.pk])
    settings = {"action": "connect", "fee_rate": "0.25", "token": SECRET}
    page = asked(stolen.post(address, settings))
    assert not Workspace.objects.exists()
    stored = Session.objects.get(session_key__isnull=False)
    assert SECRET not in str(SessionStore().decode(stored.session_data))
    form = confirm(stolen, page).context["form"]
    assert form["fee_rate"].value() == "0.25"


@pytest.mark.attack("POST")
def test_a_superusers_stolen_session_hands_over_no_account(project):
    root = world.person("root", is_staff=True, is_superuser=True)
    victim = world.owner(project)
    client = Client()
    log_in(client, root, ago=ELEVEN_MINUTES)
    new = dict.fromkeys(("new_password1", "new_password2"), "my own, entirely")
    person = {"username": victim.username, "is_active": "on", "is_superuser": "on"}
    for name, arguments, sent in (
        ("new_account", [], {"username": "thief", "password": "my own, entirely"}),
        ("account", [victim.pk], person),
        ("account_password", [victim.pk], new),
        ("reset_factors", [victim.pk], {"confirmed": "yes"}),
    ):
        asked(client.post(reverse(f"admin:{name}", args=arguments), sent))
    victim.refresh_from_db()
    assert victim.check_password(world.PASSWORD)
    assert list(User.objects.filter(is_superuser=True)) == [root]
    assert not User.objects.filter(username="thief").exists()


@pytest.mark.attack("POST")
def test_with_a_second_factor_the_password_is_not_enough(project):
    owner, client = world.owner(project), Client()
    Authenticator.objects.create(user=owner, type="totp", data={"secret": "x"})
    log_in(client, owner)
    page = asked(client.post(reverse("admin:tokens"), TOKEN))
    assert page.startswith(f"{FACTORS}code/")
    client.post(f"{FACTORS}password/", {"password": world.PASSWORD})
    asked(client.post(reverse("admin:tokens"), TOKEN))
    assert not ApiToken.objects.exists()


@pytest.mark.attack("POST")
def test_a_stolen_session_gets_itself_no_way_to_confirm(project, settings):
    """This owner has only an institutional login, and so must confirm at the institution."""
    owner, client = world.owner(project), Client()
    owner.set_unusable_password()
    owner.save()
    app = {"provider_id": "uni", "name": "University", "client_id": "x", "secret": "y"}
    settings.SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"APPS": [app]}}
    owner.socialaccount_set.create(provider="uni", uid="olga")
    log_in(client, owner, ago=ELEVEN_MINUTES)
    new = {"password1": "my own, entirely", "password2": "my own, entirely"}
    for answer in (
        client.post("/accounts/password/set/", new),
        client.get(f"{FACTORS}app/add/"),
        client.post(f"{FACTORS}app/add/", {"code": "123456"}),
        client.post("/accounts/institutions/uni/link/"),
        client.post("/accounts/institutions/unlink/", {"link": "1"}),
        client.post(reverse("admin:tokens"), TOKEN),
    ):
        assert asked(answer).startswith("/accounts/institutions/uni/confirm/")
    owner.refresh_from_db()
    assert (owner.has_usable_password(), ApiToken.objects.exists()) == (False, False)
