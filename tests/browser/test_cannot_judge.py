"""Tests of “Cannot judge” by keyboard, on a phone and without JavaScript."""

import pytest
from playwright.sync_api import expect

from hits.models import Assignment
from surveys.loading import library_source
from surveys.versions.storing import load_version
from tests import world
from tests.browser.seat.test_annotator import answers, choose, open_hit, wait_for_draft
from tests.conftest import DESKTOP, PHONE
from tests.hits.exports.test_cannot_judge import KEY, WHY, allowing

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]
OTHERS = {key: 1 for key in world.GOOD if key != "coverage"}


@pytest.fixture
def batch():
    owner = world.project()
    source = allowing(library_source("image-paragraph"), "coherence", "coverage")
    return world.live_batch(owner, rubric=load_version(source=source, project=owner))


@pytest.fixture
def seat(open_page, live_server, log_in, batch):
    def opened(device=DESKTOP, **options):
        page = open_page(device, **options)
        log_in(page, world.annotator())
        open_hit(page, live_server, batch)
        return page

    return opened


def submitted() -> dict[str, object]:
    return answers(Assignment.objects.get(state="submitted"))


def test_by_keyboard_the_reason_and_the_answer_replace_each_other(seat, shoot):
    page = seat()
    choose(page, "11111")
    reason, chosen = page.locator(f"[name='{KEY}']"), page.locator("[name=coverage]:checked")
    page.locator("[name=coverage][value='1']").focus()
    page.keyboard.press("Tab")
    expect(reason).to_be_hidden()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.type("Blurred")
    expect(chosen).to_have_count(0)
    shoot(page, "cannot-judge")
    page.locator("[name=coverage][value='3']").focus()
    page.keyboard.press("3")
    expect(reason).to_have_value("")
    expect(chosen).to_have_value("3")
    reason.fill(WHY)
    wait_for_draft({key: str(value) for key, value in OTHERS.items()} | {KEY: WHY})
    page.reload()
    expect(reason).to_be_visible()
    expect(reason).to_have_value(WHY)
    expect(chosen).to_have_count(0)
    # Nothing is left to be answered.
    reason.blur()
    page.keyboard.press("n")
    expect(page.locator("button[value=submit]")).to_be_focused()
    page.keyboard.press("Control+Enter")
    expect(page.locator(":checked")).to_have_count(0)
    assert submitted() == OTHERS | {KEY: WHY}


def test_on_a_phone_a_reason_mends_what_was_missing(seat, shoot):
    page = seat(PHONE, color_scheme="dark")
    choose(page, "11111")
    page.locator("[name=coverage]:checked").evaluate("(radio) => { radio.checked = false; }")
    page.locator("button[value=submit]").tap()
    expect(page.locator("#panel-coverage .wrong")).to_have_count(1)
    page.locator("#panel-coverage summary").tap()
    page.locator(f"[name='{KEY}']").fill(WHY)
    expect(page.locator("#panel-coverage .wrong")).to_have_count(0)
    expect(page.locator("#error-summary")).to_have_count(0)
    shoot(page, "cannot-judge-phone")
    page.locator("button[value=submit]").tap()
    expect(page.locator(":checked")).to_have_count(0)
    assert submitted() == OTHERS | {KEY: WHY}
