"""Tests of training by a link on a phone: feedback, a failed and a passed test, work, and what
researchers see."""

import pytest
from playwright.sync_api import expect

from hits.models import Assignment
from recruiting.links.making import LinkTerms, make_link
from tests import world
from tests.browser.seat.test_annotator import choose
from tests.browser.test_accessibility import problems
from tests.conftest import DESKTOP, PHONE
from tests.quality.study import draft

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.browser]


WRONG, RIGHT = "13111", "11111"


def press(page, name: str) -> None:
    page.get_by_role("button", name=name).click()


def send(page, answers: str) -> None:
    choose(page, answers)
    press(page, "Submit")


def come_by_link(page, live_server, batch) -> None:
    terms = LinkTerms(uses=5, cap=3)
    _link, token = make_link(batch=batch, key="k", by=world.researcher(batch.project), terms=terms)
    page.goto(f"{live_server.url}/join/{token}/")
    press(page, "Take part")


def test_a_stranger_is_trained_fails_once_passes_and_works(open_page, live_server, log_in, shoot):
    batch = world.publish(draft(training=1, test=1, audience="link", title="Rate moths"))
    phone = open_page(PHONE)
    come_by_link(phone, live_server, batch)
    expect(phone.get_by_text("Training: 1 HIT. You will see the right answers")).to_be_visible()
    shoot(phone, "training-batch")
    press(phone, "Start")
    assert problems(phone) == []
    shoot(phone, "training-terms")
    press(phone, "Start")
    expect(phone.get_by_text("Training 1 of 1").first).to_be_visible()
    assert problems(phone) == []
    shoot(phone, "training-hit")
    send(phone, WRONG)
    expect(phone.get_by_role("heading", name="Not quite right")).to_be_visible()
    assert problems(phone) == []
    shoot(phone, "training-feedback")
    phone.get_by_role("link", name="Continue").click()
    press(phone, "Start")
    expect(phone.get_by_text("Test 1 of 1").first).to_be_visible()
    send(phone, WRONG)
    expect(phone.get_by_text("Correct HITs: 0 of 1. To pass: 1.")).to_be_visible()
    assert problems(phone) == []
    shoot(phone, "training-retry")
    press(phone, "Try again")
    send(phone, RIGHT)
    expect(phone.get_by_role("heading", name="Passed")).to_be_visible()
    shoot(phone, "training-passed")
    press(phone, "Continue")
    send(phone, RIGHT)
    expect(phone.get_by_text("1 done")).to_be_visible()
    submitted = Assignment.objects.get(state="submitted")
    assert (submitted.annotator.is_guest, submitted.hit.purpose) == (True, "main")

    desk = open_page(DESKTOP)
    log_in(desk, world.researcher(batch.project))
    desk.goto(f"{live_server.url}/admin/hits/batch/{batch.pk}/training/")
    expect(desk.get_by_text("Started: 1 · Passed: 1")).to_be_visible()
    assert problems(desk) == []
    shoot(desk, "training-desk")
    desk.get_by_role("link", name="Qualification", exact=True).click()
    expect(desk.get_by_text("Passed the test")).to_be_visible()
    assert problems(desk) == []
    shoot(desk, "training-qualification")
