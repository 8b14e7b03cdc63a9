"""Tests that long German and Spanish words fit on the annotator's pages on a phone."""

import re

import pytest
from playwright.sync_api import expect

from tests import world
from tests.browser.seat.test_right_to_left import OVERLAPS
from tests.browser.seat.test_rubrics import study
from tests.browser.studies import play_all
from tests.chosen import chosen
from tests.conftest import PHONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
# A button or a fact whose words are cut off, or wider than the place they stand in.
CUT_OFF = """() => [...document.querySelectorAll('button, .button, a, dt, dd, label, summary')]
    .filter(one => one.checkVisibility() && !one.matches('.skip, .visually-hidden') && one.scrollWidth > one.clientWidth + 1
        && getComputedStyle(one).display !== 'inline')
    .map(one => one.outerHTML.slice(0, 120))"""
SAID = {
    "de": ("Anmelden", "Offene Aufträge", "fehlen"),
    "es": ("Iniciar sesión", "Lotes abiertos", "Faltan"),
}


@pytest.mark.parametrize("language", chosen(sorted(SAID), {"de"}))
def test_long_words_fit(open_page, live_server, shoot, stored_picture, moving_clip, language):
    def look(name):
        assert page.evaluate(OVERLAPS) == [], name
        assert page.evaluate(CUT_OFF) == [], name
        shoot(page, f"{language}-{name}")

    owner = world.project()
    pair = ["The mill.", "The mill with new sails."]
    pages = {
        "pair": study("contextual-caption-pair", pair, {"image": stored_picture(owner)}, owner),
        "video": study("video-caption", ["A box moves."], {"video": moving_clip(owner)}, owner),
    }
    page = open_page(PHONE, locale=language)
    page.goto(live_server.url + "/accounts/login/")
    entered, listed, missing = SAID[language]
    expect(page.get_by_role("button", name=entered)).to_be_visible()
    look("login")
    page.locator("[name=login]").fill(world.annotator().username)
    page.locator("[name=password]").fill(world.PASSWORD)
    page.get_by_role("button", name=entered).click()
    expect(page.get_by_role("heading", name=listed)).to_be_visible()
    look("home")
    for name, batch in pages.items():
        page.goto(f"{live_server.url}/batches/{batch.pk}/")
        look(f"batch-{name}")
        page.locator("form.start .button").click()
        page.wait_for_url(re.compile(r"/assignments/\w+/"))
        page.wait_for_load_state("networkidle")
        look(f"hit-{name}")
        play_all(page)
        page.locator("button[value=submit]").click()
        expect(page.locator("#error-summary")).to_contain_text(missing)
        look(f"errors-{name}")
        page.locator("[data-give-back]").click()
        page.goto(f"{live_server.url}/batches/{batch.pk}/done/")
        look(f"done-{name}")
