"""Tests of choosing from long lists in a browser: search while typing, choices kept across pages,
and the same without scripts."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from core.database import choosing
from hits.models import Batch, Qualification
from tests import world
from tests.browser.test_accessibility import problems
from tests.conftest import DESKTOP

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


@pytest.fixture
def batch(monkeypatch):
    """The last of six batches. Lists show two rows per page."""
    monkeypatch.setattr(choosing, "PER_PAGE", 2)
    project = world.project(name="Moths")
    data = world.dataset(project, items=1)
    batches = [world.live_batch(project, data, title=f"Moths {n}") for n in range(6)]
    for number in range(5):
        Qualification.objects.create(project=project, name=f"Reads language {number}")
    return batches[-1]


def kept_out(batch) -> list[str]:
    rows = Batch.objects.filter(pk__in=batch.audience_exclusions.values("other"))
    return sorted(rows.values_list("title", flat=True))


def test_ticks_stay_over_pages_and_searches(open_page, live_server, log_in, shoot, batch):
    page = open_page(DESKTOP)
    log_in(page, world.researcher(batch.project))
    page.goto(live_server.url + reverse("admin:links", args=[batch.pk]))
    here = page.locator("#other-chooser")
    page.get_by_label("Moths 3").check()
    here.get_by_role("button", name="Next", exact=True).press("Enter")
    expect(page.get_by_label("Moths 2")).to_be_visible()
    expect(here.get_by_role("button", name="Next", exact=True)).to_be_focused()
    page.keyboard.press("Enter")
    page.get_by_label("Moths 0").check()
    expect(page.get_by_label("Moths 3")).to_be_checked()
    expect(here.get_by_role("button", name="Previous", exact=True)).to_be_visible()
    shoot(page, "chooser")
    assert problems(page) == []
    page.get_by_label("Title").fill("moths 1")
    expect(here.get_by_role("checkbox")).to_have_count(3)
    page.get_by_label("Moths 1").check()
    page.get_by_label("Title").fill("wasps")
    expect(page.get_by_text("No matches.")).to_be_visible()
    expect(page.get_by_label("Title")).to_be_focused()
    page.get_by_role("button", name="Block").click()
    expect(page.get_by_text("the 3 selected batches are blocked")).to_be_visible()
    assert kept_out(batch) == ["Moths 0", "Moths 1", "Moths 3"]


def test_what_is_chosen_is_saved_while_matches_are_asked_for(open_page, live_server, log_in, batch):
    wanted = Qualification.objects.get(name="Reads language 3")
    Batch.objects.filter(pk=batch.pk).update(required_qualification=wanted)
    page = open_page(DESKTOP)
    log_in(page, world.researcher(batch.project))
    page.goto(live_server.url + reverse("admin:links", args=[batch.pk]))
    page.route("**/*qualification_find=*", lambda _route: None)
    form = page.locator("form").filter(has=page.locator("#qualification-chooser"))
    page.get_by_label("Reads language 1").check()
    with page.expect_request("**/*qualification_find=*"):
        form.get_by_role("searchbox").fill("language")
    expect(page.locator("#qualification-boxes")).to_have_js_property("inert", True)
    form.get_by_role("button", name="Save").click()
    page.wait_for_load_state()
    expect(page.get_by_label("Reads language 1")).to_be_checked()
    batch.refresh_from_db()
    assert batch.required_qualification.name == "Reads language 1"


def test_enter_in_another_field_presses_the_forms_own_button(open_page, live_server, log_in, batch):
    page = open_page(DESKTOP)
    log_in(page, world.researcher(batch.project))
    page.goto(live_server.url + reverse("admin:review_table"))
    page.get_by_label("Annotator", exact=True).fill("R-NOBODY")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert "R-NOBODY" in page.url
    assert "batch_look" not in page.url


def test_where_the_session_is_over_one_logs_in(open_page, live_server, log_in, batch):
    page = open_page(DESKTOP)
    log_in(page, world.researcher(batch.project))
    page.goto(live_server.url + reverse("admin:links", args=[batch.pk]))
    page.context.clear_cookies()
    page.get_by_label("Title").fill("moths 1")
    expect(page.get_by_label("Password")).to_be_visible()
