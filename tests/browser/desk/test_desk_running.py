"""Tests of a running batch's page: it updates without a reload, but not in a hidden tab."""

import pytest
from playwright.sync_api import expect

from tests import world
from tests.browser.test_accessibility import problems

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
HIDE = "hidden => Object.defineProperty(document, 'hidden', {value: hidden, configurable: true})"


def test_figures_change_without_a_reload_and_a_hidden_tab_asks_for_nothing(
    page, live_server, log_in
):
    project = world.project(name="Moths")
    batch = world.live_batch(project, world.dataset(project, items=2, systems=("Heron",)))
    log_in(page, world.researcher(project))
    requests = []
    page.on("request", lambda sent: "/parts/" in sent.url and requests.append(sent.url))
    page.clock.install()
    page.goto(f"{live_server.url}/admin/hits/batch/{batch.pk}/running/")
    expect(page.get_by_text("of 2 responses, 0.0 %")).to_be_visible()
    expect(page.get_by_role("heading", name="Why is no one working?")).to_be_visible()
    assert problems(page) == []
    page.get_by_label("Pseudonym, user name or email address").fill("an")
    world.rate(world.annotator(), batch)
    with page.expect_response("**/parts/"):
        page.clock.run_for(5000)
    expect(page.get_by_text("of 2 responses, 50.0 %")).to_be_visible()
    expect(page.get_by_label("Pseudonym, user name or email address")).to_have_value("an")
    expect(page.get_by_role("img", name="Responses over time: 1")).to_be_visible()

    page.evaluate(HIDE, True)
    seen = len(requests)
    page.clock.run_for(60_000)
    assert len(requests) == seen
    page.evaluate(HIDE, False)
    with page.expect_response("**/parts/"):
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
