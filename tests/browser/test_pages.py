"""Tests of a form with several pages: keyboard, closed pages, errors, drafts and phones."""

import pytest
from playwright.sync_api import expect

from hits.models import Assignment
from surveys.loading import library_source
from surveys.versions.storing import load_version
from tests import world
from tests.browser.seat.test_annotator import answers, open_hit, wait_for_draft
from tests.conftest import DESKTOP, PHONE
from tests.hits.exports.test_show_if import gated

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def paged(source: str) -> str:
    """Return the rubric `source` with new pages that start at coherence and at coverage."""
    for key in ("coherence", "coverage"):
        head = f"  - key: {key}\n    kind: choice\n"
        assert head in source
        source = source.replace(head, f"{head}    page: true\n")
    return source


@pytest.fixture
def seat(open_page, live_server, log_in):
    """Return a function that opens the HIT page of a batch whose form has several pages."""
    owner = world.project()
    source = paged(gated(library_source("image-paragraph")))
    batch = world.live_batch(owner, rubric=load_version(source=source, project=owner))

    def opened(device=DESKTOP, **options):
        page = open_page(device, **options)
        log_in(page, world.annotator())
        open_hit(page, live_server, batch)
        return page

    return opened


def test_pages_are_turned_and_sent_together(seat, shoot):
    page = seat()
    panels, submit = page.locator(".panel:visible"), page.locator("button[value=submit]")
    heading = page.locator(".page-heading:visible")
    expect(heading).to_have_text("Page 1 of 3")
    expect(panels).to_have_count(1)
    expect(submit).to_be_hidden()
    shoot(page, "pages-first")
    page.locator("[name=naturalness]").first.focus()
    page.keyboard.type("1")
    expect(page.get_by_role("button", name="Next")).to_be_focused()
    page.keyboard.press("Enter")
    expect(heading).to_have_text("Page 2 of 3")
    expect(heading).to_be_focused()
    # A page whose only sections are closed is passed over, and submitting goes on before the end.
    expect(page.get_by_role("button", name="Back")).to_be_visible()
    page.keyboard.type("1")
    page.keyboard.press("Control+Enter")
    expect(heading).to_have_text("Page 3 of 3")
    expect(submit).to_be_visible()
    wait_for_draft({"naturalness": "1", "coherence": "1"})
    page.reload()
    expect(heading).to_have_text("Page 2 of 3")
    page.keyboard.press("Control+Enter")
    page.locator("[name=coverage][value='2']").check()
    page.keyboard.press("Control+Enter")
    # What is missing is on the second page.
    expect(page.locator("#error-summary li")).to_have_count(2)
    expect(heading).to_have_text("Page 2 of 3")
    expect(page.locator(".wrong:visible")).to_have_count(2)
    page.get_by_role("button", name="Back").click()
    page.locator("#error-summary a").first.click()
    expect(heading).to_have_text("Page 2 of 3")
    shoot(page, "pages-mistake")
    for key in ("word_choice", "syntax"):
        page.locator(f"[name={key}][value='1']").check()
    page.keyboard.press("Control+Enter")
    page.keyboard.press("Control+Enter")
    expect(page.locator(":checked")).to_have_count(0)
    expect(heading).to_have_text("Page 1 of 3")
    stored = answers(Assignment.objects.get(state="submitted"))
    assert (stored["syntax"], stored["coverage"]) == (1, 2)

    phone = seat(PHONE, color_scheme="dark")
    phone.get_by_role("button", name="Next").tap()
    expect(phone.locator(".page-heading:visible")).to_have_text("Page 2 of 3")
    is_seen = "one => one === document.elementFromPoint(30, one.getBoundingClientRect().top + 9)"
    assert phone.locator(".page-heading:visible").evaluate(is_seen)
    shoot(phone, "pages-phone")
    plain = seat(java_script_enabled=False)
    expect(plain.locator(".panel:visible")).to_have_count(6)
    expect(plain.locator("[data-pages], .page-heading").locator("visible=true")).to_have_count(0)
