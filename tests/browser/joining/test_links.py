"""A stranger with a link on a phone: from the link to a submitted HIT, and on with it at a desk."""

import pytest
from playwright.sync_api import expect

from hits.models import Assignment
from people.models import User
from recruiting.links.making import LinkTerms, make_link
from tests import world
from tests.browser.seat.test_annotator import choose
from tests.browser.test_accessibility import problems
from tests.conftest import DESKTOP, PHONE

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.browser,
    pytest.mark.usefixtures("no_tries_counted"),
]


def test_a_stranger_works_on_a_phone_and_goes_on_at_a_desk(open_page, live_server):
    batch = world.live_batch(world.project(), audience="link", title="Rate moths")
    terms = LinkTerms(uses=5, cap=3)
    _link, token = make_link(batch=batch, key="k", by=world.researcher(batch.project), terms=terms)
    phone = open_page(PHONE)
    phone.goto(f"{live_server.url}/join/{token}/")
    expect(phone.get_by_text("You do not need an account")).to_be_visible()
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390
    assert problems(phone) == []
    phone.get_by_role("button", name="Take part").click()
    phone.get_by_role("button", name="Start").click()
    choose(phone, "11111")
    phone.get_by_role("button", name="Submit").click()
    phone.get_by_role("link", name="Get personal link").click()
    own = phone.locator("#own-link").inner_text()
    assert problems(phone) == []
    phone.goto(f"{live_server.url}/work/")
    expect(phone.get_by_role("heading", name="Your work")).to_be_visible()

    desk = open_page(DESKTOP)
    desk.goto(own)
    assert problems(desk) == []
    desk.get_by_role("button", name="Continue").click()
    desk.get_by_role("link", name="Your work").click()
    expect(desk.get_by_text("Rate moths").first).to_be_visible()
    guest = User.objects.get(is_guest=True)
    assert Assignment.objects.get(state="submitted").annotator == guest
