"""A known id in another browser: the work goes on there, saved in that browser's session alone."""

import pytest
from django.urls import reverse
from playwright.sync_api import expect

from hits.models import Assignment, Draft, Enrolment
from recruiting.models import Panel
from tests import world
from tests.browser.seat.test_annotator import choose
from tests.browser.test_accessibility import problems
from tests.conftest import DESKTOP, PHONE

SIZES = [{"width": 390, "height": 844}, {"width": 1280, "height": 800}]
pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.browser,
    pytest.mark.usefixtures("no_tries_counted"),
]


def test_a_known_id_goes_on_in_another_browser_without_the_draft(
    open_page, live_server, log_in, shoot
):
    batch = world.live_batch(world.project(), audience="panel", title="Rate moths")
    panel = Panel.objects.create(
        batch=batch,
        name="Our list",
        person_parameter="pid",
        cap=3,
        signed_entry=False,
        exits={"done": {"code": "EARNED"}},
    )
    address = f"{live_server.url}{reverse('panel_enter', args=[panel.pk])}?pid=w1"
    own = open_page(DESKTOP)
    own.goto(address)
    own.get_by_role("button", name="Start").click()
    own.get_by_role("button", name="Start").click()
    own.wait_for_url("**/assignments/**")
    own.wait_for_load_state()
    own.locator("textarea").first.fill("my private words")
    expect(own.locator("[data-save-status]")).to_contain_text("Saved")
    own.goto(f"{live_server.url}/your-link/")
    shoot(own, "own-link")

    phone = open_page(PHONE)
    phone.goto(address)
    phone.get_by_role("button", name="Start").click()
    phone.get_by_role("button", name="Continue").click()
    phone.wait_for_url("**/assignments/**")
    phone.wait_for_load_state()
    expect(phone.locator("textarea").first).to_have_value("")
    phone.locator("textarea").first.fill("typed here")
    expect(phone.locator("[data-save-status]")).to_contain_text("Saved")
    phone.reload()
    expect(phone.locator("textarea").first).to_have_value("typed here")
    assert Draft.objects.get().data["feedback"] == "my private words"
    for size in SIZES:
        phone.set_viewport_size(size)
        shoot(phone, "bound-hit")
        phone.goto(f"{live_server.url}/your-data/")
        expect(phone.get_by_role("heading", name="This page is closed here")).to_be_visible()
        shoot(phone, "bound")
        if size is SIZES[0]:
            assert problems(phone) == []  # at both widths
            phone.set_viewport_size(size)
        phone.get_by_role("link", name="Continue").click()
        shoot(phone, "bound-batch")
        phone.get_by_role("button", name="Continue").click()
    choose(phone, "11111")
    phone.get_by_role("button", name="Submit").click()
    expect(phone.locator("textarea").first).to_have_value("")
    assert Assignment.objects.get(state="submitted").annotator == Enrolment.objects.get().annotator

    desk = open_page(DESKTOP)
    log_in(desk, world.owner(batch.project))
    pages = {
        "person": reverse("admin:annotator", args=[batch.pk, Enrolment.objects.get().pk]),
        "sittings": reverse("admin:sittings", args=[batch.pk]),
        "panel": reverse("admin:panel", args=[batch.pk, panel.pk]),
    }
    Panel.objects.update(signed_entry=True)
    for name, page in pages.items():
        desk.goto(live_server.url + page)
        for size in SIZES:
            desk.set_viewport_size(size)
            shoot(desk, name)
        assert problems(desk) == []
