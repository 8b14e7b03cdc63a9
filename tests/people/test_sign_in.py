"""Tests of logging in by name or email address, of limits that do not lock out other people, and of
the log of failures."""

import logging
import re

import pytest
from django.test import Client

from people.models import User
from people.requests import limits, tries
from tests import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_tries_counted")]
LAB, ELSEWHERE = "198.51.100.7", "203.0.113.5"
WRONG = "The user name or password is wrong."
TOO_MANY = "Too many attempts."


@pytest.fixture
def ann():
    user = world.annotator()
    user.email = "Ann@Example.org"
    user.save(update_fields=["email"])
    return user


def attempt(login: str, password: str, address: str = LAB, **origin):
    client = Client(REMOTE_ADDR=address)
    return client.post("/accounts/login/", {"login": login, "password": password}, **origin)


def enters(login: str, password: str = world.PASSWORD, address: str = LAB, **origin) -> bool:
    return attempt(login, password, address, **origin).status_code == 302


def errors(response) -> list[str]:
    """Return the texts in the error summary."""
    return re.findall(r"<li>(?:<a[^>]*>)?([^<]*)", response.content.decode())


@pytest.mark.parametrize(
    "login", ["ann", " ann ", "Ann@Example.org", "ann@example.org", "ANN@EXAMPLE.ORG"]
)
def test_a_name_or_an_address_opens_the_account(ann, login):
    response = attempt(login, world.PASSWORD)
    assert (response.status_code, response["Location"]) == (302, "/")


@pytest.mark.attack("POST")
@pytest.mark.parametrize(
    ("login", "password"),
    [
        ("ann", "wrong"),
        ("ann@example.org", "wrong"),
        ("nobody", world.PASSWORD),
        ("nobody@example.org", "zq9zq"),
        ("Ann", world.PASSWORD),
    ],
)
def test_every_wrong_login_gets_the_same_answer(ann, login, password):
    response = attempt(login, password)
    assert (response.status_code, len(errors(response))) == (200, 1)
    assert errors(response)[0].startswith(WRONG)
    page = response.content.decode().replace(login, "").replace(WRONG, "")
    assert password not in page


def test_two_accounts_may_share_an_address_and_two_names_their_letters(ann):
    other = User.objects.create_user("Ann", email="ann@example.org", password="another passphrase")
    client = Client()
    client.post("/accounts/login/", {"login": "ann@example.org", "password": "another passphrase"})
    assert client.session["_auth_user_id"] == str(other.pk)
    assert enters("ann")
    assert enters("Ann", "another passphrase")


def test_somebody_inactive_stays_out(ann):
    User.objects.filter(pk=ann.pk).update(is_active=False)
    assert errors(attempt("ann", world.PASSWORD))[0].startswith(WRONG)


@pytest.mark.attack("POST")
def test_sixty_wrong_passwords_then_the_right_one_do_not_open_the_account(ann):
    answers = [errors(attempt("ann", f"wrong {number}"))[0] for number in range(60)]
    assert [answer.startswith(WRONG) for answer in answers] == [True] * 5 + [False] * 55
    response = attempt("ann", world.PASSWORD)
    assert response.status_code == 200
    assert errors(response)[0].startswith(TOO_MANY)


def test_nobody_locks_another_out(ann):
    """The limit affects neither the account elsewhere nor others in the laboratory."""
    world.second_annotator()
    for number in range(6):
        attempt("ann", f"wrong {number}", LAB)
    assert not enters("ann")
    assert enters("ann", address=ELSEWHERE)
    assert enters("ben")


def test_a_laboratory_may_log_in_all_at_once():
    for number in range(40):
        world.person(f"annotator-{number}")
    assert [enters(f"annotator-{number}") for number in range(40)] == [True] * 40


def test_a_right_password_between_wrong_ones_clears_nothing(ann):
    for number in range(4):
        attempt("ann", f"wrong {number}")
    assert enters("ann")
    attempt("ann", "wrong")
    assert not enters("ann")


@pytest.mark.parametrize("spelling", ["ANN", " ann", "ａｎｎ"])
def test_another_spelling_is_the_same_account_to_the_limit(ann, spelling):
    for number in range(5):
        attempt(spelling, f"wrong {number}")
    assert not enters("ann")


