"""Tests of the account pages on Home, which only superusers can open."""

import pytest
from allauth.mfa.models import Authenticator
from django.urls import reverse

from desk.accounts import views
from people.models import Act, Session, User
from tests import world
from tests.pages import signed_in, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_tries_counted")]
ACTIVE = {"is_active": "on"}


@pytest.fixture
def root():
    return world.person("root", is_staff=True, is_superuser=True)


@pytest.fixture
def client(root):
    return signed_in(root)


def page_of(name: str, *people: User) -> str:
    return reverse(f"admin:{name}", args=[person.pk for person in people])


def acts() -> list[tuple[str, str, dict, dict]]:
    rows = Act.objects.filter(subject_type="people.user", project=None).exclude(verb="signed_in")
    return [(str(act.actor), act.verb, act.before, act.after) for act in rows.order_by("pk")]


def test_accounts_are_found_and_turned_by_name(client, monkeypatch):
    for name in ("ada", "bob", "cleo"):
        world.person(name)
    User.objects.filter(username="bob").update(email="robert@example.org", is_active=False)

    def listed(**query) -> list[str]:
        rows = client.get(page_of("accounts"), query).context["window"].rows
        return [row.username for row in rows]

    assert listed() == ["ada", "bob", "cleo", "root"]
    assert (listed(name="ROBERT"), listed(show="inactive")) == (["bob"], ["bob"])
    assert listed(show="superuser") == listed(show="staff") == ["root"]
    assert listed(show="nonsense") == listed()
    monkeypatch.setattr(views.AccountsPage, "size", 3)
    after = client.get(page_of("accounts")).context["window"].after
    assert listed(after=after) == ["root"]


def test_a_new_account_logs_in_with_its_password(client):
    typed = {"username": "eve", "email": "eve@example.org", "is_staff": "on"}
    short = client.post(page_of("new_account"), typed | {"password": "eve"})
    assert (short.status_code, User.objects.filter(username="eve").exists()) == (422, False)
    client.post(page_of("new_account"), typed | {"password": world.PASSWORD})
    eve = User.objects.get(username="eve")
    assert (eve.is_staff, eve.is_superuser, eve.check_password(world.PASSWORD)) == (
        True,
        False,
        True,
    )
    assert acts() == [("root", "created", None, None)]
    again = client.post(page_of("new_account"), typed | {"username": "EVE"})
    assert "This name is already taken." in again.content.decode()


def test_an_account_without_a_password_opens_by_none(client):
    client.post(page_of("new_account"), {"username": "eve"})
    assert not User.objects.get(username="eve").has_usable_password()


def test_a_deactivated_account_is_logged_out_and_kept_out(client):
    eve = world.annotator()
    at_work = signed_in(eve)
    client.post(page_of("account", eve), {"username": eve.username})
    eve.refresh_from_db()
    assert (eve.is_active, Session.objects.filter(user=eve).count()) == (False, 0)
    assert at_work.get("/work/").status_code == 302
    assert ("root", "amended", {"is_active": True}, {"is_active": False}) in acts()
    client.post(page_of("account", eve), {"username": eve.username} | ACTIVE)
    eve.refresh_from_db()
    assert eve.is_active


@pytest.mark.attack("POST")
def test_no_superuser_locks_themselves_out(client, root):
    for sent in ({}, ACTIVE | {"is_staff": "on"}, {"is_staff": "on", "is_superuser": "on"}):
        answer = client.post(page_of("account", root), {"username": "root"} | sent)
        assert answer.status_code == 422
        assert "You cannot change your own permissions." in answer.content.decode()
    root.refresh_from_db()
    assert root.is_active
    assert root.is_superuser


def test_factors_are_reset_once_it_is_confirmed(client):
    eve = world.researcher(world.project())
    Authenticator.objects.create(user=eve, type="totp", data={"secret": "JBSWY3DPEHPK3PXP"})
    page = page_of("reset_factors", eve)
    assert "Reset two-factor authentication of rita?" in words(client.get(page))
    client.post(page)
    assert Authenticator.objects.filter(user=eve).count() == 1
    assert "JBSWY3DPEHPK3PXP" not in client.get(page_of("account", eve)).content.decode()
    done = client.post(page, {"confirmed": "yes"}, follow=True)
    assert "Removed two-factor authentication" in words(done)
    assert not Authenticator.objects.filter(user=eve).exists()
