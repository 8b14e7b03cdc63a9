"""Tests of exports in a browser, with a live row count, and of a HIT's page as it was shown."""

import csv

import pytest
from playwright.sync_api import expect

from tests import world
from tests.browser.test_accessibility import problems

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def test_from_the_choices_to_the_page_as_it_was_shown(page, live_server, log_in, shoot):
    project = world.project(name="Moths")
    batch = world.live_batch(project, world.dataset(project, items=2), title="Wings")
    for feedback in ("Stiff wings.", "Soft wings."):
        world.rate(world.annotator(), batch, world.GOOD | {"feedback": feedback})
    log_in(page, world.researcher(project))
    page.goto(f"{live_server.url}/admin/export/{batch.pk}/")
    rows = page.locator("#rows")
    expect(rows).to_have_text("2 rows")
    assert problems(page) == []
    page.get_by_text("Long: one row per answer").click()
    expect(rows).to_have_text("12 rows")
    page.get_by_label("Only these annotators").fill("R-NOBODY")
    page.get_by_role("button", name="Download").click()
    expect(page.get_by_role("alert")).to_contain_text("“R-NOBODY” was not found.")
    shoot(page, "export-mistake")
    page.get_by_label("Only these annotators").fill("")
    page.get_by_text("Wide: one row per assignment").click()
    expect(rows).to_have_text("2 rows")
    shoot(page, "export")
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").click()
    with download.value.path().open(encoding="utf-8") as file:
        first = next(csv.DictReader(file))
    page.get_by_role("button", name="Save snapshot").click()
    expect(page.get_by_role("heading", name="Snapshot")).to_be_visible()
    shoot(page, "snapshot")
    page.goto(first["Replay"])
    expect(page.get_by_label("Feedback")).to_have_value(first["Answer.feedback"])
    expect(page.get_by_label("Feedback")).to_be_disabled()
    page.get_by_text("Recorded data").click()
    expect(page.get_by_text("same as the recorded version")).to_be_visible()
    assert problems(page) == []
    shoot(page, "replay")
