"""Tests of a participant from Prolific on a phone, up to the completion code, and of what
researchers see."""

import re

import pytest
from playwright.sync_api import expect

from recruiting.prolific.models import Submission
from recruiting.prolific.tasks import follow
from tests import world
from tests.browser.test_accessibility import problems
from tests.conftest import PHONE
from tests.recruiting.prolific.prolific_lab import make_lab
from tests.recruiting.prolific.prolific_server import ProlificServer

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


@pytest.fixture
def lab(settings):
    server = ProlificServer()
    settings.PROLIFIC_URL, settings.SITE_URL = server.url, "https://lab.example/"
    yield make_lab(server, title="Wings")
    server.close()


def test_a_person_from_prolific_gets_their_code_and_the_desk_sees_it(
    open_page, live_server, log_in, lab
):
    session, _browser = lab.person("p1")
    phone = open_page(PHONE)
    phone.goto(live_server.url + lab.address(session))
    assert problems(phone) == []
    phone.get_by_role("button", name="Start").click()
    expect(phone.get_by_role("heading", name="Wings")).to_be_visible()
    lab.rate(session, 2)
    phone.goto(f"{live_server.url}/batches/{lab.batch.pk}/done/")
    phone.get_by_role("button", name="Finish and go back").click()
    expect(phone.get_by_text("CODE-done")).to_be_visible()
    expect(phone.get_by_role("link", name="Continue to app.prolific.com")).to_have_attribute(
        "href", "https://app.prolific.com/submissions/complete?cc=CODE-done"
    )
    assert problems(phone) == []

    lab.server.move(session, "AWAITING REVIEW")
    follow()
    desk = open_page()
    log_in(desk, world.owner(lab.project))
    desk.goto(f"{live_server.url}/admin/prolific/{lab.batch.pk}/")
    expect(desk.get_by_role("button", name="Pause on Prolific")).to_be_visible()
    assert problems(desk) == []
    desk.get_by_role("link", name=lab.enrolment(session).pseudonym).click()
    assert problems(desk) == []
    desk.get_by_role("button", name="Approve").click()
    # A worker of other tests may be about to send it.
    expect(
        desk.get_by_text(re.compile("Approve: (to be|being) sent", re.IGNORECASE))
    ).to_be_visible()
    assert Submission.objects.get().calls.count() == 1
