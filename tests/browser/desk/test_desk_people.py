"""Tests of projects, roles and invitations: an owner on a desktop, a new user on a phone."""

import pytest
from playwright.sync_api import expect

from tests import world
from tests.browser.test_accessibility import problems
from tests.conftest import PHONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def test_an_owner_makes_a_project_and_a_newcomer_joins_it_on_a_phone(
    page, open_page, live_server, log_in, shoot
):
    log_in(page, world.person("olga", is_staff=True))
    page.goto(live_server.url + "/admin/projects/")
    page.get_by_role("link", name="New project").click()
    page.get_by_label("name").fill("Moths")
    page.get_by_role("button", name="Create project").click()
    expect(page.get_by_text("“Moths” created.")).to_be_visible()
    assert problems(page) == []
    page.get_by_role("link", name="Invite people").click()
    page.get_by_role("button", name="Create invitation").click()
    link = page.locator("#invitation-link").inner_text()
    shoot(page, "project")
    assert problems(page) == []

    phone = open_page(PHONE)
    phone.goto(link)
    shoot(phone, "invitation")
    assert problems(phone) == []
    phone.get_by_label("User name").fill("nina")
    phone.get_by_label("Password", exact=True).fill("a quite different passphrase")
    phone.get_by_label("Repeat password").fill("a quite different passphrase")
    phone.get_by_role("button", name="Create account").click()
    expect(phone.get_by_text("Welcome to Moths. Your role: Researcher.")).to_be_visible()
    assert problems(phone) == []
    phone.goto(live_server.url + "/notices/")
    shoot(phone, "notices")
    phone.get_by_label("A batch is done").uncheck()
    phone.get_by_role("button", name="Save").click()
    expect(phone.get_by_text("Saved.", exact=True)).to_be_visible()
    expect(phone.get_by_label("A batch is done")).not_to_be_checked()
    assert problems(phone) == []
