"""Tests of the login pages in a browser: their texts and layout."""

from urllib.parse import urlsplit

import pytest
from django.core import mail
from playwright.sync_api import expect

from people.models import User
from people.tasks import mail_reset_links
from tests import world

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_tries_counted"),
]
NEW = "a quite different passphrase"


@pytest.fixture
def ann():
    user = world.annotator()
    User.objects.filter(pk=user.pk).update(email="ann@example.org")
    return user


def fill_in(page, **fields):
    for label, value in fields.items():
        page.get_by_label(label.replace("_", " "), exact=True).fill(value)


def log_in(page, password):
    page.locator("[name=login]").fill("ann@example.org")
    page.locator("[name=password]").fill(password)
    page.get_by_role("button", name="Log in").click()


def test_the_login(page, live_server, look, ann):
    page.goto(live_server.url + "/accounts/login/")
    look("login")
    page.get_by_role("button", name="Log in").click()
    expect(page.locator(".error-summary")).to_be_focused()
    expect(page).to_have_title("Error: Log in · Rateroom")
    look("login-empty")
    for _time in range(5):
        log_in(page, "wrong")
    expect(page.locator(".error-summary li")).to_have_text(
        "The user name or password is wrong. Passwords are case-sensitive."
    )
    look("login-wrong")
    log_in(page, world.PASSWORD)
    expect(page.locator(".error-summary li")).to_contain_text("Too many attempts.")
    look("login-too-many")


@pytest.mark.long
def test_changing_the_password_and_logging_out(page, live_server, look, ann):
    page.goto(live_server.url + "/accounts/login/")
    log_in(page, world.PASSWORD)
    page.get_by_role("link", name="Your work").click()
    page.get_by_role("link", name="Change password").click()
    look("password-change")
    fill_in(page, Current_password="wrong", New_password="password")
    page.get_by_role("button", name="Change password").click()
    expect(page.locator(".error-summary a")).to_have_count(4)
    look("password-change-wrong")
    fill_in(page, Current_password=world.PASSWORD, New_password=NEW)
    page.get_by_label("Repeat password").fill(NEW)
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_text("Password changed.")).to_be_visible()
    look("password-changed")
    page.goto(live_server.url + "/accounts/logout/")
    look("logout")
    page.locator("main").get_by_role("button", name="Log out").click()
    expect(page.get_by_text("You are logged out.")).to_be_visible()
    look("logged-out")


@pytest.mark.long
def test_a_forgotten_password(page, live_server, look, ann, settings):
    page.goto(live_server.url + "/accounts/login/")
    page.get_by_role("link", name="Forgot your password?").click()
    look("reset")
    page.get_by_label("Email address").fill("ann@example.org")
    page.get_by_role("button", name="Send the email").click()
    expect(page.get_by_role("heading", name="Check your email")).to_be_visible()
    look("reset-done-without-mail")
    settings.EMAIL_URL = "smtp://mail.example.org"
    page.reload()
    expect(page.get_by_text("Check your spam folder.")).to_be_visible()
    look("reset-done")
    settings.SITE_URL = live_server.url
    mail_reset_links("ann@example.org", "en")
    link = next(line for line in mail.outbox[-1].body.splitlines() if line.startswith("http"))
    page.goto(link)
    assert urlsplit(page.url).path.endswith("-set-password/")
    look("reset-key")
    fill_in(page, New_password=NEW)
    page.get_by_label("Repeat password").fill(NEW)
    page.get_by_role("button", name="Change password").click()
    expect(page.get_by_text("Password changed.")).to_be_visible()
    look("reset-key-done")
    page.goto(link)
    expect(page.get_by_role("heading", name="This link does not work")).to_be_visible()
    look("reset-key-dead")
