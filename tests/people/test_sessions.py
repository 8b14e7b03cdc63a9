"""Tests of sessions: one statement reads session and user, the table does not contain the key, and
a session ends when it must."""

from datetime import timedelta
from hashlib import sha256

import pytest
from asgiref.sync import async_to_sync
from django.contrib.sessions.backends.base import UpdateError
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.utils import timezone

from people.models import Session, User
from people.sessions import SessionStore
from tests import world

pytestmark = pytest.mark.django_db
LOGIN = {"Location": "/accounts/login/"}  # it leads on to the first page of each


def logged_in() -> tuple[Client, User]:
    """Log in through the login page. Return the client and the user."""
    client, user = Client(), world.annotator()
    answer = client.post("/accounts/login/", {"login": "ann", "password": world.PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert client.get("/").status_code == 200
    return client, user


def is_out(client: Client) -> bool:
    answer = client.get("/")
    return answer.status_code == 302 and answer["Location"] == LOGIN["Location"]


def rows_of_the_table() -> list[tuple]:
    with connection.cursor() as cursor:
        cursor.execute("select * from people_session")
        return cursor.fetchall()


def test_a_session_knows_its_user():
    client, user = logged_in()
    key = client.cookies["sessionid"].value
    assert user.sessions.get().session_key == sha256(key.encode()).hexdigest()


def test_only_the_cookie_has_the_key():
    client, _user = logged_in()
    key = client.cookies["sessionid"].value
    assert len(rows_of_the_table()) == 1
    assert key not in str(rows_of_the_table())
    thief = Client()
    thief.cookies["sessionid"] = Session.objects.get().session_key
    assert is_out(thief)
    assert not is_out(client)


def stored_under(store: SessionStore) -> bool:
    return Session.objects.filter(
        session_key=sha256(store.session_key.encode()).hexdigest()
    ).exists()


def test_every_method_of_the_store_finds_the_row_by_its_key():
    store = SessionStore()
    store["colour"] = "blue"
    store.save()
    assert (stored_under(store), store.exists(store.session_key), store.exists("z" * 32)) == (
        True,
        True,
        False,
    )
    store["colour"] = "green"
    store.save()
    first = store.session_key
    assert SessionStore(first)["colour"] == "green"
    store.cycle_key()
    assert (store.exists(first), SessionStore(store.session_key)["colour"]) == (False, "green")
    store.delete("z" * 32)
    assert Session.objects.count() == 1
    other = SessionStore()
    other.create()
    store.delete(other.session_key)
    assert (Session.objects.count(), stored_under(store)) == (1, True)
    store.flush()
    assert (Session.objects.count(), store.session_key) == (0, None)
    SessionStore().delete()


def test_the_asynchronous_methods_find_it_too():
    store = SessionStore()
    store["colour"] = "blue"
    async_to_sync(store.asave)()
    assert (stored_under(store), async_to_sync(store.aexists)(store.session_key)) == (True, True)
    assert async_to_sync(SessionStore(store.session_key).aget)("colour") == "blue"
    first = store.session_key
    async_to_sync(store.acycle_key)()
    assert (store.exists(first), stored_under(store)) == (False, True)
    async_to_sync(store.aflush)()
    assert Session.objects.count() == 0


def test_saving_a_session_that_was_ended_elsewhere_does_not_bring_it_back():
    store = SessionStore()
    store.save()
    SessionStore(store.session_key).flush()
    with pytest.raises(UpdateError):
        store.save()
    assert Session.objects.count() == 0


def test_clearing_removes_the_sessions_that_are_over():
    client, _user = logged_in()
    gone = SessionStore()
    gone.save()
    Session.objects.exclude(user__isnull=False).update(
        expire_date=timezone.now() - timedelta(days=1)
    )
    call_command("clearsessions")
    assert Session.objects.count() == 1
    assert not is_out(client)


def test_session_and_user_are_one_statement(django_assert_num_queries):
    client, _user = logged_in()
    with django_assert_num_queries(1) as queries:
        assert client.get("/batches/1/start/").status_code == 405
    assert "people_session" in queries.captured_queries[0]["sql"]


@pytest.mark.attack("GET")
def test_logging_out_ends_the_session_for_whoever_copied_the_cookie():
    client, _user = logged_in()
    copied = Client()
    copied.cookies["sessionid"] = client.cookies["sessionid"].value
    assert not is_out(copied)
    client.post("/accounts/logout/")
    assert is_out(client)
    assert is_out(copied)
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


def aged(**ages: timedelta) -> None:
    """Set these times of the only session back by the given ages."""
    [session] = Session.objects.all()
    for name, age in ages.items():
        setattr(session, name, timezone.now() - age)
    session.save(update_fields=list(ages))


@pytest.mark.attack("GET")
@pytest.mark.parametrize(
    ("ages", "over"),
    [
        ({"seen_at": timedelta(days=6)}, False),
        ({"seen_at": timedelta(days=8)}, True),
        ({"began_at": timedelta(days=29)}, False),
        ({"began_at": timedelta(days=31)}, True),
    ],
)
def test_a_stolen_cookie_ends_after_a_week_without_use_and_after_a_month(ages, over):
    client, _user = logged_in()
    aged(**ages)
    assert is_out(client) is over


def test_the_lifetimes_are_settings(settings):
    client, _user = logged_in()
    settings.SESSION_IDLE = timedelta(hours=2)
    aged(seen_at=timedelta(hours=1))
    assert not is_out(client)
    aged(seen_at=timedelta(hours=3))
    assert is_out(client)


def test_using_a_session_does_not_put_off_its_end():
    client, _user = logged_in()
    aged(began_at=timedelta(days=20))
    store = SessionStore(client.cookies["sessionid"].value)
    store["colour"] = "blue"
    store.save()
    left = Session.objects.get().expire_date - timezone.now()
    assert timedelta(days=9) < left < timedelta(days=10, minutes=1)


def test_a_session_of_somebody_else_cannot_be_had_by_its_row_alone():
    """The `user` column is only an index. The signed session data decide who is logged in."""
    client, _user = logged_in()
    Session.objects.update(user=world.second_annotator())
    assert b'class="who">ann' in client.get("/").content


def test_a_rotated_secret_key_keeps_sessions(settings):
    client, _user = logged_in()
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = (
        [settings.SECRET_KEY],
        "a new key of this test " * 3,
    )
    assert not is_out(client)
    settings.SECRET_KEY_FALLBACKS = []
    assert not is_out(client)
