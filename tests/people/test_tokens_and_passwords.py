"""Tests of what happens to a person's API tokens when their password changes."""

import pytest
from allauth.account.utils import user_pk_to_url_str
from django.contrib.auth.tokens import default_token_generator
from django.test import Client
from django.urls import reverse

from people.models import Act
from people.tokens.granting import find_token, make_token
from tests import world
from tests.pages import signed_in, words

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_tries_counted")]
NEW = "another one, entirely"
CHANGE = "/accounts/password/change/"
TYPED = {"password1": NEW, "password2": NEW, "oldpassword": world.PASSWORD}


@pytest.fixture
def user():
    return world.owner(world.project(name="Moths"))


@pytest.fixture
def token(user):
    return make_token(user=user, name="leaked", scopes=["money"], days=1)[1]


def by_changing(user, **boxes) -> None:
    assert signed_in(user).post(CHANGE, TYPED | boxes).status_code == 302


def by_mail(user, **boxes) -> None:
    client = Client()
    key = f"{user_pk_to_url_str(user)}-{default_token_generator.make_token(user)}"
    page = client.get(f"/accounts/password/reset/key/{key}/")["Location"]
    assert "Revoke my API token" in words(client.get(page)) or not user.api_tokens.exists()
    assert client.post(page, TYPED | boxes).status_code == 302


def by_an_administrator(user, **_boxes) -> None:
    root = world.person("root", is_staff=True, is_superuser=True)
    address = reverse("admin:account_password", args=[user.pk])
    assert (
        signed_in(root).post(address, {"new_password1": NEW, "new_password2": NEW}).status_code
        == 302
    )


def by_a_command(user, **_boxes) -> None:
    user.set_password(NEW)
    user.save(update_fields=["password"])


@pytest.mark.attack("GET")
@pytest.mark.parametrize("change", [by_changing, by_mail, by_an_administrator, by_a_command])
def test_a_changed_password_ends_what_was_made_with_the_old_one(user, token, change):
    form = {"end_tokens": "on"} if change in {by_changing, by_mail} else {}
    change(user, **form)
    user.refresh_from_db()
    assert user.check_password(NEW)
    headers = {"Authorization": f"Bearer {token}"}
    assert Client(headers=headers).get("/api/v1/projects").status_code == 401
    assert Act.objects.filter(verb="token_ended", subject_type="people.apitoken").count() == 1


@pytest.mark.parametrize("change", [by_changing, by_mail])
def test_whoever_unticks_the_box_keeps_them(user, token, change):
    change(user)
    user.refresh_from_db()
    assert user.check_password(NEW)
    assert find_token(token) is not None


@pytest.mark.usefixtures("token")
def test_the_box_is_ticked_and_counts_them(user):
    make_token(user=user, name="y", scopes=[], days=1)
    page = signed_in(user).get(CHANGE)
    assert page.context["form"]["end_tokens"].initial is True
    assert "Revoke my 2 API tokens" in words(page)


def test_without_tokens_there_is_no_box(user):
    assert "end_tokens" not in signed_in(user).get(CHANGE).context["form"].fields
    by_changing(user)


def test_a_renewed_hash_is_no_new_password(user, token, settings):
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.PBKDF2PasswordHasher"] + [
        hasher for hasher in settings.PASSWORD_HASHERS if "PBKDF2P" not in hasher
    ]
    before = user.password
    assert user.check_password(world.PASSWORD)
    user.refresh_from_db()
    assert user.password != before
    assert find_token(token) is not None
