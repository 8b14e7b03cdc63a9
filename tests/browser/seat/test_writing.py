"""Tests that the page counts pastes and changes of tab while a text is written, and says so."""

import pytest
from playwright.sync_api import expect

from hits.models import Viewing
from tests import world
from tests.browser.seat.test_annotator import choose, open_hit
from tests.conftest import DESKTOP

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
LEAVE = """() => {
    Object.defineProperty(document, "hidden", {value: true, configurable: true});
    document.dispatchEvent(new Event("visibilitychange"));
    delete document.hidden;
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_pastes_and_changes_of_tab_are_counted_in_texts_alone(
    open_page, live_server, log_in, stored_picture
):
    owner = world.project()
    stored_picture(owner)
    batch = world.live_batch(owner, world.dataset(owner, items=1, systems=("Heron",)))
    page = open_page(DESKTOP)
    log_in(page, world.annotator())
    open_hit(page, live_server, batch)
    expect(page.get_by_text("we count how often you paste text")).to_be_visible()
    page.evaluate(LEAVE)  # not while writing
    field = page.locator("textarea")
    field.focus()
    field.evaluate("field => field.dispatchEvent(new ClipboardEvent('paste', {bubbles: true}))")
    page.evaluate(LEAVE)
    page.evaluate(LEAVE)
    choose(page, "11111")
    page.keyboard.press("Control+Enter")
    page.wait_for_url("**/done/")
    seen = Viewing.objects.get().seen
    assert (seen["pastes"], seen["times_away"]) == (1, 2)
