"""Tests of demo accounts, which work only on the site's own machine and while the demo is on."""

import stat

import pytest
from django.test import Client

from annotation import demo_mode
from annotation.services import demo_password
from people.models import User
from people.sign_in.demo import provide_demo_account
from tests import world
from tests.api.program import Program

ANYWHERE = "0.0.0.0"
PASSWORD = "drawn on this machine"
HERE = {"REMOTE_ADDR": "127.0.0.1", "HTTP_HOST": "localhost:8000"}
ELSEWHERE = [
    {"REMOTE_ADDR": "203.0.113.5"},
    {"REMOTE_ADDR": ""},
    {"REMOTE_ADDR": "::ffff:203.0.113.5"},
    {"HTTP_X_FORWARDED_FOR": "127.0.0.1"},
    {"HTTP_X_FORWARDED_PROTO": "https"},
    {"HTTP_FORWARDED": "for=127.0.0.1"},
    {"HTTP_VIA": "1.1 proxy"},
    {"HTTP_X_REAL_IP": "127.0.0.1"},
    {"HTTP_HOST": "ratings.example.org"},
]


@pytest.fixture
def account(db, settings, no_tries_counted):
    settings.DEMO = True
    settings.ALLOWED_HOSTS = ["*"]
    return provide_demo_account(name="researcher", password=PASSWORD, staff=True)


def log_in(name="researcher", password=PASSWORD, **origin) -> Client:
    client = Client(**(HERE | origin))
    client.post("/accounts/login/", {"login": name, "password": password})
    return client


def is_in(client: Client, **origin) -> bool:
    return client.get("/", **origin).status_code == 200


@pytest.mark.parametrize(
    "origin",
    [{}, {"REMOTE_ADDR": "::1", "HTTP_HOST": "[::1]:8000"}, {"REMOTE_ADDR": "::ffff:127.0.0.1"}],
)
def test_they_work_on_this_machine(account, origin):
    assert is_in(log_in(**origin))


@pytest.mark.attack("POST")
@pytest.mark.parametrize("origin", ELSEWHERE, ids=str)
def test_they_cannot_log_in_from_elsewhere(account, caplog, origin):
    client = log_in(**origin)
    assert "sessionid" not in client.cookies
    assert not is_in(client)
    assert "A login of the demo account 'researcher' from" in caplog.text


@pytest.mark.parametrize("origin", ELSEWHERE, ids=str)
def test_a_session_opened_on_this_machine_is_worth_nothing_elsewhere(account, origin):
    client = log_in()
    assert not is_in(client, **origin)
    assert client.get("/admin/", **origin).status_code == 302
    assert is_in(client)


@pytest.mark.parametrize("origin", ELSEWHERE, ids=str)
def test_a_token_of_one_is_worth_nothing_elsewhere(account, origin):
    program = Program(account)
    assert program.get("batches", **(HERE | origin)).status_code == 401
    assert program.get("batches", **HERE).status_code == 200


@pytest.mark.parametrize("setting", [("DEMO", False), ("BEHIND_PROXY", True)])
def test_they_end_with_the_demo_and_behind_a_proxy(account, settings, setting):
    client = log_in()
    assert is_in(client)
    setattr(settings, *setting)
    assert not is_in(client)
    assert not is_in(log_in())


def test_everybody_else_logs_in_from_anywhere(account):
    world.annotator()
    for origin in ELSEWHERE:
        assert is_in(log_in("ann", world.PASSWORD, **origin), **origin)


def test_the_refusal_costs_no_statement(account, django_assert_num_queries):
    client = log_in()
    with django_assert_num_queries(1):
        client.get("/", REMOTE_ADDR="203.0.113.5")


def test_an_account_that_somebody_has_is_left_alone(db):
    real = User.objects.create_user("researcher", password="a researcher's own")
    provide_demo_account(name="researcher", password=PASSWORD, staff=True)
    real.refresh_from_db()
    assert (real.is_demo, real.is_staff, real.check_password("a researcher's own")) == (
        False,
        False,
        True,
    )


def test_a_new_machine_gives_them_its_own_password(account):
    provide_demo_account(name="researcher", password="another", staff=True)
    account.refresh_from_db()
    assert account.check_password("another")


def test_the_password_is_drawn_once_and_only_its_owner_reads_it(tmp_path):
    password = demo_password(tmp_path / "var")
    path = tmp_path / "var" / "demo_password"
    assert len(password) == 16
    assert (demo_password(tmp_path / "var"), path.read_text()) == (password, password)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert demo_password(tmp_path / "elsewhere") != password


@pytest.mark.parametrize(
    ("environ", "expected"),
    [
        ({}, True),
        ({"BIND": "127.0.0.1"}, True),
        ({"BIND": "[::1]"}, True),
        ({"BIND": ANYWHERE}, False),
        ({"BIND": ""}, False),
        ({"BIND": "192.0.2.7", "DEMO": ""}, False),
        ({"DEMO": "false"}, False),
        ({"BIND": ANYWHERE, "DEMO": "true"}, True),
    ],
)
def test_a_site_that_others_can_reach_has_no_demo_unless_it_is_asked_for(environ, expected):
    assert demo_mode.with_demo(environ) is expected


def test_the_console_shows_the_logins_or_says_why_there_are_none(tmp_path):
    password = demo_password(tmp_path)
    logins = [f"  Researcher: researcher / {password}", f"  Annotator:  annotator / {password}"]
    assert demo_mode.login_lines({}, tmp_path) == logins
    assert demo_mode.login_lines({"DEMO": "true", "BIND": ANYWHERE}, tmp_path) == [
        *logins,
        "  Both logins work only in a browser on this machine.",
    ]
    assert demo_mode.login_lines({"DEMO": "no"}, tmp_path) == []
    assert demo_mode.login_lines({"BIND": ANYWHERE}, tmp_path) == [
        "  The demo and its logins are off, because BIND=0.0.0.0 allows other machines.",
        "  DEMO=true turns them on. The logins then work only in a browser on this machine.",
    ]
