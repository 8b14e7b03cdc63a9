"""Tests of changing a password and of replacing a forgotten one."""

import re
from urllib.parse import urlsplit

import pytest
from django.core import mail
from django.test import Client

from annotation.services import mail_server
from people.models import User
from people.sign_in.demo import provide_demo_account
from people.tasks import mail_reset_links
from tests import world
from tests.pages import log_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("no_tries_counted")]
NEW = "a quite different passphrase"
CHANGE, RESET = "/accounts/password/change/", "/accounts/password/reset/"
SITE = "https://ratings.example.org/"


@pytest.fixture(autouse=True)
def site_url(settings):
    settings.SITE_URL = SITE


@pytest.fixture
def ann():
    user = world.annotator()
    user.email = "Ann@Example.org"
    user.save(update_fields=["email"])
    return user


def logged_in(name="ann", password=world.PASSWORD) -> Client | None:
    client = Client()
    answer = client.post("/accounts/login/", {"login": name, "password": password})
    return client if answer.status_code == 302 else None


def errors(response) -> list[str]:
    return re.findall(r"<li>(?:<a[^>]*>)?([^<]*)", response.content.decode())


def change(client, old, new, again=None):
    return client.post(CHANGE, {"oldpassword": old, "password1": new, "password2": again or new})


@pytest.mark.attack("POST")
def test_a_new_password_replaces_the_old_one_and_ends_the_other_sessions(ann):
    here, elsewhere = logged_in(), logged_in()
    response = change(here, world.PASSWORD, NEW)
    assert (response.status_code, response["Location"]) == (302, "/")
    assert "Password changed." in here.get("/").content.decode()
    assert elsewhere.get("/").status_code == 302
    assert logged_in() is None
    assert logged_in(password=NEW)


@pytest.mark.parametrize(
    ("old", "new", "again", "expected"),
    [
        ("wrong", NEW, NEW, ["Current password: This is not your current password."]),
        (world.PASSWORD, NEW, NEW + "!", ["Repeat password: The passwords do not match."]),
        (
            world.PASSWORD,
            "1234567890",
            "1234567890",
            ["New password: This password is too common."],
        ),
        (
            world.PASSWORD,
            "",
            "",
            ["New password: This field is required.", "Repeat password: This field is required."],
        ),
    ],
)
def test_what_is_wrong_is_said_at_its_field(ann, old, new, again, expected):
    assert errors(change(logged_in(), old, new, again)) == expected
    ann.refresh_from_db()
    assert ann.check_password(world.PASSWORD)


SITES = NAMES = "the name of the site, your name or your email address."


@pytest.mark.attack("POST")
@pytest.mark.parametrize(
    ("password", "said"),
    [
        ("nine-9-abc", ""),
        ("nine-9-ab", "It must contain at least 10 characters."),
        ("my Rateroom login", SITES),
        ("ＲＡＴＥＲＯＯＭ 2026", SITES),
        ("ratings forever 7", SITES),
        ("ann 4 president", NAMES),
        ("planning a holiday", ""),
        ("xx_Lovelace_1815", NAMES),
        ("eleven countess trips", NAMES),
    ],
)
def test_a_password_does_not_contain_the_name_of_the_site_or_the_person(ann, password, said):
    User.objects.filter(pk=ann.pk).update(last_name="Lovelace", email="countess.x@example.org")
    answer = change(logged_in(), world.PASSWORD, password)
    assert [error.endswith(said) for error in errors(answer)] == ([True] if said else [])
    ann.refresh_from_db()
    assert ann.check_password(password) is not bool(said)


def test_an_open_session_cannot_try_out_the_present_password(ann):
    client = logged_in()
    answers = [errors(change(client, f"wrong {number}", NEW))[0] for number in range(7)]
    assert [answer.endswith("your current password.") for answer in answers] == [True] * 5 + [
        False
    ] * 2
    change(client, world.PASSWORD, NEW)
    ann.refresh_from_db()
    assert not ann.check_password(NEW)


def test_an_account_without_a_password_sets_one(client):
    user = User.objects.create(username="new")
    user.set_unusable_password()
    user.save()
    log_in(client, user)
    assert client.get(CHANGE)["Location"] == "/accounts/password/set/"
    assert (
        client.post("/accounts/password/set/", {"password1": NEW, "password2": NEW}).status_code
        == 302
    )
    assert logged_in("new", NEW)


def asked(client, email, **origin):
    """Submit the forgotten-password page. Return the tasks' arguments and the response."""
    sent = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "people.sign_in.forms.current_app.send_task", lambda _task, args: sent.append(args)
        )
        response = client.post(RESET, {"email": email}, **origin)
    return sent, response


def test_asking_tells_nothing_about_who_has_an_account(ann, client, django_assert_num_queries):
    pages = []
    for email in ("ann@example.org", "nobody@example.org"):
        with django_assert_num_queries(0):
            sent, response = asked(client, email)
        assert sent == [(email, "en")]
        assert (response.status_code, response["Location"]) == (
            302,
            "/accounts/password/reset/done/",
        )
        page = client.get(response["Location"]).content.decode()
        pages.append(re.sub(r'(?<=csrfmiddlewaretoken" value=")\w+', "", page))
    assert pages[0] == pages[1]


