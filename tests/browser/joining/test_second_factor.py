"""Tests of security keys with Chromium's virtual key, and of the layout of the account pages."""

import pytest
from allauth.mfa.models import Authenticator
from playwright.sync_api import expect

from tests import world

pytestmark = [
    pytest.mark.browser,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("no_tries_counted"),
]
FACTORS = "/accounts/second-factor/"
KEY = {
    "protocol": "ctap2",
    "transport": "usb",
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def virtual_key(page):
    """A virtual security key that always confirms."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    return devtools.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})["authenticatorId"]


def press(page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def add_key(page) -> None:
    page.get_by_label("Name", exact=True).fill("Blue key")
    press(page, "Add a key")
    expect(page.get_by_role("heading", name="Recovery codes", level=1)).to_be_visible()


def test_a_security_key_is_added_and_opens_the_account(page, live_server, log_in, virtual_key):
    user = world.annotator()
    log_in(page, user)
    page.goto(live_server.url + FACTORS)
    page.get_by_role("link", name="Add a key").click()
    page.get_by_label("Current password").fill(world.PASSWORD)
    press(page, "Continue")
    add_key(page)
    expect(page.locator(".recovery-codes code")).to_have_count(10)
    page.get_by_role("link", name="Done").click()
    expect(page.get_by_text("Blue key")).to_be_visible()
    page.context.clear_cookies()
    page.goto(live_server.url + "/accounts/login/")
    page.locator("[name=login]").fill("ann")
    page.locator("[name=password]").fill(world.PASSWORD)
    press(page, "Log in")
    press(page, "Use a security key")
    page.wait_for_url(live_server.url + "/")
    expect(page.get_by_role("button", name="Log out")).to_be_visible()
    assert Authenticator.objects.get(type="webauthn").last_used_at is not None


@pytest.mark.long
def test_the_pages_of_an_account_fit_every_screen(page, live_server, log_in, virtual_key, look):
    olga = world.owner(world.project())
    log_in(page, olga)
    page.goto(live_server.url + "/your-sessions/")
    look("your-sessions")
    page.goto(live_server.url + FACTORS)
    look("factors-none")
    page.get_by_role("link", name="Set up an app").click()
    look("prove-by-password")
    page.get_by_label("Current password").fill(world.PASSWORD)
    press(page, "Continue")
    look("app")
    page.goto(live_server.url + FACTORS + "keys/add/")
    look("key")
    add_key(page)
    look("recovery-codes")
    page.goto(live_server.url + FACTORS)
    look("factors-key")
    page.get_by_role("link", name="Remove Blue key").click()
    look("remove-key")
    page.context.clear_cookies()
    page.goto(live_server.url + "/accounts/login/")
    page.locator("[name=login]").fill("olga")
    page.locator("[name=password]").fill(world.PASSWORD)
    press(page, "Log in")
    look("second-step")
