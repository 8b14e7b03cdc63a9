"""One statement reads session and user, and a session ends when it must."""

import pytest
from django.test import Client
from django.utils import timezone

from people.models import Session, User
from tests import world

pytestmark = pytest.mark.django_db
LOGIN = {"Location": "/accounts/login/?next=/"}


def logged_in() -> tuple[Client, User]:
    """Somebody who came through the login page."""
    client, user = Client(), world.annotator()
    answer = client.post("/accounts/login/", {"username": "ann", "password": world.PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert client.get("/").status_code == 200
    return client, user


def is_out(client: Client) -> bool:
    answer = client.get("/")
    return answer.status_code == 302 and answer["Location"] == LOGIN["Location"]


def test_a_session_knows_its_user():
    client, user = logged_in()
    assert Session.objects.get(session_key=client.session.session_key).user == user
    assert user.sessions.count() == 1


def test_session_and_user_are_one_statement(django_assert_num_queries):
    client, _user = logged_in()
    with django_assert_num_queries(1) as queries:
        assert client.get("/batches/1/start/").status_code == 405
    assert "people_session" in queries.captured_queries[0]["sql"]


def test_logging_out_ends_the_session_for_whoever_copied_the_cookie():
    client, _user = logged_in()
    copied = Client()
    copied.cookies["sessionid"] = client.cookies["sessionid"].value
    assert not is_out(copied)
    client.post("/accounts/logout/")
    assert is_out(client)
    assert is_out(copied)
    assert Session.objects.count() == 0


def test_a_new_password_ends_the_sessions_opened_with_the_old_one():
    client, user = logged_in()
    user.set_password("another long passphrase")
    user.save(update_fields=["password"])
    assert is_out(client)
    assert Session.objects.count() == 0


def test_whoever_is_made_inactive_is_out_at_once():
    client, _user = logged_in()
    User.objects.update(is_active=False)
    assert is_out(client)
    User.objects.update(is_active=True)
    assert not is_out(client)


def test_a_session_that_is_over_or_unknown_is_nobodys():
    client, _user = logged_in()
    Session.objects.update(expire_date=timezone.now())
    assert is_out(client)
    client.cookies["sessionid"] = "never-given-out"
    assert is_out(client)


def test_a_session_of_somebody_else_cannot_be_had_by_its_row_alone():
    """The column is an index for reading; who is logged in says the signed data."""
    client, _user = logged_in()
    Session.objects.update(user=world.second_annotator())
    assert b'class="who">ann' in client.get("/").content


def test_a_rotated_secret_key_keeps_sessions(settings):
    client, _user = logged_in()
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "a new key of this test " * 3
    assert not is_out(client)
    settings.SECRET_KEY_FALLBACKS = []
    assert not is_out(client)
