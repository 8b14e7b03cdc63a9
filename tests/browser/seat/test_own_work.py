"""Tests of an annotator's own page, with an appeal that is upheld."""

import pytest
from playwright.sync_api import expect

from hits.models import Appeal
from hits.review.decisions import approve_assignments, reject_assignments
from tests import world
from tests.conftest import DESKTOP, PHONE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


@pytest.mark.parametrize("device", [DESKTOP, pytest.param(PHONE, marks=pytest.mark.long)])
def test_a_rejection_is_objected_to_and_overturned(open_page, live_server, log_in, shoot, device):
    owner = world.project()
    batch = world.live_batch(owner, world.dataset(owner, items=3))
    first, second, _third = (world.rate(world.annotator(), batch) for _turn in range(3))
    approve_assignments(batch=batch, ids=[first.pk], by=None)
    reject_assignments(batch=batch, ids=[second.pk], reason="Answered in two seconds.", by=None)
    page = open_page(device)
    log_in(page, world.annotator())
    page.goto(live_server.url + "/")
    shoot(page, "home-with-work")
    page.get_by_role("link", name="Your work").click()
    expect(page.locator(".worklist")).to_contain_text("Reason: Answered in two seconds.")
    page.get_by_text("Appeal this rejection").click()
    page.get_by_label("Please say why the rejection is wrong.").fill(
        "I had seen this picture before."
    )
    page.get_by_role("button", name="Send appeal").click()
    expect(page.locator(".worklist")).to_contain_text(
        "Your appeal has been sent. The reply will appear on this page."
    )
    shoot(page, "own-work")
    theirs = open_page(DESKTOP)
    log_in(theirs, world.researcher(owner))
    theirs.goto(live_server.url + f"/admin/appeals/{Appeal.objects.get().pk}/")
    theirs.get_by_label("Uphold: approve and pay the response").check()
    theirs.get_by_label("Reply").fill("Fair enough.")
    shoot(theirs, "appeal")
    theirs.get_by_role("button", name="Decide").click()
    expect(theirs.get_by_text("The response is approved and paid.")).to_be_visible()
    theirs.get_by_role("button", name="Decide").click()
    expect(theirs.get_by_text("Appeal upheld. The response was approved.")).to_be_visible()
    page.reload()
    expect(page.locator(".worklist")).to_contain_text(
        "Appeal upheld. The response was approved. Fair enough."
    )
    expect(page.locator(".facts").first).to_contain_text("$0.10")
