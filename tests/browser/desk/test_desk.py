"""Tests of the researcher's pages on a desktop and on a phone."""

import re

import pytest
from playwright.sync_api import expect

from tests import world
from tests.browser.test_accessibility import problems
from tests.conftest import PHONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


@pytest.fixture
def researcher():
    """A researcher with two projects and responses to review in a live batch."""
    project, other = world.project(name="Moths"), world.project(name="Lichens")
    batch = world.live_batch(
        project, world.dataset(project, items=2), title="Wings", audience="everyone"
    )
    world.rate(world.annotator(), batch)
    user = world.researcher(project)
    user.memberships.create(project=other, role="owner")
    return user


def test_on_a_phone_the_navigation_is_a_sheet_and_projects_are_switched(
    open_page, live_server, log_in, researcher
):
    phone = open_page(PHONE)
    log_in(phone, researcher)
    phone.goto(live_server.url + "/admin/")
    batches = phone.locator("nav a", has_text=re.compile(r"^\s*Batches\s*$"))
    expect(batches).to_be_hidden()
    phone.get_by_role("button", name="Menu").click()
    batches.click()
    expect(phone.get_by_role("heading", name="Batches")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    phone.get_by_role("button", name="All projects").click()
    phone.get_by_role("button", name="Lichens").click()
    expect(phone.get_by_role("heading", name="Your first study")).to_be_visible()
    assert problems(phone) == []


def test_on_a_phone_a_list_is_cards_that_name_their_cells(
    open_page, live_server, log_in, researcher
):
    phone = open_page(PHONE)
    log_in(phone, researcher)
    for path in ("hits/batch/", "review/table/", "payments/#ledger"):
        phone.goto(f"{live_server.url}/admin/{path}")
        right = phone.get_by_role("cell").evaluate_all(
            "cells => Math.max(...cells.map(cell => cell.getBoundingClientRect().right))"
        )
        assert 0 < right <= 390
    assert problems(phone) == []
