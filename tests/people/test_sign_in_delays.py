"""Tests of login delays after wrong passwords from many networks or for many names, and of known
browsers, which are not delayed."""

import re
import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.test import Client

from people.models import User
from people.requests import tries
from people.sign_in import delays
from people.sign_in.known_browsers import COOKIE
from tests import world

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_tries_counted")]
LOGIN = "/accounts/login/"


def attempt(client: Client, login: str, password: str, network: int):
    """Submit the login form from the network with this number."""
    address = f"10.{network // 250}.{network % 250}.7"
    return client.post(LOGIN, {"login": login, "password": password}, REMOTE_ADDR=address)


def error(response) -> str:
    """Return the page's only error, or "" if the person is logged in."""
    if response.status_code == 302:
        return ""
    [text] = re.findall(r"<li>(?:<a[^>]*>)?([^<]*)", response.content.decode())
    return text


def guess(login: str, tries: int, first: int = 0) -> list[str]:
    """Try one wrong password from each of `tries` networks. Return the errors."""
    return [error(attempt(Client(), login, "wrong", first + number)) for number in range(tries)]


def seconds(text: str) -> int:
    return int(re.search(r"Try again in (\d+) s,", text)[1])


@pytest.mark.attack("POST")
def test_a_password_is_not_guessed_from_many_networks():
    world.annotator()
    answers = guess("ann", 60)
    heard = [answer for answer in answers if "Try again in" not in answer]
    assert 10 <= len(heard) <= 13
    waits = [seconds(answer) for answer in answers if answer not in heard]
    assert waits == sorted(waits)
    answer = error(attempt(Client(), "ann", world.PASSWORD, 900))
    assert seconds(answer) >= waits[-1]


@pytest.mark.attack("POST")
def test_the_delay_lets_the_owner_in_when_their_turn_comes(monkeypatch):
    monkeypatch.setattr(delays, "MOST_SECONDS_BETWEEN", 1)
    world.annotator()
    guess("ann", 12)
    client = Client()
    wait = seconds(error(attempt(client, "ann", world.PASSWORD, 900)))
    assert 1 <= wait <= 4
    guess("ann", 20, first=100)  # they go on, and get later turns
    time.sleep(wait)
    assert error(attempt(client, "ann", world.PASSWORD, 900)) == ""


def test_no_turn_is_further_away_than_a_quarter_of_an_hour(monkeypatch):
    monkeypatch.setattr(delays, "FREE_TRIES", 0)
    monkeypatch.setattr(delays, "MOST_SECONDS_BETWEEN", 600)
    for number in range(12):
        for network in range(4):
            delays.seconds_to_wait(account="ann", network=f"{number} {network}")
    assert delays.seconds_to_wait(account="ann", network="another") <= 900


def test_a_right_password_counts_as_no_wrong_one():
    world.annotator()
    for number in range(30):
        assert error(attempt(Client(), "ann", world.PASSWORD, number)) == ""


@pytest.mark.parametrize("login", ["nobody", "nobody@example.org", "ann"])
def test_the_delay_does_not_tell_whether_there_is_such_an_account(login):
    world.annotator()
    answers = guess(login, 13)
    assert [answer.startswith("The user name or password") for answer in answers[:10]] == [
        True
    ] * 10
    assert "Too many wrong passwords." in answers[12]


@pytest.mark.attack("POST")
def test_wrong_passwords_for_many_names_stop_at_sixty_per_network():
    world.annotator()
    answers = [error(attempt(Client(), f"name-{number}", "wrong", 1)) for number in range(70)]
    assert [answer.startswith("The user name") for answer in answers] == [True] * 60 + [False] * 10
    refused = error(attempt(Client(), "ann", world.PASSWORD, 1))
    assert refused == "Too many attempts. Try again in 15 minutes."
    assert error(attempt(Client(), "ann", world.PASSWORD, 2)) == ""


@pytest.fixture
def known():
    """A browser in which Ann logged in and out."""
    world.annotator()
    client = Client()
    assert error(attempt(client, "ann", world.PASSWORD, 1)) == ""
    client.post("/accounts/logout/")
    return client


def test_a_browser_that_signed_in_before_feels_nothing(known):
    guess("ann", 30)
    for number in range(60):
        attempt(Client(), f"name-{number}", "wrong", 1)
    assert error(attempt(known, "ann", world.PASSWORD, 1)) == ""


def test_in_such_a_browser_five_wrong_passwords_are_enough(known):
    answers = [error(attempt(known, "ann", "wrong", number)) for number in range(7)]
    assert [answer.startswith("The user name") for answer in answers] == [True] * 5 + [False] * 2
    assert error(attempt(Client(), "ann", world.PASSWORD, 900)) == "", "others are not concerned"


@pytest.mark.attack("POST")
def test_a_cookie_for_one_account_opens_no_other(known):
    """The cookie does not work for Ben's name, or for an email address that both accounts have."""
    ben = world.second_annotator()
    User.objects.filter(username__in=["ann", "ben"]).update(email="ben@example.org")
    for login in ("ben", "ben@example.org"):
        guess(login, 30)
        assert "Try again in" in error(attempt(known, login, world.PASSWORD, 900))
    assert ben.check_password(world.PASSWORD)


def test_a_made_up_cookie_is_worth_nothing(known):
    guess("ann", 30)
    number = known.cookies[COOKIE].value
    for value in ("", "x", number[:-2], "ann:" + number):
        stranger = Client()
        stranger.cookies[COOKIE] = value
        assert "Try again in" in error(attempt(stranger, "ann", world.PASSWORD, 900))


def test_a_new_password_makes_other_browsers_unknown(known):
    here = Client()
    attempt(here, "ann", world.PASSWORD, 1)
    new = "a quite different passphrase"
    form = {"oldpassword": world.PASSWORD, "password1": new, "password2": new}
    assert here.post("/accounts/password/change/", form).status_code == 302
    here.post("/accounts/logout/")
    guess("ann", 30)
    assert "Try again in" in error(attempt(known, "ann", new, 900))
    assert error(attempt(here, "ann", new, 900)) == ""


def test_the_cookie_names_nobody_and_no_script_reads_it(known):
    cookie = known.cookies[COOKIE]
    assert (cookie["httponly"], cookie["samesite"], cookie["max-age"]) == (True, "Lax", 31536000)
    assert "ann" not in cookie.value


def test_people_who_come_at_the_same_moment_do_not_refuse_one_another():
    with ThreadPoolExecutor(30) as together:
        counted = list(
            together.map(lambda _: tries.count("join", "link 1 from a class"), range(90))
        )
    attempts = [attempt for attempt in counted if attempt]
    assert len(attempts) == 60
    attempts[0].give_back()
    assert tries.count("join", "link 1 from a class")
    assert tries.count("join", "link 1 from a class") is None
