"""Tests of a draft's quality checks in a browser."""

import pytest
from playwright.sync_api import expect

from tests import world
from tests.browser.test_accessibility import problems

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


def test_a_hit_answered_in_the_preview_becomes_gold(page, live_server, log_in, shoot):
    project = world.project()
    batch = world.draft_batch(project, world.dataset(project, items=4, systems=("Heron",)))
    log_in(page, world.researcher(project))
    page.goto(f"{live_server.url}/admin/hits/batch/{batch.pk}/checks/")
    slow_pictures = []

    def hold(picture):
        slow_pictures.append(picture)

    page.route("**/media/**", hold)
    page.get_by_role("link", name="Enter known answers").click(no_wait_after=True)
    frame = page.frame_locator("iframe")
    coherence = page.get_by_role("group", name="Text coherence")
    frame.locator("input[name=coherence][value='1']").check()
    assert slow_pictures, "The answer has to come before the picture."
    for picture in slow_pictures:
        picture.continue_()
    page.unroute("**/media/**")
    expect(coherence.get_by_role("checkbox").first).to_be_checked()
    for key, value in world.GOOD.items():
        if frame.locator(f"input[name={key}][value='{value}']").count():
            frame.locator(f"input[name={key}][value='{value}']").check()
    expect(
        page.get_by_role("group", name="Syntactic structure").get_by_role("checkbox", checked=True)
    ).to_have_count(1)
    frame.get_by_role("button", name="Check your answers").click()
    expect(frame.get_by_role("button", name="Use as gold, training or test")).to_be_visible()
    coherence.get_by_role("checkbox").nth(1).check()
    page.get_by_label("Explanation").fill("The order of the sentences is clear.")
    shoot(page, "use-hit")
    assert problems(page) == []
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".pick [aria-current] .use")).to_have_text("Gold")
    page.set_viewport_size({"width": 390, "height": 844})
    shoot(page, "use-hit")
    assert problems(page) == []
