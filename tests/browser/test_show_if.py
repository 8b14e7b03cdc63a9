"""Tests of a section shown by an answer: keyboard, draft, phone and no JavaScript."""

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
OTHERS = {"naturalness": "1", "word_choice": "1", "syntax": "1"}


def test_an_answer_opens_a_section_and_closing_it_keeps_its_answer(
    open_page, live_server, log_in, shoot
):
    owner = world.project()
    source = gated(library_source("image-paragraph"))
    batch = world.live_batch(owner, rubric=load_version(source=source, project=owner))

    def seat(device=DESKTOP, **options):
        page = open_page(device, **options)
        log_in(page, world.annotator())
        open_hit(page, live_server, batch)
        return page

    page = seat()
    section = page.locator("#panel-coverage")
    expect(section).to_be_hidden()
    numbers = page.locator(".panel .number:visible")
    expect(numbers).to_have_text(list("12345"))
    shoot(page, "show-if-closed")
    page.locator("[name=naturalness]").first.focus()
    page.keyboard.type("11")
    expect(section).to_be_visible()
    expect(numbers).to_have_text(list("123456"))
    page.keyboard.type("112")
    wait_for_draft({**OTHERS, "coherence": "1", "coverage": "2"})
    shoot(page, "show-if-open")
    page.locator("[name=coherence][value='3']").check()
    expect(section).to_be_hidden()
    wait_for_draft({**OTHERS, "coherence": "3", "coverage": "2"})
    page.reload()
    expect(section).to_be_hidden()
    # Nothing is left to be answered.
    page.locator("[name=syntax][value='1']").focus()
    page.keyboard.press("n")
    expect(page.locator("button[value=submit]")).to_be_focused()
    # A mistake elsewhere does not lose it.
    page.locator("[name=syntax]:checked").evaluate("(radio) => { radio.checked = false; }")
    with page.expect_request(lambda request: request.method == "POST") as sent:
        page.keyboard.press("Control+Enter")
    assert 'name="coverage"' not in sent.value.post_data
    expect(page.locator("#error-summary li")).to_have_count(1)
    page.locator("[name=syntax][value='1']").check()
    page.locator("[name=coherence][value='2']").check()
    expect(page.locator("[name=coverage]:checked")).to_have_value("2")
    page.locator("[name=coherence][value='3']").check()
    page.keyboard.press("Control+Enter")
    expect(page.locator(":checked")).to_have_count(0)
    stored = answers(Assignment.objects.get(state="submitted"))
    assert (stored["coherence"], stored["coverage.asked"]) == (3, 0)
    assert "coverage" not in stored

    phone = seat(PHONE, color_scheme="dark", java_script_enabled=False)
    expect(phone.locator("#panel-coverage")).to_contain_text("Answer this only if your answer to")
    shoot(phone, "show-if-phone-without-scripts")
    for key, value in {**OTHERS, "coherence": "3", "coverage": "1"}.items():
        phone.locator(f"[name={key}][value='{value}']").check()
    phone.locator("button[value=submit]").click()
    expect(phone.locator(":checked")).to_have_count(0)
    last = Assignment.objects.filter(state="submitted").latest("submitted_at")
    assert "coverage" not in answers(last)
