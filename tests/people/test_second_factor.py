"""Tests of two-factor authentication: setup, login, limits, encryption, requirement and reset."""

import logging
import re
from datetime import timedelta
from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal import auth
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from people.factors.required import has_factor
from people.models import Act, Session
from people.personal_data.erasing import ask_erasure, perform_erasure
from recruiting.guests.making import make_guest
from recruiting.guests.own_links import own_token
from tests import world
from tests.people.conftest import Clock

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_tries_counted", "clock")]
FACTORS = "/accounts/second-factor/"
STEP, APP, CODES = f"{FACTORS}log-in/", f"{FACTORS}app/add/", f"{FACTORS}recovery-codes/"


def code_of(secret: str, clock: Clock, steps: int = 0) -> str:
    return auth.format_hotp_value(auth.hotp_value(secret, int(clock.now) // 30 + steps))


def with_password(user) -> Client:
    client = Client()
    client.post("/accounts/login/", {"login": user.username, "password": world.PASSWORD})
    return client


def reauthenticated(user) -> Client:
    client = with_password(user)
    address = f"{FACTORS}password/?next={FACTORS}"
    assert client.post(address, {"password": world.PASSWORD})["Location"] == FACTORS
    return client


def set_up(user, clock: Clock) -> tuple[Client, str, list[str]]:
    """Set up an app for the user. Return their client, the secret and the recovery codes."""
    client = reauthenticated(user)
    secret = client.get(APP).context["letters"].replace(" ", "")
    answer = client.post(APP, {"code": code_of(secret, clock)})
    assert (answer.status_code, answer["Location"]) == (302, CODES)
    return client, secret, client.get(CODES).context["unused_codes"]


def acts() -> list[tuple]:
    acts = Act.objects.exclude(verb="signed_in").order_by("pk")
    return list(acts.values_list("actor__username", "verb", "after"))


def is_in(client: Client) -> bool:
    return client.get("/your-sessions/").status_code == 200


@pytest.mark.attack("POST")
def test_logging_in_takes_the_code_too(clock):
    ann = world.annotator()
    _client, secret, _codes = set_up(ann, clock)
    clock.now += 300
    client = with_password(ann)
    assert not is_in(client)
    page = client.get(STEP)
    assert page.status_code == 200
    assert page["Cache-Control"].startswith("max-age=0")
    answer = client.post(STEP, {"code": code_of(secret, clock)})
    assert (answer.status_code, answer["Location"]) == (302, "/")
    assert is_in(client)


def test_a_wrong_code_opens_nothing_and_is_logged_without_it(clock, caplog):
    ann = world.annotator()
    _client, secret, _codes = set_up(ann, clock)
    client = with_password(ann)
    wrong = f"{(int(code_of(secret, clock, 5)) + 1) % 1_000_000:06}"
    with caplog.at_level(logging.WARNING):
        page = client.post(STEP, {"code": wrong})
    assert "This code is wrong or was already used." in page.content.decode()
    assert not is_in(client)
    lines = [record.getMessage() for record in caplog.records if record.name.startswith("people")]
    assert lines == ["Wrong second factor: account 'ann', from 127.0.0.1."]


@pytest.mark.attack("POST")
def test_no_code_is_taken_twice_while_the_app_shows_it_or_the_site_would_take_it(clock):
    ann = world.annotator()
    _client, secret, _codes = set_up(ann, clock)
    clock.now += 300
    code = code_of(secret, clock, 1)
    assert with_password(ann).post(STEP, {"code": code}).status_code == 302
    # What django-allauth remembers for half a minute is over.
    from django.core.cache import cache

    cache.delete(f"allauth.mfa.totp.used?user={ann.pk}&code={code}")
    again = with_password(ann).post(STEP, {"code": code})
    assert "was already used" in again.content.decode()


@pytest.mark.attack("POST")
def test_sixty_codes_are_not_tried(clock):
    ann = world.annotator()
    _client, secret, _codes = set_up(ann, clock)
    clock.now += 300
    client = with_password(ann)
    for _try in range(5):
        client.post(STEP, {"code": "nothing"})
    page = client.post(STEP, {"code": code_of(secret, clock)})
    assert "Too many attempts." in page.content.decode()
    assert not is_in(client)


def test_a_recovery_code_opens_the_account_once(clock):
    ann = world.annotator()
    _client, _secret, codes = set_up(ann, clock)
    assert len(set(codes)) == 10
    assert with_password(ann).post(STEP, {"code": codes[3]}).status_code == 302
    assert with_password(ann).post(STEP, {"code": codes[3]}).status_code == 200
    assert with_password(ann).post(STEP, {"code": codes[4]}).status_code == 302


def test_recovery_codes_are_shown_once_with_a_file_of_them(clock):
    ann = world.annotator()
    client = reauthenticated(ann)
    secret = client.get(APP).context["letters"].replace(" ", "")
    client.post(APP, {"code": code_of(secret, clock)})
    page = client.get(CODES)
    codes = page.context["unused_codes"]
    assert all(code in page.content.decode() for code in codes)
    assert all(code in page.context["file"] for code in codes)
    assert page["Cache-Control"].startswith("max-age=0")
    second = client.get(CODES).content.decode()
    assert [code for code in codes if code in second] == []
    assert client.post(f"{CODES}new/")["Location"] == CODES
    renewed = client.get(CODES).context["unused_codes"]
    assert set(renewed) & set(codes) == set()
    assert with_password(ann).post(STEP, {"code": codes[0]}).status_code == 200


@pytest.mark.attack("reading the database")
def test_secrets_are_sealed_at_rest_in_the_session_too(clock):
    ann = world.annotator()
    client = reauthenticated(ann)
    secret = client.get(APP).context["letters"].replace(" ", "")
    assert secret not in str([session.get_decoded() for session in Session.objects.all()])
    client.post(APP, {"code": code_of(secret, clock)})
    codes = client.get(CODES).context["unused_codes"]
    with connection.cursor() as cursor:
        cursor.execute("select data::text from mfa_authenticator")
        stored = str(cursor.fetchall())
    assert [text for text in (secret, *codes) if text in stored] == []
    assert "gAAAA" in stored


def test_with_another_secret_key_no_code_is_right(clock, settings):
    ann = world.annotator()
    _client, secret, codes = set_up(ann, clock)
    settings.SECRET_KEY = "another key of this test " * 3
    clock.now += 300
    client = with_password(ann)
    for code in (code_of(secret, clock), code_of("", clock), codes[0]):
        assert client.post(STEP, {"code": code}).status_code == 200
    settings.SECRET_KEY_FALLBACKS = []


def test_setting_up_and_taking_away_end_the_other_sessions_and_are_acts(clock):
    ann = world.annotator()
    elsewhere = with_password(ann)
    client, secret, _codes = set_up(ann, clock)
    assert (is_in(elsewhere), is_in(client)) == (False, True)
    clock.now += 300
    elsewhere = with_password(ann)
    elsewhere.post(STEP, {"code": code_of(secret, clock)})
    clock.now += 300
    client.post(f"{FACTORS}code/?next={FACTORS}", {"code": code_of(secret, clock)})
    assert client.post(f"{FACTORS}app/remove/")["Location"] == FACTORS
    assert (is_in(elsewhere), is_in(client)) == (False, True)
    assert Authenticator.objects.count() == 0
    assert acts() == [
        ("ann", "factor_added", {"kind": "totp"}),
        ("ann", "sessions_ended", {"sessions": 1}),
        ("ann", "codes_made", {"kind": "recovery_codes"}),
        ("ann", "factor_removed", {"kind": "totp"}),
        ("ann", "sessions_ended", {"sessions": 1}),
    ]


@pytest.mark.parametrize("address", [APP, f"{FACTORS}keys/add/"])
def test_nothing_changes_before_one_has_shown_to_be_oneself(address):
    ann = world.annotator()
    client = with_password(ann)
    expected = f"{FACTORS}password/?next={address.replace('/', '%2F')}"
    assert client.get(address)["Location"] == expected
    page = client.post(f"{FACTORS}password/?next={address}", {"password": "wrong"})
    assert "This is not your current password." in page.content.decode()


@pytest.mark.attack("POST")
def test_a_password_alone_takes_no_factor_away(clock):
    ann = world.annotator()
    _client, secret, _codes = set_up(ann, clock)
    clock.now += 300
    client = with_password(ann)
    client.post(STEP, {"code": code_of(secret, clock)})
    remove = f"{FACTORS}app/remove/"
    asked = client.post(remove)["Location"]
    assert asked == f"{FACTORS}code/?next={remove.replace('/', '%2F')}"
    by_password = client.post(f"{FACTORS}password/", {"password": world.PASSWORD})
    assert by_password["Location"].startswith(f"{FACTORS}code/")
    assert client.post(remove)["Location"] == asked
    assert has_factor(ann)


@pytest.mark.parametrize(
    ("who", "owners", "researchers"),
    [
        (world.owner, True, True),
        (world.researcher, True, True),
        (world.viewer, False, True),
        (lambda _project: world.person("root", is_staff=True, is_superuser=True), True, True),
        (lambda _project: world.annotator(), False, False),
    ],
)
def test_whom_the_setting_asks_for_a_factor(who, owners, researchers, settings):
    user = who(world.project())
    for setting, expected in (("none", False), ("owners", owners), ("researchers", researchers)):
        settings.REQUIRE_SECOND_FACTOR = setting
        client = Client()
        client.force_login(user)
        answers = [client.get(address) for address in ("/admin/", "/admin/people/", "/work/")]
        led = [answer.status_code == 302 and answer["Location"] == FACTORS for answer in answers]
        assert led == [expected] * 3
        assert client.get(FACTORS).status_code == 200
        assert ("requires two-factor" in client.get(FACTORS).content.decode()) is expected


def test_who_must_sets_one_up_and_goes_on(settings, clock):
    settings.REQUIRE_SECOND_FACTOR = "owners"
    olga = world.owner(world.project())
    client, _secret, _codes = set_up(olga, clock)
    assert client.get("/admin/").status_code == 200
    client.post(f"{FACTORS}code/?next={FACTORS}", {"code": _codes[0]})
    client.post(f"{FACTORS}app/remove/")
    assert client.get("/admin/")["Location"] == FACTORS


def test_a_session_without_the_factor_is_asked_for_it(settings, clock):
    settings.REQUIRE_SECOND_FACTOR = "owners"
    olga = world.owner(world.project())
    _client, secret, _codes = set_up(olga, clock)
    client = Client()
    client.force_login(olga)
    asked = f"{FACTORS}code/?next=%2Fadmin%2Facts%2F"
    assert client.get("/admin/acts/")["Location"] == asked
    clock.now += 300
    assert client.post(asked, {"code": code_of(secret, clock)})["Location"] == "/admin/acts/"
    assert client.get("/admin/acts/").status_code == 200


def test_the_api_takes_no_session_and_tokens_stay(settings):
    from people.tokens.granting import make_token

    settings.REQUIRE_SECOND_FACTOR = "owners"
    olga = world.owner(world.project())
    client = Client()
    client.force_login(olga)
    assert client.get("/api/v1/projects").status_code == 401
    _row, token = make_token(user=olga, name="ci", scopes=["read"], days=1)
    header = {"Authorization": f"Bearer {token}"}
    assert client.get("/api/v1/projects", headers=header).status_code == 200


def test_asking_for_it_costs_annotators_and_who_used_it_no_statement(
    settings, clock, django_assert_num_queries
):
    settings.REQUIRE_SECOND_FACTOR = "researchers"
    client, _secret, _codes = set_up(world.owner(world.project()), clock)
    with django_assert_num_queries(1):
        client.get("/batches/1/start/")
    client.force_login(world.annotator())
    with django_assert_num_queries(1):
        client.get("/batches/1/start/")


def test_a_lost_phone_is_mended_on_the_server(clock):
    ann = world.annotator()
    client, _secret, _codes = set_up(ann, clock)
    said = StringIO()
    call_command("reset_factors", "ann", stdout=said)
    assert said.getvalue().startswith("ann: 1 second factors were removed.")
    assert (is_in(client), has_factor(ann), is_in(with_password(ann))) == (False, False, True)
    assert acts()[-2:] == [
        (None, "factor_removed", {"kind": "totp"}),
        (None, "sessions_ended", {"sessions": 1}),
    ]
    with pytest.raises(CommandError, match="There is no account 'Ann'"):
        call_command("reset_factors", "Ann")


def test_whoever_works_without_an_account_has_nothing_to_protect():
    client = Client()
    client.post(reverse("come_back", args=[own_token(make_guest().guest)]))
    page = client.get(FACTORS).content.decode()
    assert re.search("You are working without an account", page)
    assert "Change password" not in client.get("/work/").content.decode()
    assert client.get(APP)["Location"] == FACTORS


def test_an_erasure_takes_them_and_leaves_no_name(clock):
    ann = world.annotator()
    set_up(ann, clock)
    erasure = ask_erasure(
        user=ann, origin="owner", texts=False, by=None, at=timezone.now() - timedelta(seconds=1)
    )
    perform_erasure(erasure_id=erasure.pk)
    assert Authenticator.objects.count() == 0
    assert not Act.objects.filter(subject_name="ann").exists()


def test_a_misspelt_requirement_is_found_at_start(settings):
    from people.factors.required import known_requirement

    assert known_requirement() == []
    settings.REQUIRE_SECOND_FACTOR = "owner"
    assert [problem.id for problem in known_requirement()] == ["people.E003"]
