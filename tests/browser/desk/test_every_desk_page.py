"""Tests that axe finds no problem on any of the researcher's pages, in light and dark. Nothing
scrolls sideways at three widths."""

import pytest
from playwright.sync_api import expect

from hits.background.performing import perform_task
from hits.batches.preflight import standing
from hits.models import BackgroundTask
from tests.access.routes import rows
from tests.access.study import ROLES, make_study
from tests.browser.test_accessibility import COLOURS, RULES, violations
from tests.conftest import DESKTOP

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser, pytest.mark.long]
WIDTHS = (1280, 1024, 390)
PARTS = 3
OWNER = ROLES.index("owner")


def addresses() -> list[str]:
    """Return the addresses of the admin pages that an owner can open, from the access table."""
    read = [
        row.address
        for row in rows()
        if row.address.startswith("/admin/") and (row.method, row.outcomes[OWNER]) == ("GET", "200")
    ]
    return list(dict.fromkeys(read))


@pytest.fixture
def study(settings, tmp_path):
    settings.MEDIA_ROOT = tmp_path
    return make_study()


def wrong_on(page) -> list[str]:
    page.emulate_media(color_scheme="light", reduced_motion="reduce")
    wrong = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
            wrong.append(f"{width}: it scrolls sideways")
    wrong += violations(page, RULES)
    if page.locator("body.desk").count():  # Django's own pages have one style sheet for all
        page.set_viewport_size({"width": WIDTHS[0], "height": 844})
        page.emulate_media(color_scheme="dark", reduced_motion="reduce")
        wrong += violations(page, COLOURS)
    return wrong


# In parts, each with a study of its own: one test would take minutes.
@pytest.mark.parametrize("part", range(PARTS))
def test_nothing_is_wrong_with_a_page(page, live_server, log_in, shoot, study, part):
    log_in(page, study.people["owner"])
    wrong = []
    for address in addresses()[part::PARTS]:
        target = live_server.url + study.filled_in(address)
        answer = page.request.get(target)
        if (
            not answer.headers["content-type"].startswith("text/html")
            or "<main" not in answer.text()
        ):
            continue  # a file, or a part of a page
        page.goto(target)
        wrong += [f"{address} {each}" for each in wrong_on(page)]
        shoot(page, "desk" + address.replace("/", "-").replace("{", "").replace("}", ""))
    assert wrong == []


def test_nothing_is_wrong_with_a_draft_that_a_worker_looks_at(
    page, open_page, live_server, log_in, study, monkeypatch
):
    """The page also works without scripts if one reloads it."""
    monkeypatch.setattr(standing, "MOST_OUTPUTS", 0)
    address = live_server.url + study.filled_in("/admin/batches/{draft}/steps/publish/")
    log_in(page, study.people["owner"])
    page.goto(address)
    expect(page.get_by_text("0 of 9")).to_be_visible()
    assert wrong_on(page) == []
    plain = open_page(DESKTOP, java_script_enabled=False)
    log_in(plain, study.people["owner"])
    plain.goto(address)
    expect(plain.get_by_text("0 of 9")).to_be_visible()
    perform_task(task_id=BackgroundTask.objects.get(kind="preflight").pk)
    plain.reload()
    expect(plain.get_by_text("Last checked")).to_be_visible()