def link_for(email, language="en") -> str:
    mail.outbox.clear()
    mail_reset_links(email, language)
    [message] = mail.outbox
    return next(line for line in message.body.splitlines() if line.startswith(SITE))


def test_the_link_in_the_mail_sets_a_password_once(ann):
    for number in range(5):
        logged_in(password=f"wrong {number}")
    session, client = Client(), Client()
    session.force_login(ann)
    path = urlsplit(link_for("ANN@example.org")).path
    assert mail.outbox[0].to == ["Ann@Example.org"]
    form = client.get(path)["Location"]
    assert "New password" in client.get(form).content.decode()
    assert errors(client.post(form, {"password1": "short", "password2": "short"})) == [
        "New password: This password is too short. It must contain at least 10 characters."
    ]
    response = client.post(form, {"password1": NEW, "password2": NEW})
    assert response["Location"] == "/accounts/password/reset/key/done/"
    assert "Password changed" in client.get(response["Location"]).content.decode()
    assert session.get("/").status_code == 302
    assert logged_in(password=NEW)  # though wrong ones were tried from here
    assert "This link does not work" in Client().get(path).content.decode()


def test_a_link_is_worth_nothing_after_a_day_or_for_another_account(ann, settings):
    other = world.second_annotator()
    path = urlsplit(link_for("ann@example.org")).path
    key = path.split("/key/")[1]
    forged = path.replace(
        key, key.replace(key.split("-")[0], "2" if other.pk == 2 else str(other.pk), 1)
    )
    assert "This link does not work" in Client().get(forged).content.decode()
    settings.PASSWORD_RESET_TIMEOUT = -1
    assert "This link does not work" in Client().get(path).content.decode()
    ann.refresh_from_db()
    assert ann.check_password(world.PASSWORD)


def test_no_link_goes_to_who_is_out_or_to_the_demo(ann):
    User.objects.filter(pk=ann.pk).update(is_active=False)
    provide_demo_account(name="annotator", password="drawn", staff=False)
    User.objects.filter(username="annotator").update(email="demo@example.org")
    for email in ("ann@example.org", "demo@example.org", "nobody@example.org"):
        mail_reset_links(email, "en")
    assert mail.outbox == []


def test_the_mail_speaks_the_language_of_the_page(ann, client):
    sent, _response = asked(client, "ann@example.org", HTTP_ACCEPT_LANGUAGE="de")
    assert sent[0][1] == "de"
    link_for("ann@example.org", "de")
    assert mail.outbox[0].subject == "Ihr Passwort für Rateroom zurücksetzen"


def test_asking_too_often_is_refused_for_that_address_alone(ann, client):
    answers = [asked(client, "ann@example.org")[1].status_code for _time in range(4)]
    assert answers == [302, 302, 302, 200]
    assert asked(client, "ann@example.org", REMOTE_ADDR="203.0.113.5")[1].status_code == 302
    assert asked(client, "ben@example.org")[1].status_code == 302


@pytest.mark.parametrize(("url", "told"), [("", True), ("smtp://mail.example.org", False)])
def test_a_site_without_a_mail_server_says_so(client, settings, url, told):
    settings.EMAIL_URL = url
    for path in (RESET, f"{RESET}done/"):
        assert ("This site has no mail server" in client.get(path).content.decode()) is told


def test_without_a_mail_server_messages_go_into_a_private_folder(ann, settings, tmp_path):
    settings.EMAIL_BACKEND = "annotation.mail.FolderBackend"
    settings.EMAIL_FILE_PATH = tmp_path / "mail"
    mail_reset_links("ann@example.org", "en")
    [file] = settings.EMAIL_FILE_PATH.iterdir()
    assert f"{SITE}accounts/password/reset/key/" in file.read_text()
    assert settings.EMAIL_FILE_PATH.stat().st_mode & 0o777 == 0o700


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        (
            "smtp://ann:p%40ss@mail.example.org",
            ("mail.example.org", 587, "ann", "p@ss", False, True),
        ),
        ("smtps://mail.example.org:2465", ("mail.example.org", 2465, "", "", True, False)),
        ("smtp://localhost:25?tls=no", ("localhost", 25, "", "", False, False)),
    ],
)
def test_the_mail_server_is_read_from_its_address(url, expected):
    read = mail_server(url)
    names = ("HOST", "PORT", "HOST_USER", "HOST_PASSWORD", "USE_SSL", "USE_TLS")
    assert tuple(read[f"EMAIL_{name}"] for name in names) == expected


@pytest.mark.parametrize("url", ["mail.example.org", "http://mail.example.org", "smtp://"])
def test_an_address_that_is_no_mail_servers_is_refused_with_the_remedy(url):
    with pytest.raises(ValueError, match="EMAIL_URL must look like smtp://"):
        mail_server(url)