def test_an_address_of_version_six_counts_by_its_network(ann):
    for number in range(5):
        attempt("ann", f"wrong {number}", f"2001:db8::{number}")
    assert not enters("ann", address="2001:db8::ffff:1")
    assert not enters("ann", address="2001:db8:0:ff::1")
    assert enters("ann", address="2001:db8:0:100::1")


def test_the_forwarded_address_counts_behind_a_proxy_only(ann, settings):
    for number in range(5):
        attempt("ann", f"wrong {number}", HTTP_X_FORWARDED_FOR=f"203.0.113.{number}")
    assert not enters("ann", HTTP_X_FORWARDED_FOR="203.0.113.99")
    settings.BEHIND_PROXY = True
    world.second_annotator()
    for number in range(5):
        attempt("ben", f"wrong {number}", HTTP_X_FORWARDED_FOR=f"10.9.8.{number}, 203.0.113.5")
    assert not enters("ben", HTTP_X_FORWARDED_FOR="203.0.113.5")
    assert enters("ben", HTTP_X_FORWARDED_FOR="203.0.113.5, 203.0.114.6")


def logged(caplog) -> list[str]:
    return [
        record.getMessage() for record in caplog.records if record.name.startswith("people.sign_in")
    ]


def test_failures_are_logged_with_account_and_address_and_no_password(ann, caplog):
    caplog.set_level(logging.INFO)
    attempt("ann@example.org", "hunter2 secret")
    attempt("hunter2 secret", "ann")  # the password in the wrong field
    assert enters("ann")
    assert logged(caplog) == [
        f"Failed login: account 'ann', from {LAB}.",
        f"Failed login: no account, from {LAB}.",
    ]
    assert "hunter2" not in caplog.text


def test_what_is_refused_unheard_is_logged_too(ann, caplog):
    for number in range(6):
        attempt("ann", f"wrong {number}", ELSEWHERE)
    assert logged(caplog) == [
        *[f"Failed login: account 'ann', from {ELSEWHERE}."] * 5,
        f"Too many failed logins: account 'ann', from {ELSEWHERE}.",
    ]


@pytest.fixture
def no_valkey(settings):
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    tries.valkey.cache_clear()
    yield
    tries.valkey.cache_clear()


def test_without_a_way_to_count_nobody_enters_and_the_page_says_so(ann, no_valkey):
    response = attempt("ann", world.PASSWORD)
    assert response.status_code == 200
    assert errors(response) == [
        "We cannot check what you entered right now. Wait a few seconds, then try again."
    ]


def test_a_way_back_is_kept_and_leads_nowhere_else(ann):
    for address, expected in (
        ("/work/", "/work/"),
        ("https://evil.example/", "/"),
        ("//evil.example/", "/"),
    ):
        answer = Client().post(
            "/accounts/login/", {"login": "ann", "password": world.PASSWORD, "next": address}
        )
        assert answer["Location"] == expected


def test_the_admin_has_no_way_in_of_its_own(client):
    assert client.get("/admin/")["Location"] == "/admin/login/?next=/admin/"
    assert (
        client.get("/admin/login/?next=/admin/")["Location"] == "/accounts/login/?next=%2Fadmin%2F"
    )
    answer = client.post("/admin/login/", {"username": "rita", "password": world.PASSWORD})
    assert (answer.status_code, answer["Location"]) == (
        302,
        "/accounts/login/?next=%2Fadmin%2Flogin%2F",
    )
    assert "sessionid" not in client.cookies
    client.force_login(world.annotator())
    assert client.get("/admin/login/?next=/admin/").status_code == 403
    assert client.get("/admin/password_change/")["Location"] == "/accounts/password/change/"


@pytest.mark.parametrize(
    "address", ["signup", "email", "inactive", "reauthenticate", "login/code", "3rdparty"]
)
def test_what_is_not_offered_is_not_served(client, address):
    assert client.get(f"/accounts/{address}/").status_code == 404


def test_logging_out_asks_first_where_no_button_was_pressed(client):
    client.force_login(world.annotator())
    assert b"Your saved answers are kept." in client.get("/accounts/logout/").content
    assert client.get("/").status_code == 200
    assert client.post("/accounts/logout/")["Location"] == "/accounts/login/"
    assert client.get("/").status_code == 302
    assert client.get("/accounts/logout/")["Location"] == "/accounts/login/"


def test_a_limits_key_tells_accounts_and_addresses_apart(rf):
    request = rf.get("/", REMOTE_ADDR=LAB)
    assert limits.pair(request, " Ann ") == "ann from 198.51.100.0/24"
